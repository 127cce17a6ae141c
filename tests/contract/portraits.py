"""Everything an undo has to give back, read from the engine itself: not through the API it uses."""

from collections.abc import Callable
from dataclasses import replace

from executions import LIMITS, WatchedHost

from embedded_excel.calc.cells import Rect
from embedded_excel.host import EmbeddedExcel
from embedded_excel.model import validating
from tieout.errors import ExcelError, GateRefused
from tieout.execution.approvals import FixedApprover
from tieout.execution.executor import Executor
from tieout.execution.ports import CodeError, Returned, SandboxRun, SandboxServices, Threw
from tieout.headless.embedded_host import EmbeddedHost
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results

_FORMULATED = ("expression", "cellIs")
"""Kinds whose formula is their own, not what Excel makes of their text or criterion."""
SHOWN = Rect(0, 0, 24, 11)
Step = Callable[[BatchBuilder], object]


def portrait(excel: EmbeddedExcel, *, whole: bool = False) -> dict[str, object]:
    """Sheets in order with contents, styles, sizes, merges, views and rules; names and tables.

    `whole`: of all used cells; otherwise of the first ones.
    """
    book = excel.workbook
    book.settle()
    engine = book.engine
    names = list(engine.sheet_names())
    return {
        "order": names,
        "names": sorted((name.name, name.formula, name.sheet) for name in engine.names()),
        "tables": sorted(_table(table) for table in engine.tables()),
        "locked": engine.documents.structure_lock().locked,
        **{
            name: _sheet(engine, sheet, _used(engine, sheet) if whole else SHOWN)
            for sheet, name in enumerate(names)
        },
    }


def _used(engine, sheet: int) -> Rect:
    return engine.used_rect(sheet, values_only=False) or SHOWN


def _sheet(engine, sheet: int, shown: Rect) -> dict[str, object]:
    block = engine.read(sheet, shown)
    ids = engine.style_ids(sheet, shown)
    rows, columns = engine.row_axis(sheet), engine.column_axis(sheet)
    return {
        "values": {
            (row, column): (value, block.formulas[row][column])
            for row, line in enumerate(block.values)
            for column, value in enumerate(line)
            if value is not None or block.formulas[row][column]
        },
        "styles": {
            (row, column): engine.style(style)
            for row, line in enumerate(ids)
            for column, style in enumerate(line)
            if engine.style(style) != engine.style(0)
        },
        "rows": [
            (rows.sizes.get(row, rows.default), row in rows.hidden)
            for row in range(shown.bottom + 6)
        ],
        "columns": [
            (columns.sizes.get(column, columns.default), column in columns.hidden)
            for column in range(shown.right + 4)
        ],
        "merges": sorted(str(rect) for rect in engine.merges(sheet)),
        "view": engine.sheet_view(sheet),
        "conditional": [
            repr(replace(rule, id="", formula1=rule.formula1 if rule.kind in _FORMULATED else ""))
            for rule in engine.sheet_parts.conditional.rules(sheet)
        ],
        "validation": _validation(engine, sheet, shown),
        "comments": _comments(engine, sheet),
        "links": _links(engine, sheet),
        "protection": _protection(engine, sheet),
    }


def _table(table) -> str:
    """A table by all but its identity; its totals are seen in their cells."""
    columns = tuple(replace(one, totals_function="", totals_label="") for one in table.columns)
    return repr(replace(table, id=0, columns=columns))


def _validation(engine, sheet: int, shown: Rect) -> dict[tuple[int, int], str]:
    """The validation of each cell by itself: areas may be cut differently and mean the same."""
    return {
        (row, column): repr(validating.bare(rule))
        for rule in engine.sheet_parts.validation.validations(sheet)
        for rect in rule.rects
        for row in range(rect.top, min(rect.bottom, shown.bottom) + 1)
        for column in range(rect.left, min(rect.right, shown.right) + 1)
    }


def _protection(engine, sheet: int) -> object:
    """What a sheet's protection allows; nothing where it is off."""
    found = engine.sheet_parts.protection.protection(sheet)
    return found if found.on else None


def _links(engine, sheet: int) -> dict[tuple[int, int], str]:
    """The link of each cell: one that lies over several may come back as several."""
    return {
        (row, column): f"{link.address} {link.location} {link.tip}"
        for link in engine.sheet_parts.hyperlinks.links(sheet)
        for row in range(link.rect.top, link.rect.bottom + 1)
        for column in range(link.rect.left, link.rect.right + 1)
    }


def _comments(engine, sheet: int) -> list[tuple[object, ...]]:
    """Threads without whose they are and when: nobody can set those."""
    found = engine.sheet_parts.comments.comments(sheet)
    places = {one.id: (one.row, one.column) for one in found}
    threads = [
        (one.row, one.column, places.get(one.parent), one.text, one.resolved) for one in found
    ]
    return sorted(threads, key=repr)


def differences(one: dict[str, object], other: dict[str, object], path: str = "") -> list[str]:
    """What isn't the same in two portraits, one line each."""
    found: list[str] = []
    for key in {**one, **other}:
        was, now = one.get(key), other.get(key)
        if isinstance(was, dict) and isinstance(now, dict):
            found += differences(was, now, f"{path}/{key}")
        elif was != now:
            found.append(f"{path}/{key}: {was} -> {now}")
    return found


class Steps:
    """A sandbox whose code is these batches; `throws` when they are all sent."""

    def __init__(self) -> None:
        self.batches: list[list[Step]] = []
        self.throws = False

    async def run(self, run: SandboxRun, services: SandboxServices):
        for steps in self.batches:
            builder = BatchBuilder()
            for step in steps:
                step(builder)
            try:
                Results(await services.sync(builder.build()))
            except ExcelError as error:
                return Threw(CodeError("Error", str(error)))
            except GateRefused as refused:
                return Threw(CodeError("Refused", str(refused)))
        if self.throws:
            return Threw(CodeError("Error", "no"))
        return Returned(None)


class Desk:
    """An executor on a workbook of its own, run by steps."""

    def __init__(self, **options) -> None:
        self.host = WatchedHost(EmbeddedHost(EmbeddedExcel.new("book.xlsx")))
        self.sandbox = Steps()
        options = {"limits": LIMITS, "approver": FixedApprover(allow=True), **options}
        self.executor = Executor(self.host, self.sandbox, **options)
        self._runs = 0

    async def run(self, *batches: list[Step], throws: bool = False):
        """One execution of these batches."""
        self._runs += 1
        self.sandbox.batches, self.sandbox.throws = list(batches), throws
        return await self.executor.execute("code", execution_id=f"e{self._runs}")

    async def edit(self, *steps: Step) -> None:
        """Somebody else's edit, past the executor."""
        builder = BatchBuilder()
        for step in steps:
            step(builder)
        Results(await self.host.inner.send(builder.build()))

    async def portrait(self) -> dict[str, object]:
        return await self.host.inner.with_excel(portrait)

    async def close(self) -> None:
        await self.host.inner.close()
