"""The engines behind the seam, and what their tests say in one word. Add an engine to ENGINES."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import cast

from ironcalc_engine import LACKS, IronCalcEngine

from embedded_excel.calc.cells import (
    CellStyle,
    Rect,
    Table,
    TableColumn,
)
from embedded_excel.calc.engine import Engine
from embedded_excel.calc.formulon_engine import FormulonEngine


@dataclass(frozen=True)
class EngineKind:
    name: str
    new: Callable[[], Engine]
    load: Callable[[bytes], Engine]
    lacks: Mapping[str, str] = field(default_factory=dict)
    """What it can't do: capability → how it shows. Tests name what they need by `needs(…)`."""


ENGINES = (
    EngineKind(
        "formulon",
        FormulonEngine.new,
        FormulonEngine.load,
        {"circular zeros": "a circular reference is #REF!, without iteration"},
    ),
    EngineKind(
        "ironcalc",
        cast("Callable[[], Engine]", IronCalcEngine.new),
        cast("Callable[[bytes], Engine]", IronCalcEngine.load),
        LACKS,
    ),
)


def reopened(kind: EngineKind, engine: Engine) -> Engine:
    again = kind.load(engine.save())
    again.recalculate()
    return again


def values(engine: Engine, rect: Rect, sheet: int = 0):
    return engine.read(sheet, rect).values


def formula_at(engine: Engine, row: int, column: int, sheet: int = 0) -> str | None:
    return engine.read(sheet, Rect(row, column, row, column)).formulas[0][0]


def bold(style: CellStyle) -> CellStyle:
    return replace(style, font=replace(style.font, bold=True))


def style_at(engine: Engine, row: int, column: int, sheet: int = 0) -> CellStyle:
    return engine.style(engine.style_ids(sheet, Rect(row, column, row, column))[0][0])


def sales(engine: Engine, **changes: object) -> Table:
    rows = [("Region", "Qty", "Unit Price"), ("North", 2.0, 5.0), ("South", 3.0, 7.0)]
    cells = [(r, c, value) for r, row in enumerate(rows) for c, value in enumerate(row)]
    engine.write(0, cells)
    columns = tuple(TableColumn(str(name)) for name in rows[0])
    table = Table(0, "Sales", 0, Rect(0, 0, 2, 2), columns, style="TableStyleMedium2")
    return engine.add_table(replace(table, **changes))
