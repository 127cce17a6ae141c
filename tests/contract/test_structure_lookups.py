"""`searchWorkbook`, `trace` and `impact` from generated code, through the real sandbox."""

import json

import pytest

from embedded_excel.host import EmbeddedExcel
from tests.contract.executions import LIMITS, WatchedHost, executing
from tieout.execution.executor import Executor
from tieout.execution.lookups.lookups import Lookups
from tieout.headless.embedded_host import EmbeddedHost
from tieout.headless.v8_sandbox import V8Sandbox
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results
from tieout.sessions.text_index import SqliteTextIndex

FILL = 'await sheet.setRange("Sheet1!D2:D200", "=B2*C2");'


async def run(executor: Executor, body: str, execution_id: str = "x1"):
    code = f"async function execute() {{ {body} }}"
    result = await executor.execute(code, execution_id=execution_id)
    assert not result.is_error, result.text
    return result


def returned(result):
    return json.loads(json.dumps(result.sandbox.value))


async def test_code_finds_places_and_the_model_reads_them() -> None:
    async with executing(lookups=Lookups(SqliteTextIndex())) as (executor, _):
        await run(executor, FILL)
        result = await run(
            executor, 'return await general.searchWorkbook("revenue", { limit: 3 });', "x2"
        )
        found = returned(result)
        assert found["hits"][0]["address"] == "Sheet1!D2:D200"
        assert found["hits"][0]["formula"] == "=B2*C2"
        assert "Sheet1!D2:D200 199 formulas" in result.text
        assert "[graph:search-revenue@r" in result.text


async def test_a_trace_and_an_impact_follow_the_formulas() -> None:
    async with executing() as (executor, _):
        await run(executor, FILL)
        body = """
          const up = await general.trace("Summary!B1", "precedents", 2);
          const down = await general.trace("Sheet1!C7", "dependents");
          const reach = await general.impact("Sheet1!B2:B3");
          return { up: up.steps.map((s) => [s.hop, s.id]), down: down.steps.map((s) => [s.hop, s.id]),
                   cells: reach.cells, ends: reach.ends };
        """
        found = returned(await run(executor, body, "x2"))
        assert found["up"][0] == [1, "Sheet1!D2:D200"]
        assert {name for hop, name in found["up"] if hop == 2} == {
            "Sheet1!B2:B200", "Sheet1!C2:C200"
        }  # fmt: skip
        assert found["down"] == [[1, "Sheet1!D7"], [2, "Summary!B1"]]
        assert found["cells"] == 3
        assert found["ends"] == ["Summary!B1"]


async def test_what_the_code_has_just_written_is_seen() -> None:
    async with executing() as (executor, _):
        body = """
          await sheet.setCell("Sheet1!F1", "=C2*10");
          await sheet.setCell("Sheet1!E1", "Ten prices");
          const reach = await general.impact("Sheet1!C2");
          const found = await general.searchWorkbook("ten prices");
          return [reach.steps.map((s) => s.id), found.hits[0].id];
        """
        assert returned(await run(executor, body)) == [["Sheet1!F1"], "Sheet1!F1"]


async def test_an_error_is_traced_to_its_root() -> None:
    async with executing() as (executor, _):
        body = """
          await sheet.setRange("Sheet1!F1:F3", [["=1/0"], ["=F1+1"], ["=SUM(F1:F2)"]]);
          const told = await general.trace("Sheet1!F3", "precedents", 1);
          return told.errorChain.map((link) => link.address);
        """
        result = await run(executor, body)
        assert returned(result) == ["Sheet1!F3", "Sheet1!F1"]
        assert "root: Sheet1!F1" in result.text


async def test_names_and_parts_of_tables_say_where() -> None:
    host = WatchedHost(EmbeddedHost(EmbeddedExcel.new("named.xlsx")))
    sandbox = V8Sandbox()
    builder = BatchBuilder()
    cells = builder.worksheet("Sheet1").range("A1:B3")
    cells.set("Formulas", [["Item", "Price"], ["Pen", 2], ["Ink", 3]])
    builder.workbook.child("Tables").create("Add", "Sheet1!A1:B3", True).set("Name", "Goods")
    builder.workbook.child("Names").create("Add", "VAT", "=Sheet1!$D$1", None)
    builder.worksheet("Sheet1").range("D1:E1").set(
        "Formulas", [[0.2, "=SUM(Goods[Price])*(1+VAT)"]]
    )
    Results(await host.inner.send(builder.build()))
    try:
        executor = Executor(host, sandbox, limits=LIMITS)
        body = """
          const vat = await general.trace("VAT", "dependents", 1);
          const price = await general.impact("Goods[Price]");
          const sum = await general.trace("Sheet1!E1", "precedents", 1);
          return [vat.steps.map((s) => s.id), price.steps.map((s) => s.id), price.objects,
                  sum.steps.map((s) => [s.id, s.via])];
        """
        vat, price, objects, read = returned(await run(executor, body))
        assert vat == ["Sheet1!E1"]
        assert price == ["Sheet1!E1"]
        assert objects == ["table:Goods"]
        assert sorted(read) == [["Sheet1!B2:B3", "table:Goods"], ["Sheet1!D1", "name:VAT"]]
    finally:
        await sandbox.close()
        await host.inner.close()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ('general.searchWorkbook("")', "give words, names or addresses"),
        ('general.searchWorkbook("x", { most: 3 })', "the option is { limit }"),
        ('general.trace("Sheet1!A1", "up")', '"precedents" or "dependents"'),
        ('general.trace("Sheet1!A1", "precedents", 99)', "from 1 to 8"),
        ('general.trace("A1,B2", "precedents")', "not one area"),
        ('general.impact("Nowhere!A1")', "Nowhere"),
        ("general.impact(7)", "give addresses, a name or a sheet"),
    ],
)
async def test_wrong_arguments_are_refused_with_what_is_right(call: str, message: str) -> None:
    async with executing() as (executor, _):
        code = f"async function execute() {{ await {call}; }}"
        result = await executor.execute(code, execution_id="x1")
        assert result.is_error
        assert message in result.text


async def test_an_index_is_made_at_the_first_question_and_kept_while_nothing_changes() -> None:
    lookups = Lookups()
    async with executing(lookups=lookups, exclusive=True) as (executor, _):
        await run(executor, 'await sheet.getCellRange("Sheet1!A1:B2");')
        assert lookups._index is None
        await run(executor, 'await general.searchWorkbook("price");', "x2")
        first = lookups._index
        assert first is not None
        await run(executor, 'await general.impact("Sheet1!C2");', "x3")
        assert lookups._index is first
        await run(executor, 'await sheet.setCell("Summary!C9", 5);', "x4")
        await run(executor, 'await general.impact("Sheet1!C2");', "x5")
        again = lookups._index
        assert again.sheets["Sheet1"] is first.sheets["Sheet1"]
        assert again.sheets["Summary"] is not first.sheets["Summary"]


async def test_rules_over_cells_and_comments_are_found() -> None:
    async with executing() as (executor, _):
        body = """
          const cells = context.workbook.worksheets.getItem("Sheet1");
          const rule = cells.getRange("C2:C200").conditionalFormats.add("Custom");
          rule.custom.rule.formula = "=C2>Summary!$B$5";
          rule.custom.format.fill.color = "#FFCCCC";
          cells.getRange("A2:A200").dataValidation.rule =
            { list: { inCellDropDown: true, source: "=Summary!$D$1:$D$3" } };
          context.workbook.comments.add("Sheet1!B9", "restated after the audit");
          await context.sync();
          const limit = await general.impact("Summary!B5");
          const list = await general.impact("Summary!D2");
          const said = await general.searchWorkbook("restated audit");
          return [limit.objects, list.objects, said.hits[0].id];
        """
        limit, choice, said = returned(await run(executor, body))
        assert limit == ["conditional-format:Sheet1!C2:C200"]
        assert choice == ["validation:Sheet1!A2:A200"]
        assert said == "comment:Sheet1!B9"


async def test_what_the_user_changed_selected_and_named_draws_searches() -> None:
    lookups = Lookups()
    async with executing(lookups=lookups) as (executor, host):
        await run(executor, FILL)
        await host.write("Summary", "A9:B9", "Values", [["Margin target", 0.4]])
        builder = BatchBuilder()
        builder.worksheet("Sheet1").range("C5:C6").call("Select", writes=False)
        Results(await host.inner.send(builder.build()))
        await executor.first_look.tell()
        lookups.about("raise the prices in Sheet1!C2:C9 by two percent")
        index = lookups._index or lookups.index(await executor.snapshot())
        around = {str(area) for area in lookups._around(index)}
        assert {"Summary!A9", "Summary!B9", "Sheet1!C5:C6", "Sheet1!C2:C200"} <= around
