"""`workbook.functions`: Excel's worksheet functions, called without a cell."""

import pytest

from embedded_excel.calc.cells import CellError
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.formulon_engine import FormulonEngine
from embedded_excel.objects.functions import excel_name
from embedded_excel.objects.registry import load_objects
from embedded_excel.wire.members import class_facts

CELLS = """
    const sheet = context.workbook.worksheets.getActiveWorksheet();
    sheet.getRange("A1:B3").values = [["Nut", 1.5], ["Bolt", 2], ["Wrench", 10]];
    const functions = context.workbook.functions;
"""


@pytest.fixture
def result(office_js, excel):
    def run(call):
        return office_js.value(
            excel,
            f"""{CELLS}
            const result = functions.{call};
            result.load("value,error");
            await context.sync();
            return [result.value, result.error];
        """,
        )

    return run


@pytest.mark.parametrize(
    ("call", "value"),
    [
        ('sum(sheet.getRange("B1:B3"), 5, [1, 2])', 21.5),
        ('vlookup("Wrench", sheet.getRange("A1:B3"), 2, false)', 10),
        ("power(-2, 2)", 4),
        ("pmt(0.05 / 12, 60, 10000)", -188.71233644010856),
        ("networkDays_Intl(45292, 45322, 1)", 23),
        ("beta_Dist(2, 8, 10, true, 1, 3)", 0.6854705810546873),
        ('concatenate("a", "\\"", 1)', 'a"1'),
        ("if(true, 1, 2)", 1),
        ("sum([[1, 2], [3, -4]])", 2),
        ('sum(functions.max(sheet.getRange("B:B")), 1)', 11),
        ('sum({address: "Sheet1!B1:B2"})', 3.5),
    ],
)
def test_a_function_gives_its_value(result, call, value):
    found, error = result(call)
    assert error is None
    assert found == (pytest.approx(value) if isinstance(value, float) else value)


def test_a_function_that_fails_gives_its_error(result):
    assert result('vlookup("Saw", sheet.getRange("A1:B3"), 2, false)') == [None, "#N/A"]
    assert result("ln(0)") == [None, "#NUM!"]


def test_all_functions_of_the_api_but_one_are_known_to_the_engine():
    load_objects()
    engine = FormulonEngine.new()
    unknown = []
    for fact in class_facts("Functions").methods.values():
        name = excel_name(fact.js)
        for arguments in ("", "1", "1,1", "1,1,1", "1,1,1,1", "1,1,1,1,1,1"):
            try:
                found = engine.evaluate(0, f"={name}({arguments})")
            except EngineRefused:
                continue
            if found == CellError("#NAME?"):
                unknown.append(name)
            break
    engine.close()
    assert unknown == ["ECMA.CEILING"]


def test_functions_and_names_see_formulas_of_other_sheets(office_js, excel):
    assert office_js.value(
        excel,
        f"""{CELLS}
        const model = context.workbook.worksheets.add("Model");
        model.getRange("A1:A3").formulas = [[5], ["=A1*2"], ["=A2+1"]];
        const names = context.workbook.names;
        names.add("Total", "=SUM(Model!$A$1:$A$3)");
        names.add("Half", "=Total/2");
        names.add("Growing", "=Model!$A$2:INDEX(Model!$A:$A,COUNT(Model!$A:$A))");
        const sum = functions.sum(model.getRange("A1:A3")).load("value");
        names.load("items/name,items/value,items/type");
        const used = context.workbook.worksheets.getActiveWorksheet().getUsedRange().load("address");
        await context.sync();
        return [sum.value, names.items.map(item => [item.name, item.value, item.type]), used.address];
        """,
    ) == [26, [["Growing", 10, "Double"], ["Half", 13, "Double"], ["Total", 26, "Double"]],
          "Sheet1!A1:B3"]  # fmt: skip
