"""What every engine behind the seam does with names and tables."""

from dataclasses import replace

import pytest
from engines import EngineKind, formula_at, reopened, sales, values

from embedded_excel.calc.cells import (
    DefinedName,
    Formula,
    Rect,
    TableColumn,
)
from embedded_excel.calc.engine import Engine, EngineRefused


# -- names and tables --------------------------------------------------------------------------
@pytest.mark.needs("names of values")
def test_names_live_in_their_scope(kind: EngineKind, engine: Engine):
    engine.add_sheet("Other")
    names = [
        DefinedName("Rate", "=Sheet1!$A$1", comment="yearly"),
        DefinedName("Rate", "=Other!$A$1", sheet=1),
        DefinedName("Hidden_one", "=42", hidden=True),
    ]
    for name in names:
        engine.set_name(name)
    engine.write(0, [(0, 0, 3.0), (0, 1, Formula("=Rate*Hidden_one"))])
    again = reopened(kind, engine)
    assert sorted(again.names(), key=repr) == sorted(names, key=repr)
    assert values(again, Rect(0, 1, 0, 1)) == ((126.0,),)
    again.remove_name("rate", None)
    assert [name.sheet for name in again.names() if name.name == "Rate"] == [1]
    with pytest.raises(EngineRefused):
        again.remove_name("Rate", None)


@pytest.mark.parametrize("name", ["A1", "R1C1", "c", "1st", "two words", "", "x" * 256, "a-b"])
def test_names_that_look_like_something_else_are_refused(engine: Engine, name: str):
    with pytest.raises(EngineRefused):
        engine.set_name(DefinedName(name, "=1"))
    assert list(engine.names()) == []


@pytest.mark.needs("tables")
def test_short_structured_references_work_inside_a_table(kind: EngineKind, engine: Engine):
    sales(engine)
    engine.write(0, [(1, 4, Formula("=Sales[@Qty]*Sales[@[Unit Price]]"))])
    engine.write(0, [(2, 1, Formula("=[@[Unit Price]]*10+COUNT([Qty])*0"))])
    engine.recalculate()
    assert values(engine, Rect(1, 4, 1, 4)) == ((10.0,),)
    again = reopened(kind, engine)
    assert formula_at(again, 1, 4) == "=Sales[@Qty]*Sales[@[Unit Price]]"
    inside = formula_at(again, 2, 1)
    assert inside is not None
    assert inside.startswith("=[@[Unit Price]]*10")


@pytest.mark.needs("tables")
def test_a_table_keeps_its_identity_through_every_change(kind: EngineKind, engine: Engine):
    table = sales(engine, totals=False)
    engine.write(0, [(0, 6, Formula("=SUM(Sales[Qty])"))])
    columns = (
        table.columns[0],
        replace(table.columns[1], name="Quantity", totals_function="sum"),
        table.columns[2],
    )
    changed = replace(
        table, name="Orders", rect=Rect(0, 0, 3, 2), columns=columns, totals=True, first_column=True
    )
    engine.write(0, [(0, 1, "Quantity")])
    engine.update_table(changed)
    engine.recalculate()
    (found,) = engine.tables()
    assert found == changed
    assert formula_at(engine, 0, 6) == "=SUM(Orders[Quantity])"
    assert values(engine, Rect(3, 1, 3, 1)) == ((5.0,),)
    assert [replace(other, id=table.id) for other in reopened(kind, engine).tables()] == [changed]


@pytest.mark.needs("tables")
def test_writing_a_header_cell_renames_the_column(engine: Engine):
    sales(engine)
    engine.write(0, [(0, 6, Formula("=SUM(Sales[Qty])")), (5, 5, 1.0)])
    engine.write(0, [(0, 1, "Pieces"), (0, 2, "pieces"), (0, 0, None)])
    engine.recalculate()
    (table,) = engine.tables()
    assert [column.name for column in table.columns] == ["Column1", "Pieces", "pieces2"]
    assert values(engine, Rect(0, 0, 0, 2)) == (("Column1", "Pieces", "pieces2"),)
    assert formula_at(engine, 0, 6) == "=SUM(Sales[Pieces])"
    assert values(engine, Rect(0, 6, 0, 6)) == ((5.0,),)


@pytest.mark.needs("tables")
def test_a_table_turned_into_a_range_leaves_plain_references(engine: Engine):
    table = sales(engine)
    engine.add_sheet("Other")
    engine.write(1, [(0, 0, Formula("=SUM(Sales[Qty])"))])
    engine.write(0, [(1, 4, Formula("=Sales[@Qty]")), (0, 4, Formula("=COUNTA(Sales[#Headers])"))])
    engine.set_name(DefinedName("Prices", "=Sales[Unit Price]"))
    engine.remove_table(table.id)
    engine.recalculate()
    assert list(engine.tables()) == []
    assert formula_at(engine, 0, 0, 1) == "=SUM(Sheet1!$B$2:$B$3)"
    assert formula_at(engine, 1, 4) == "=$B2"
    assert values(engine, Rect(0, 4, 1, 4)) == ((3.0,), (2.0,))
    assert [name.formula for name in engine.names()] == ["=Sheet1!$C$2:$C$3"]


@pytest.mark.needs("tables")
@pytest.mark.parametrize(
    "changes",
    [
        {"name": "A1"},
        {"name": "has space"},
        {"name": "sales"},
        {"rect": Rect(2, 2, 4, 4)},
        {"columns": (TableColumn("a"), TableColumn("A"), TableColumn("b"))},
        {"columns": (TableColumn("a"),)},
        {"rect": Rect(10, 0, 10, 2)},
    ],
    ids=["cell", "space", "taken", "overlap", "repeated", "too few", "no rows"],
)
def test_tables_excel_would_not_make_are_refused(engine: Engine, changes):
    first = sales(engine)
    other = replace(first, name="Other", rect=Rect(10, 0, 12, 2))
    with pytest.raises(EngineRefused):
        engine.add_table(replace(other, **changes))
    assert list(engine.tables()) == [first]
