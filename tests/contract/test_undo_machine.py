"""Random executions are taken back: the workbook is then what it was, to the last border line.

The steps are batches of the kinds that code sends, on a workbook with formats of its own. Every
execution is compared through the engine, before it and after its revert (or its rollback).
"""

import asyncio
from collections.abc import Callable

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from portraits import Desk, Step, differences

from tieout.office_wire.build import BatchBuilder, WireObject

SHEETS = ("Sheet1", "Data")
SIDES = ("EdgeTop", "EdgeBottom", "EdgeLeft", "EdgeRight", "DiagonalDown")
LINES = ("None", "Continuous", "Double", "Dash")
COLORS = ("#FF0000", "#00B050", "#FFFFFF", "#123456")


@st.composite
def cells(draw: st.DrawFn, rows: int = 7, columns: int = 6) -> tuple[str, int, int]:
    """An address in the upper left corner, with its size."""
    top, left = draw(st.integers(1, rows)), draw(st.integers(1, columns))
    bottom = draw(st.integers(top, min(rows, top + 3)))
    right = draw(st.integers(left, min(columns, left + 2)))
    address = f"{'ABCDEFGH'[left - 1]}{top}:{'ABCDEFGH'[right - 1]}{bottom}"
    return address, bottom - top + 1, right - left + 1


areas = cells()
WHOLE_LINES = ("A:A", "B:C", "E:F", "1:1", "2:4", "6:6")
lines = st.sampled_from(WHOLE_LINES[:3])
numbered = st.sampled_from(WHOLE_LINES[3:])
sheets = st.sampled_from(SHEETS)
flags = st.booleans()


def on(sheet: str, address: str, change: Callable[[WireObject], object]) -> Step:
    return lambda batch: change(batch.worksheet(sheet).range(address))


WHOLE = {"wholeNumber": {"formula1": 1, "formula2": "=B$9", "operator": "Between"}}
LIST = {"list": {"inCellDropDown": True, "source": "a,b"}}
RULES: dict[str, tuple[str, ...]] = {
    "CellValue": ("CellValue", "Rule"), "Custom": ("Custom", "Rule", "Formula"),
    "DataBar": ("DataBar", "ShowDataBarOnly"),
}  # fmt: skip
VALUES = {
    "CellValue": {"formula1": "=B1", "operator": "GreaterThan"}, "Custom": "=A1=2", "DataBar": True,
}  # fmt: skip


def format_added(cells: WireObject, kind: str) -> None:
    made = cells.child("ConditionalFormats").create("Add", kind)
    *path, name = RULES[kind]
    part = made
    for step in path:
        part = part.child(step)
    part.set(name, VALUES[kind])
    if kind != "DataBar":
        made.child(kind).child("Format").child("Fill").set("Color", "#FFC7CE")


def protected(batch: BatchBuilder, what: str) -> None:
    owner = batch.workbook if what == "workbook" else batch.worksheet(what)
    owner.child("Protection").call("Protect", None)


def validated(cells: WireObject, rule: dict[str, object]) -> None:
    cells.child("DataValidation").set("Rule", rule)


START: list[Step] = [
    lambda batch: batch.worksheets.create("Add", "Data"),
    on("Sheet1", "A1:C3", lambda c: c.set("Values", [["a", 1, 2.5], ["b", 3, 4], ["c", 5, True]])),
    on("Sheet1", "D2:D3", lambda c: c.set("Formulas", [["=B2*C2"], ["=SUM(B1:B3)"]])),
    on("Data", "A1:B2", lambda c: c.set("Formulas", [["x", "=Sheet1!B2"], ["y", 7]])),
    on("Sheet1", "B1:C3", lambda c: c.set("NumberFormat", "#,##0.0")),
    on("Sheet1", "A1:D1", lambda c: c.child("Format").child("Font").set("Bold", True)),
    on("Sheet1", "B2", lambda c: c.child("Format").child("Fill").set("Color", "#FFEE00")),
    on("Sheet1", "A1:D1", lambda c: c.child("Format").child("Borders").item("EdgeBottom")
       .set("Style", "Double")),
    on("Sheet1", "C:C", lambda c: c.child("Format").set("ColumnWidth", 99)),
    on("Sheet1", "E5:F5", lambda c: c.call("Merge", False)),
    lambda batch: batch.workbook.child("Names").create("Add", "rate", "=Sheet1!$B$2", None),
    on("Data", "M1:N4", lambda c: c.set("Values", [["p", "q"], [3, "x"], [1, "y"], [2, ""]])),
    lambda batch: batch.workbook.child("Tables").create("Add", "Data!M1:N4", True)
        .set("Name", "Sales"),
    on("Sheet1", "B2:C3", lambda c: validated(c, WHOLE)),
    on("Sheet1", "A1:C3", lambda c: format_added(c, "CellValue")),
    on("Data", "A1:B9", lambda c: format_added(c, "Custom")),
    on("Sheet1", "B3", lambda c: c.set("Hyperlink", {"documentReference": "Data!A1"})),
    lambda batch: batch.worksheet("Sheet1").child("Comments")
        .create("Add", "Sheet1!C3", "Really?", "Plain"),
]  # fmt: skip


class UndoMachine(RuleBasedStateMachine):
    """Steps are collected into the batches of an execution; running it also takes it back."""

    @initialize()
    def open(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.desk = Desk(exclusive=True)
        self.loop.run_until_complete(self.desk.edit(*START))
        self.batches: list[list[Step]] = []
        self.runs = 0
        self.made = 0

    def teardown(self) -> None:
        if hasattr(self, "loop"):
            if self.batches:
                self.loop.run_until_complete(self._run_and_take_back(False))
            self.loop.run_until_complete(self.desk.close())
            self.loop.close()

    def add(self, step: Step, *, apart: bool = False) -> None:
        if apart or not self.batches:
            self.batches.append([])
        self.batches[-1].append(step)

    @rule(
        sheet=sheets, area=areas, value=st.sampled_from(["text", 0, -12.75, True, ""]), apart=flags
    )
    def write(self, sheet: str, area: tuple[str, int, int], value: object, apart: bool) -> None:
        address, rows, columns = area
        grid = [[value] * columns for _ in range(rows)]
        self.add(on(sheet, address, lambda c: c.set("Values", grid)), apart=apart)

    @rule(sheet=sheets, area=areas)
    def calculate(self, sheet: str, area: tuple[str, int, int]) -> None:
        self.add(on(sheet, area[0], lambda c: c.set("Formulas", "=ROW()+Sheet1!$B$2")))

    @rule(sheet=sheets, area=areas, code=st.sampled_from(["0%", "@", "General", "0.00"]))
    def number_format(self, sheet: str, area: tuple[str, int, int], code: str) -> None:
        self.add(on(sheet, area[0], lambda c: c.set("NumberFormat", code)))

    @rule(
        sheet=sheets,
        area=st.one_of(areas.map(lambda area: area[0]), lines, numbered),
        what=st.sampled_from([("Bold", True), ("Size", 15), ("Underline", "Single"),
                              ("Color", "#FF0000"), ("Superscript", True)]),
        apart=flags,
    )  # fmt: skip
    def font(self, sheet: str, area: str, what: tuple[str, object], apart: bool) -> None:
        if area in WHOLE_LINES and self._steps("move"):
            return  # formats of empty cells that move are named as not covered
        self.add(on(sheet, area, lambda c: c.child("Format").child("Font").set(*what)), apart=apart)
        self.batches[-1][-1].__name__ = "wide" if area in WHOLE_LINES else "font"

    @rule(sheet=sheets, area=areas, color=st.sampled_from(COLORS))
    def fill(self, sheet: str, area: tuple[str, int, int], color: str) -> None:
        self.add(on(sheet, area[0], lambda c: c.child("Format").child("Fill").set("Color", color)))

    @rule(sheet=sheets, area=areas, side=st.sampled_from(SIDES), line=st.sampled_from(LINES))
    def border(self, sheet: str, area: tuple[str, int, int], side: str, line: str) -> None:
        def draw(range_: WireObject) -> None:
            range_.child("Format").child("Borders").item(side).set("Style", line)

        self.add(on(sheet, area[0], draw))

    @rule(sheet=sheets, area=areas, side=st.sampled_from(["Left", "Center", "Right"]))
    def align(self, sheet: str, area: tuple[str, int, int], side: str) -> None:
        self.add(on(sheet, area[0], lambda c: c.child("Format").set("HorizontalAlignment", side)))

    @rule(sheet=sheets, area=lines, points=st.sampled_from([20, 120.5]))
    def width(self, sheet: str, area: str, points: float) -> None:
        self.add(on(sheet, area, lambda c: c.child("Format").set("ColumnWidth", points)))

    @rule(sheet=sheets, area=numbered, points=st.sampled_from([10, 44]))
    def height(self, sheet: str, area: str, points: float) -> None:
        self.add(on(sheet, area, lambda c: c.child("Format").set("RowHeight", points)))

    @rule(sheet=sheets, rows=flags, hidden=flags)
    def hide(self, sheet: str, rows: bool, hidden: bool) -> None:
        # Rows and columns of their own: the size of a hidden one can't be read.
        address, member = ("9:10", "RowHidden") if rows else ("H:H", "ColumnHidden")
        self.add(on(sheet, address, lambda c: c.set(member, hidden)))

    @rule(sheet=sheets, area=areas)
    def merge(self, sheet: str, area: tuple[str, int, int]) -> None:
        self.add(on(sheet, area[0], lambda c: c.call("Merge", False)))

    @rule(sheet=sheets, area=areas)
    def unmerge(self, sheet: str, area: tuple[str, int, int]) -> None:
        self.add(on(sheet, area[0], lambda c: c.call("Unmerge")))

    @rule(sheet=sheets, area=areas, what=st.sampled_from(["Formats", "All", "Contents"]))
    def clear(self, sheet: str, area: tuple[str, int, int], what: str) -> None:
        self.add(on(sheet, area[0], lambda c: c.call("Clear", what)))

    @rule(sheet=sheets, area=numbered)
    def insert(self, sheet: str, area: str) -> None:
        self._move(on(sheet, area, lambda c: c.call("Insert", "Down")))

    @rule(sheet=sheets, area=numbered)
    def delete(self, sheet: str, area: str) -> None:
        self._move(on(sheet, area, lambda c: c.call("Delete", "Up")))

    def _move(self, step: Step) -> None:
        if not self._steps("wide"):
            step.__name__ = "move"
            self.add(step, apart=True)

    @rule(sheet=sheets, rows=st.integers(0, 3), color=st.sampled_from(COLORS))
    def view(self, sheet: str, rows: int, color: str) -> None:
        def change(batch: BatchBuilder) -> None:
            panes = batch.worksheet(sheet).child("FreezePanes")
            panes.call("FreezeRows", rows) if rows else panes.call("Unfreeze")
            batch.worksheet(sheet).set("TabColor", color)

        self.add(change)

    @rule(hidden=flags)
    def hide_sheet(self, hidden: bool) -> None:
        value = "Hidden" if hidden else "Visible"
        self.add(lambda batch: batch.worksheet("Data").set("Visibility", value))

    @rule(formats=flags)
    def add_sheet(self, formats: bool) -> None:
        self.made += 1
        name = f"Added{self.made}"

        def change(batch: BatchBuilder) -> None:
            sheet = batch.worksheets.create("Add", name)
            sheet.range("A1").set("Values", "new")
            if formats:
                sheet.range("A1:B2").child("Format").child("Font").set("Bold", True)

        self.add(change)

    @rule()
    def add_name(self) -> None:
        self.made += 1
        name = f"name{self.made}"
        self.add(
            lambda batch: batch.workbook.child("Names").create("Add", name, "=Data!$A$1", None)
        )

    @rule()
    def change_name(self) -> None:
        self.add(
            lambda batch: batch.workbook.child("Names").item("rate").set("Formula", "=Data!$B$2")
        )

    @rule()
    def add_table(self) -> None:
        def change(batch: BatchBuilder) -> None:
            area = batch.worksheet("Data").range("J1:K3")
            area.set("Values", [["p", "q"], [1, 2], [3, 4]])
            batch.workbook.child("Tables").create("Add", "Data!J1:K3", True)

        if not self._steps("change_table"):
            change.__name__ = "change_table"
            self.add(change, apart=True)

    @rule(sheet=sheets, area=areas, kind=st.sampled_from(list(RULES)), first=flags)
    def conditional(self, sheet: str, area: tuple[str, int, int], kind: str, first: bool) -> None:
        def change(cells: WireObject) -> None:
            if first:
                cells.child("ConditionalFormats").call("ClearAll")
            format_added(cells, kind)

        self.add(on(sheet, area[0], change))

    @rule(sheet=sheets, area=areas, what=st.sampled_from([WHOLE, LIST, None]))
    def validate(
        self, sheet: str, area: tuple[str, int, int], what: dict[str, object] | None
    ) -> None:
        def change(cells: WireObject) -> None:
            validated(cells, what) if what else cells.child("DataValidation").call("Clear")

        self.add(on(sheet, area[0], change))

    @rule(sheet=sheets, area=areas, column=st.integers(0, 1), ascending=flags)
    def sort(self, sheet: str, area: tuple[str, int, int], column: int, ascending: bool) -> None:
        fields = [{"key": min(column, area[2] - 1), "ascending": ascending}]
        self.add(
            on(
                sheet,
                area[0],
                lambda c: c.child("Sort").call("Apply", fields, False, False, "Rows"),
            ),
            apart=True,
        )

    @rule(sheet=sheets, area=areas, what=st.sampled_from(["Data!A1", "Sheet1!B2", ""]))
    def link(self, sheet: str, area: tuple[str, int, int], what: str) -> None:
        def change(cells: WireObject) -> None:
            if what:
                cells.set("Hyperlink", {"documentReference": what, "screenTip": "There"})
            else:
                cells.call("Clear", "Hyperlinks")

        cell = area[0].partition(":")[0]
        self.add(on(sheet, cell if what else area[0], change))

    @rule(cell=st.sampled_from(["A1", "B3", "F6"]))
    def comment(self, cell: str) -> None:
        def change(batch: BatchBuilder) -> None:
            batch.worksheet("Data").child("Comments").create("Add", f"Data!{cell}", "Hm", "Plain")

        if not self._steps(cell):
            change.__name__ = cell
            self.add(change)

    @rule(
        what=st.sampled_from(
            [("ShowTotals", True), ("Style", "TableStyleDark1"), ("ShowBandedRows", False),
             ("Name", "Other"), ("Delete",), ("ConvertToRange",)]
        )
    )  # fmt: skip
    def table(self, what: tuple[object, ...]) -> None:
        """At most one change of the table in an execution, for the next may not find it."""
        name, *value = what

        def sales(batch: BatchBuilder) -> None:
            found = batch.workbook.child("Tables").item("Sales")
            if value:
                found.set(name, *value)
            elif name == "Delete":
                found.call(name)
            else:
                found.create(name)

        if not self._steps("sales"):
            self.add(sales, apart=True)

    @precondition(lambda self: self.batches)
    @rule(
        throws=flags,
        rename=flags,
        delete=st.sampled_from([False, False, False, True]),
        protect=st.sampled_from(["", "", "", "Sheet1", "workbook"]),
    )
    def run_and_take_back(self, throws: bool, rename: bool, delete: bool, protect: str) -> None:
        if rename:
            self.add(lambda batch: batch.worksheet("Data").set("Name", "Renamed"), apart=True)
        elif delete:
            self.add(lambda batch: batch.worksheet("Data").call("Delete"), apart=True)
        if protect:
            self.add(lambda batch: protected(batch, protect), apart=True)
        self.loop.run_until_complete(self._run_and_take_back(throws))
        self.batches = []

    def _steps(self, name: str) -> list[Step]:
        """Steps of the execution with this name."""
        every = [step for batch in self.batches for step in batch]
        return [step for step in every if getattr(step, "__name__", "") == name]

    async def _run_and_take_back(self, throws: bool) -> None:
        before = await self.desk.portrait()
        result = await self.desk.run(*self.batches, throws=throws)
        if throws:
            assert result.outcome in ("rolled_back", "not_applied"), result.text
        elif result.undo_id:
            undone = await self.desk.executor.revert(result.undo_id)
            assert undone.kept == (), undone
            assert not any("Not exactly" in text for text in undone.not_covered), undone
        left = differences(before, await self.desk.portrait())
        assert not left, left


UndoMachine.TestCase.settings = settings(
    max_examples=15,
    stateful_step_count=20,
    deadline=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),  # shrinking has no bound in time
    database=None,
    suppress_health_check=list(HealthCheck),
)
TestUndo = UndoMachine.TestCase
