"""A second engine behind the seam: IronCalc, for what of the seam is cells and calculation.

It shows that the seam has no shape of the first engine in it. What IronCalc can't do, or does in
another way than Excel, isn't made up for here: it is named in `LACKS`, and the tests that need it
are expected to fail with it.
"""

import io
import json
import math
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NoReturn

import ironcalc
import openpyxl
from ironcalc import WorkbookError

from embedded_excel.calc.cells import (
    MAX_COLUMNS,
    MAX_ROWS,
    Block,
    CalculationMode,
    CellError,
    CellInput,
    CellStyle,
    CellValue,
    DefinedName,
    Font,
    Formula,
    Rect,
    Table,
)
from embedded_excel.calc.engine import EngineFailed, EngineRefused

LACKS: Final = {
    "29 February 1900": "dates before March 1900 are the calendar's",
    "arrays as arguments": "XLOOKUP and TEXTJOIN don't take arrays that aren't in cells",
    "axes": "sizes are told cell by cell, not which rows and columns differ",
    "calculation modes": "the mode isn't in the file",
    "circular zeros": "a circular reference is #CIRC!",
    "copying sheets": "a sheet isn't copied with its tables and names",
    "dates from 1904": "the date system isn't told",
    "fifteen digits": "numbers are compared and shown with all their digits",
    "inserted looks": "an inserted row or column doesn't look like its neighbour",
    "iteration": "circular references aren't calculated",
    "moving tabs": "tabs keep their order",
    "names of values": "a name refers to cells; it has no comment and isn't hidden",
    "partial calculation": "every calculation is of the whole workbook",
    "spill areas": "which area an array fills isn't told",
    "style details": "only number format, font and fill, in plain colours, are translated here",
    "tables": "tables are turned into plain references on opening and aren't saved",
    "three dimensions": "references through several sheets aren't read",
    "unused cells": "a cell that was cleared counts as used",
    "views": "no active sheet, hidden tabs, frozen panes, gridlines and tab colours are translated here",
    "whole rows and columns": "their styles aren't translated here",
}
_MOST_TEXT, _MOST_FORMULA = 32_767, 8_192
_ERRORS = frozenset(
    {"#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#SPILL!", "#CALC!"}
)
_MODES: tuple[CalculationMode, ...] = ("Automatic", "AutomaticExceptTables", "Manual")


class IronCalcEngine:
    """An open workbook in IronCalc. What it lacks raises `NotImplementedError` with its name."""

    def __init__(self, model: ironcalc.Model) -> None:
        self._open: ironcalc.Model | None = model
        self._mode = _MODES[0]
        self._styles: list[CellStyle] = []
        self._ids: dict[str, int] = {}

    @classmethod
    def new(cls) -> "IronCalcEngine":
        """An empty workbook in Excel's defaults, which IronCalc's own aren't."""
        book = openpyxl.Workbook()
        book.active.title = "Sheet1"
        buffer = io.BytesIO()
        book.save(buffer)
        return cls.load(buffer.getvalue())

    @classmethod
    def load(cls, package: bytes) -> "IronCalcEngine":
        """Open a package; IronCalc takes files only."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "book.xlsx"
            path.write_bytes(package)
            try:
                return cls(ironcalc.load_from_xlsx(str(path)))
            except WorkbookError as error:
                raise EngineRefused(str(error)) from error

    @property
    def _model(self) -> ironcalc.Model:
        if self._open is None:
            raise EngineFailed("The workbook is closed.")
        return self._open

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_"):
            raise AttributeError(name)
        raise NotImplementedError(f"IronCalc's side of the seam has no {name}.")

    # -- package -----------------------------------------------------------------------------
    def save(self) -> bytes:
        return self._model.to_xlsx()

    def losses(self) -> Sequence[str]:
        return ["IronCalc keeps cells, styles, names, merged areas and conditional formats only."]

    def close(self) -> None:
        self._open = None

    # -- sheets ------------------------------------------------------------------------------
    def sheet_names(self) -> Sequence[str]:
        return [sheet["name"] for sheet in self._model.get_worksheets_properties()]

    def add_sheet(self, name: str) -> None:
        self._change(lambda: self._model.add_sheet(name))

    def remove_sheet(self, sheet: int) -> None:
        self._change(lambda: self._model.delete_sheet(sheet))

    def rename_sheet(self, sheet: int, name: str) -> None:
        self._change(lambda: self._model.rename_sheet(sheet, name))

    def _change(self, change: Callable[[], object]) -> None:
        try:
            change()
        except WorkbookError as error:
            raise EngineRefused(str(error)) from error

    # -- cells -------------------------------------------------------------------------------
    def used_rect(self, sheet: int, *, values_only: bool) -> Rect | None:
        places = self._places(sheet, Rect(0, 0, MAX_ROWS - 1, MAX_COLUMNS - 1), values_only)
        if not places:
            return None
        rows, columns = [row for row, _ in places], [column for _, column in places]
        return Rect(min(rows), min(columns), max(rows), max(columns))

    def occupied(self, sheet: int, rect: Rect) -> Iterable[tuple[int, int]]:
        return self._places(sheet, rect, values_only=True)

    def _places(self, sheet: int, rect: Rect, values_only: bool) -> list[tuple[int, int]]:
        return sorted(
            (row - 1, column - 1)
            for at, row, column in self._model.get_all_cells()
            if at == sheet
            and rect.top < row <= rect.bottom + 1
            and rect.left < column <= rect.right + 1
            and not (values_only and self._model.is_empty_cell(sheet, row, column))
        )

    def read(self, sheet: int, rect: Rect) -> Block:
        rows = range(rect.top + 1, rect.bottom + 2)
        columns = range(rect.left + 1, rect.right + 2)
        return Block(
            tuple(tuple(self._value(sheet, row, column) for column in columns) for row in rows),
            tuple(
                tuple(self._model.get_cell_formula(sheet, row, column) for column in columns)
                for row in rows
            ),
        )

    def _value(self, sheet: int, row: int, column: int) -> CellValue:
        value = self._model.get_cell_value(sheet, row, column)
        if isinstance(value, str):
            kind = self._model.get_cell_type(sheet, row, column)
            return CellError(value) if kind == ironcalc.CellType.ErrorValue else value
        return value

    def texts(self, sheet: int, rect: Rect) -> Sequence[Sequence[str]]:
        return [
            [
                self._model.get_formatted_cell_value(sheet, row + 1, column + 1)
                for column in range(rect.left, rect.right + 1)
            ]
            for row in range(rect.top, rect.bottom + 1)
        ]

    def write(self, sheet: int, cells: Iterable[tuple[int, int, CellInput]]) -> None:
        for index, (row, column, content) in enumerate(cells):
            if not (0 <= row < MAX_ROWS and 0 <= column < MAX_COLUMNS):
                raise EngineRefused(f"Cell {index} of the cells to write lies outside the sheet.")
            try:
                self._store(sheet, row + 1, column + 1, content)
            except (EngineRefused, WorkbookError) as refusal:
                raise EngineRefused(f"Cell {index} of the cells to write: {refusal}") from None

    def _store(self, sheet: int, row: int, column: int, content: CellInput) -> None:
        model = self._model
        match content:
            case None:
                model.clear_cell_contents(sheet, row, column)
            case bool():
                model.update_cell_with_bool(sheet, row, column, content)
            case float() | int():
                if not math.isfinite(content):
                    raise EngineRefused("a number must be finite.")
                model.update_cell_with_number(sheet, row, column, content)
            case str():
                if len(content) > _MOST_TEXT:
                    raise EngineRefused("the text is too long.")
                model.update_cell_with_text(sheet, row, column, content)
            case CellError(code):
                if code not in _ERRORS:
                    raise EngineRefused(f"{code} isn't an error value of Excel.")
                model.set_user_input(sheet, row, column, code)
            case Formula(text):
                _check(text)
                model.update_cell_with_formula(sheet, row, column, text)

    def recalculate(self, *, full: bool = False) -> None:
        del full
        self._model.evaluate()

    def evaluate(self, sheet: int, formula: str) -> CellValue:
        corner = (sheet, MAX_ROWS, MAX_COLUMNS)
        _check(formula)
        self._model.update_cell_with_formula(*corner, formula)
        self._model.evaluate()
        value = self._value(*corner)
        self._model.range_clear_all(*corner, MAX_ROWS, MAX_COLUMNS)
        return value

    def calculation_mode(self) -> CalculationMode:
        return self._mode

    def set_calculation_mode(self, mode: CalculationMode) -> None:
        self._mode = mode

    # -- structure ---------------------------------------------------------------------------
    def insert_rows(self, sheet: int, row: int, count: int) -> None:
        self._change(lambda: self._model.insert_rows(sheet, row + 1, count))

    def delete_rows(self, sheet: int, row: int, count: int) -> None:
        self._change(lambda: self._model.delete_rows(sheet, row + 1, count))

    def insert_columns(self, sheet: int, column: int, count: int) -> None:
        self._change(lambda: self._model.insert_columns(sheet, column + 1, count))

    def delete_columns(self, sheet: int, column: int, count: int) -> None:
        self._change(lambda: self._model.delete_columns(sheet, column + 1, count))

    def merges(self, sheet: int) -> Sequence[Rect]:
        return [
            Rect(
                found["row"] - 1,
                found["column"] - 1,
                found["row"] + found["height"] - 2,
                found["column"] + found["width"] - 2,
            )
            for found in self._model.get_merged_cells(sheet)
        ]

    def merge(self, sheet: int, rect: Rect) -> None:
        self.unmerge(sheet, rect)
        if rect.rows > 1 or rect.columns > 1:
            self._model.merge_cells(sheet, *_box(rect))

    def unmerge(self, sheet: int, rect: Rect) -> None:
        self._change(lambda: self._model.unmerge_cells(sheet, *_box(rect)))

    # -- styles ------------------------------------------------------------------------------
    def style_ids(self, sheet: int, rect: Rect) -> Sequence[Sequence[int]]:
        return [
            [self._style_id(sheet, row, column) for column in range(rect.left, rect.right + 1)]
            for row in range(rect.top, rect.bottom + 1)
        ]

    def _style_id(self, sheet: int, row: int, column: int) -> int:
        found = self._model.get_cell_style(sheet, row + 1, column + 1)
        key = json.dumps(found, sort_keys=True)
        if key not in self._ids:
            self._ids[key] = len(self._styles)
            self._styles.append(_style(found))
        return self._ids[key]

    def style(self, style_id: int) -> CellStyle:
        return self._styles[style_id]

    def restyle(self, sheet: int, rect: Rect, change: Callable[[CellStyle], CellStyle]) -> None:
        if rect.rows == MAX_ROWS or rect.columns == MAX_COLUMNS:
            raise NotImplementedError("whole rows and columns")
        changed: dict[int, CellStyle] = {}
        for row, ids in enumerate(self.style_ids(sheet, rect), rect.top):
            for column, style_id in enumerate(ids, rect.left):
                if style_id not in changed:
                    changed[style_id] = change(self.style(style_id))
                found = self._model.get_cell_style(sheet, row + 1, column + 1)
                written = found | _written(found, changed[style_id])
                self._model.set_cell_style(sheet, row + 1, column + 1, written)

    # -- names -------------------------------------------------------------------------------
    def names(self) -> Sequence[DefinedName]:
        return [
            DefinedName(found["name"], f"={found['formula'].removeprefix('=')}", found["scope"])
            for found in self._model.get_defined_name_list()
        ]

    def set_name(self, name: DefinedName) -> None:
        known = {(other.name.lower(), other.sheet) for other in self.names()}
        if (name.name.lower(), name.sheet) in known:
            self.remove_name(name.name, name.sheet)
        formula = name.formula.removeprefix("=")
        self._change(lambda: self._model.new_defined_name(name.name, name.sheet, formula))

    def remove_name(self, name: str, sheet: int | None) -> None:
        self._change(lambda: self._model.delete_defined_name(name, sheet))

    def tables(self) -> Sequence[Table]:
        return []

    @property
    def arrays(self) -> "IronCalcEngine":
        return self

    def fixed(self, _sheet: int) -> Sequence[Rect]:
        return []


def _box(rect: Rect) -> tuple[int, int, int, int]:
    return rect.top + 1, rect.left + 1, rect.bottom + 1, rect.right + 1


def _check(formula: str) -> None:
    """Refuse what doesn't parse; IronCalc stores it and shows #ERROR!."""
    if not formula.startswith("="):
        raise EngineRefused("a formula starts with `=`.")
    if len(formula) > _MOST_FORMULA:
        raise EngineRefused("the formula is too long.")
    scratch = ironcalc.create("check")
    scratch.update_cell_with_formula(0, 1, 1, formula)
    scratch.evaluate()
    if scratch.get_cell_value(0, 1, 1) == "#ERROR!":
        raise EngineRefused("it doesn't parse.")


def _style(found: Any) -> CellStyle:
    font, alignment = found.get("font") or {}, found.get("alignment") or {}
    fill = (found.get("fill") or {}).get("color") or ""
    color = font.get("color")
    code = found["num_fmt"]
    return CellStyle(
        number_format="General" if code == "general" else code,
        font=replace(
            Font(),
            name=font.get("name", "Calibri"),
            size=float(font.get("sz", 11)),
            bold=bool(font.get("b")),
            italic=bool(font.get("i")),
            strikethrough=bool(font.get("strike")),
            color=color if isinstance(color, str) else "#000000",
        ),
        fill=fill if isinstance(fill, str) else "",
        pattern="Solid" if fill else "None",
        wrap_text=bool(alignment.get("wrap_text")),
    )


def _written(found: Any, style: CellStyle) -> dict[str, Any]:
    font = dict(found.get("font") or {})
    font |= {
        "b": style.font.bold,
        "i": style.font.italic,
        "strike": style.font.strikethrough,
        "name": style.font.name,
        "sz": int(style.font.size),
    }
    return {
        "num_fmt": "general" if style.number_format == "General" else style.number_format,
        "font": font,
        "fill": {"color": style.fill} if style.fill else {},
    }
