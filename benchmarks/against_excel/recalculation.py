"""Recalculation: every formula of a corpus against the value Excel calculated last.

The cached values are taken out before the engine sees the file. Left out, because no engine can
give the same value: what depends on the clock, on chance, on the machine (`NOW TODAY RAND…  CELL
INFO`), on other files, on macros and
functions of add-ins, and data tables.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from against_excel import cached_values
from against_excel.cached_values import Sheet, Workbook
from against_excel.dependence import Cell, Needs, dependents, needs
from against_excel.figures import Tally
from embedded_excel.calc.cells import CellError, CellValue
from embedded_excel.calc.engine import EngineFailed, EngineRefused
from embedded_excel.calc.formulon.formulas import function_names
from embedded_excel.calc.formulon_engine import FormulonEngine
from embedded_excel.errors import WorkbookFileError
from embedded_excel.xlsx.package import read_workbook_file

RELATIVE, ABSOLUTE = 1e-9, 1e-12
_TEXTS = re.compile(r'"(?:[^"]|"")*"')
_VOLATILE = re.compile(
    r"\b(?:NOW|TODAY|RAND|RANDBETWEEN|RANDARRAY|CELL|INFO|RTD|WEBSERVICE|STOCKHISTORY"
    r"|CUBE[A-Z]+|HYPERLINK_BASE|GET\.[A-Z.]+)\(",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(r"\[[0-9]+\]|\[[^\[\]]+\.xl\w+\]", re.IGNORECASE)
_NEWER = (
    "#CALC!",
    "#SPILL!",
    "#FIELD!",
    "#BLOCKED!",
    "#CONNECT!",
    "#BUSY!",
    "#UNKNOWN!",
    "#VALUE!",
)
_LOCAL = re.compile(r"\b(?:LET|LAMBDA)\(", re.IGNORECASE)
_CALL = re.compile(r"([A-Za-z_][\w.]*)\(")


@dataclass
class Recalculated:
    """The figures of a corpus."""

    cells: Tally = field(default_factory=Tally)
    files: Tally = field(default_factory=Tally)
    left_out: dict[str, int] = field(default_factory=dict)


def measure(folder: Path, *, short: bool) -> Recalculated:
    """Every workbook below a folder; `short` takes about 45 of those below 200 kB."""
    paths = sorted(path for path in folder.rglob("*.xls[xm]") if not path.name.startswith("~"))
    if short:
        paths = [path for path in paths if path.stat().st_size < 200_000]
        paths = paths[:: max(1, len(paths) // 45)]
    found = Recalculated()
    for path in paths:
        _measure_file(path, found)
    return found


def _measure_file(path: Path, found: Recalculated) -> None:
    try:
        package = read_workbook_file(path)
        workbook = cached_values.read(package)
        total = sum(len(sheet.cached) for sheet in workbook.sheets)
        engine = FormulonEngine.load(cached_values.without(package, workbook))
        engine.recalculate(full=True)
    except (WorkbookFileError, EngineFailed, EngineRefused) as error:
        found.files.differs("can't be opened", f"{path.name}: {error}")
        return
    try:
        differing = _compare(path.name, engine, workbook, found)
    finally:
        engine.close()
    if differing:
        found.files.differs("cells differ", f"{path.name}: {differing}")
    elif total:
        found.files.same()


def _leave_out(found: Recalculated, why: str, cells: int) -> None:
    if cells:
        found.left_out[why] = found.left_out.get(why, 0) + cells


def _compare(name: str, engine: FormulonEngine, workbook: Workbook, found: Recalculated) -> int:
    """How many cells differ; the first ones of each chain are classified."""
    with engine._open():  # noqa: SLF001 - the list of functions is the engine's
        function_names()
    values: dict[Cell, CellValue] = {}
    formulas: dict[Cell, str] = {}
    for index, sheet in enumerate(workbook.sheets):
        if sheet.cached:
            for cell, value, formula in _cells(engine, index, sheet):
                values[cell] = value
                if formula is not None:
                    formulas[cell] = formula
    cached = {
        (sheet.name.lower(), *place): value
        for sheet in workbook.sheets
        for place, value in sheet.cached.items()
    }
    spills = _spills(workbook)
    reads = _Reads(formulas, workbook.names)
    out = _incomparable(workbook, formulas, reads, spills)
    _leave_out(
        found, "depends on clock, chance, machine, other files, macros", len(out & set(cached))
    )
    differing = {
        cell
        for cell, value in cached.items()
        if cell not in out and not _equal(value, values.get(cell))
    }
    found.cells.same(sum(cell not in out for cell in cached) - len(differing))
    for cell in differing:
        anchor = next((at for at, area in spills.items() if cell in area), cell)
        formula = formulas.get(anchor, "")
        others: dict[str, set[tuple[int, int]]] = {}
        for sheet, row, column in differing - {cell, anchor, *spills.get(anchor, ())}:
            others.setdefault(sheet, set()).add((row, column))
        follows = len(differing) < 5_000 and reads[anchor].touches(others)
        reason = _class(cached[cell], values.get(cell), formula)
        example = f"{name} {cell[0]}!R{cell[1] + 1}C{cell[2] + 1} ={formula.lstrip('=')[:160]}: "
        example += f"Excel {cached[cell]!r}, here {values.get(cell)!r}"
        found.cells.differs("follows from another difference" if follows else reason, example)
    return len(differing)


def _cells(
    engine: FormulonEngine, index: int, sheet: Sheet
) -> Iterator[tuple[Cell, CellValue, str | None]]:
    used = engine.used_rect(index, values_only=True)
    if used is None:
        return
    block = engine.read(index, used)
    name = sheet.name.lower()
    for row, (values, formulas) in enumerate(
        zip(block.values, block.formulas, strict=True), used.top
    ):
        for column, (value, formula) in enumerate(zip(values, formulas, strict=True), used.left):
            if value is not None or formula is not None:
                yield (name, row, column), value, formula


def _spills(workbook: Workbook) -> dict[Cell, set[Cell]]:
    return {
        (sheet.name.lower(), *anchor): {
            (sheet.name.lower(), row, column)
            for row in range(area.top, area.bottom + 1)
            for column in range(area.left, area.right + 1)
        }
        for sheet in workbook.sheets
        for anchor, area in sheet.arrays.items()
        if area.rows * area.columns < 100_000
    }


class _Reads:
    """What each formula reads, found when asked."""

    def __init__(self, formulas: dict[Cell, str], names: dict[str, str]) -> None:
        self._formulas, self._names = formulas, names
        self._known: dict[Cell, Needs] = {}

    def __getitem__(self, cell: Cell) -> Needs:
        if cell not in self._known:
            self._known[cell] = needs(self._formulas.get(cell, ""), cell[0], self._names)
        return self._known[cell]

    def all(self) -> dict[Cell, Needs]:
        return {cell: self[cell] for cell in self._formulas}


def _incomparable(
    workbook: Workbook, formulas: dict[Cell, str], reads: _Reads, spills: dict[Cell, set[Cell]]
) -> set[Cell]:
    tables = {
        (sheet.name.lower(), *place) for sheet in workbook.sheets for place in sheet.data_tables
    }
    odd_names = {name for name, text in workbook.names.items() if _depends_outside(text, workbook)}
    seeds = set(tables)
    for cell, formula in formulas.items():
        stored = _stored(workbook, cell)
        words = re.findall(r"[^\W\d][\w.\\]*", formula) if odd_names else ()
        if (
            _depends_outside(formula, workbook)
            or _depends_outside(stored, workbook)
            or any(word.upper() in odd_names for word in words)
        ):
            seeds.add(cell)
    for sheet in workbook.sheets:
        for place, text in sheet.formulas.items():
            if _depends_outside(text, workbook):
                seeds.add((sheet.name.lower(), *place))
    return dependents(seeds, reads.all(), spills) if seeds else set()


def _stored(workbook: Workbook, cell: Cell) -> str:
    for sheet in workbook.sheets:
        if sheet.name.lower() == cell[0]:
            return sheet.formulas.get(cell[1:], "")
    return ""


def _depends_outside(formula: str, workbook: Workbook) -> bool:
    """Whether a formula asks for what isn't in the workbook."""
    bare = _TEXTS.sub('""', formula)
    if _VOLATILE.search(bare) or _ELSEWHERE.search(bare) or bare == "#REF!":
        return True
    if "_xludf." in bare.lower() or "_xll." in bare.lower():
        return True
    return not _LOCAL.search(bare) and any(
        call.upper().removeprefix("_XLFN.").removeprefix("_XLWS.") not in function_names()
        and call.upper() not in workbook.names
        for call in _CALL.findall(bare)
    )


def _equal(excel: CellValue, here: CellValue) -> bool:
    if isinstance(excel, bool) or isinstance(here, bool):
        return excel is here
    if isinstance(excel, float) and isinstance(here, int | float):
        return math.isclose(excel, here, rel_tol=RELATIVE, abs_tol=ABSOLUTE)
    if excel == "":
        return here in ("", None)
    if excel == cached_values.NEWER_ERROR:
        return isinstance(here, CellError) and here.code in _NEWER
    return excel == here


def _class(excel: CellValue, here: CellValue, formula: str) -> str:
    called = sorted(
        {call.upper().removeprefix("_XLFN.") for call in _CALL.findall(_TEXTS.sub('""', formula))}
    )
    functions = " ".join(called[:4]) or "no function"
    return f"{_kind(excel)} → {_kind(here)}: {functions}"


def _kind(value: CellValue) -> str:
    match value:
        case CellError(code):
            return code
        case bool():
            return "logical"
        case str():
            return "text"
        case None:
            return "nothing"
        case _:
            return "number"
