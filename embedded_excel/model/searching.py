"""Finding cells: by text, and by what they are (`getSpecialCells`)."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from embedded_excel.calc.cells import Block, CellError, CellInput, CellValue, Formula, Rect
from embedded_excel.errors import not_implemented
from embedded_excel.model.areas import Position, clipped, intersection
from embedded_excel.model.conditional import rules_on
from embedded_excel.model.rule_areas import minus
from embedded_excel.model.validating import rules_of
from embedded_excel.model.workbook import Area, OpenWorkbook

_DENSE = 200_000
"""Up to so many cells an area is looked at whole; above, only where something is."""


@dataclass(frozen=True, slots=True)
class Search:
    """What to look for. `*`, `?` and `~` mean what they mean in Excel's search box."""

    text: str
    whole: bool = False
    match_case: bool = False

    def pattern(self) -> re.Pattern[str]:
        """The search as a regular expression."""
        parts: list[str] = []
        position = 0
        while position < len(self.text):
            character = self.text[position]
            if character == "~" and self.text[position + 1 : position + 2] in ("*", "?", "~"):
                position += 1
                parts.append(re.escape(self.text[position]))
            elif character in "*?":
                parts.append(".*" if character == "*" else ".")
            else:
                parts.append(re.escape(character))
            position += 1
        flags = re.DOTALL if self.match_case else re.DOTALL | re.IGNORECASE
        expression = "".join(parts)
        return re.compile(rf"\A(?:{expression})\Z" if self.whole else expression, flags)


def searched_texts(
    workbook: OpenWorkbook, area: Area
) -> Iterable[tuple[Position, tuple[str, ...]]]:
    """What a search looks at, row by row: the displayed text of a cell and its formula."""
    part = clipped(workbook, area, values_only=True)
    if part is None:
        return
    engine, sheet = workbook.engine, workbook.sheet_index(area.sheet)
    block = engine.read(sheet, part)
    texts = engine.texts(sheet, part)
    for row, formulas in enumerate(block.formulas):
        for column, formula in enumerate(formulas):
            if formula is None and block.values[row][column] is None:
                continue
            text = texts[row][column]
            found = (text,) if formula is None else (text, formula)
            yield (part.top + row, part.left + column), found


def edit_text(content: CellInput) -> str:
    """What the formula bar would show for a content: what `replaceAll` works on."""
    match content:
        case None:
            return ""
        case bool():
            return str(content).upper()
        case float() | int():
            return f"{content:.15g}"
        case CellError(code):
            return code
        case Formula(text):
            return text
        case str():
            return content


def find(
    workbook: OpenWorkbook, area: Area, search: Search, *, after: Position | None, backwards: bool
) -> Position | None:
    """The first match, row by row; after a cell it goes round the sheet once."""
    pattern = search.pattern()
    places = [
        place
        for place, texts in searched_texts(workbook, area)
        if any(pattern.search(text) for text in texts)
    ]
    if backwards:
        places.reverse()
    if after is None:
        return places[0] if places else None
    later = [place for place in places if (place < after if backwards else place > after)]
    return (later or places or [None])[0]


# -- special cells -------------------------------------------------------------------------------
_KINDS: dict[str, frozenset[str]] = {
    "All": frozenset({"Errors", "Logical", "Numbers", "Text"}),
    "Errors": frozenset({"Errors"}),
    "ErrorsLogical": frozenset({"Errors", "Logical"}),
    "ErrorsNumbers": frozenset({"Errors", "Numbers"}),
    "ErrorsText": frozenset({"Errors", "Text"}),
    "ErrorsLogicalNumber": frozenset({"Errors", "Logical", "Numbers"}),
    "ErrorsLogicalText": frozenset({"Errors", "Logical", "Text"}),
    "ErrorsNumberText": frozenset({"Errors", "Numbers", "Text"}),
    "Logical": frozenset({"Logical"}),
    "LogicalNumbers": frozenset({"Logical", "Numbers"}),
    "LogicalText": frozenset({"Logical", "Text"}),
    "LogicalNumbersText": frozenset({"Logical", "Numbers", "Text"}),
    "Numbers": frozenset({"Numbers"}),
    "NumbersText": frozenset({"Numbers", "Text"}),
    "Text": frozenset({"Text"}),
}
VALUE_KINDS = tuple(_KINDS)
CELL_KINDS = (
    "ConditionalFormats",
    "DataValidations",
    "Blanks",
    "Constants",
    "Formulas",
    "SameConditionalFormat",
    "SameDataValidation",
    "Visible",
)


def _kind(value: CellValue) -> str:
    match value:
        case bool():
            return "Logical"
        case float() | int():
            return "Numbers"
        case CellError():
            return "Errors"
        case str() | None:
            return "Text"


def special_cells(workbook: OpenWorkbook, area: Area, kind: str, values: str) -> list[Rect]:
    """Rectangles of the cells of a kind within the used part of an area.

    Raises:
        ExcelApiError: NotImplemented for cells with the same rule as the first.
    """
    if kind == "Visible":
        return _visible(workbook, area)
    if kind in ("DataValidations", "ConditionalFormats"):
        return _with_rules(workbook, area, kind)
    wanted = _KINDS[values]
    if kind == "Blanks":
        return _matching(
            workbook, area, lambda block, i, j: block.values[i][j] is None, blanks=True
        )
    if kind in ("Constants", "Formulas"):
        formulas = kind == "Formulas"
        return _matching(
            workbook,
            area,
            lambda block, i, j: (
                (block.formulas[i][j] is not None) == formulas
                and (formulas or block.values[i][j] is not None)
                and _kind(block.values[i][j]) in wanted
            ),
        )
    raise not_implemented(f"Range.getSpecialCells for {kind}")


def _with_rules(workbook: OpenWorkbook, area: Area, kind: str) -> list[Rect]:
    """The parts of an area that lie under rules."""
    rules = rules_of if kind == "DataValidations" else rules_on
    found: list[Rect] = []
    for rule in rules(workbook, area):
        shared = [part for rect in rule.rects if (part := intersection(rect, area.rect))]
        for taken in tuple(found):
            shared = list(minus(shared, taken))
        found += shared
    return sorted(found, key=lambda rect: (rect.top, rect.left))


def _matching(
    workbook: OpenWorkbook,
    area: Area,
    wanted: Callable[[Block, int, int], bool],
    *,
    blanks: bool = False,
) -> list[Rect]:
    part = clipped(workbook, area)
    if part is None:
        return []
    engine, sheet = workbook.engine, workbook.sheet_index(area.sheet)
    dense = blanks or part.rows * part.columns <= _DENSE
    found: list[Rect] = []
    for band in [part] if dense else _occupied_bands(engine.occupied(sheet, part)):
        block = engine.read(sheet, band)
        lines = [
            [column for column in range(band.columns) if wanted(block, row, column)]
            for row in range(band.rows)
        ]
        found.extend(joined(lines, band))
    return sorted(found, key=lambda rect: (rect.top, rect.left))


def _occupied_bands(places: Iterable[tuple[int, int]]) -> Iterator[Rect]:
    """Runs of rows that hold something, so that far-apart cells cost what they hold."""
    band: Rect | None = None
    for row, column in places:
        if band is None or row > band.bottom + 1:
            if band is not None:
                yield band
            band = Rect(row, column, row, column)
        else:
            left, right = min(band.left, column), max(band.right, column)
            band = Rect(band.top, left, row, right)
    if band is not None:
        yield band


def joined(lines: Sequence[Sequence[int]], part: Rect) -> list[Rect]:
    """Cells, as sorted columns of each row, joined into rectangles: across first, then down."""
    done: list[Rect] = []
    open_runs: dict[tuple[int, int], int] = {}
    for row, columns in enumerate([*lines, []]):
        runs: set[tuple[int, int]] = set()
        for column in columns:
            last = next((run for run in runs if run[1] == column - 1), None)
            if last is not None:
                runs.discard(last)
            runs.add((last[0] if last is not None else column, column))
        for run in [run for run in open_runs if run not in runs]:
            top = open_runs.pop(run)
            done.append(
                Rect(part.top + top, part.left + run[0], part.top + row - 1, part.left + run[1])
            )
        for run in runs:
            open_runs.setdefault(run, row)
    return sorted(done, key=lambda rect: (rect.top, rect.left))


def _visible(workbook: OpenWorkbook, area: Area) -> list[Rect]:
    engine, sheet = workbook.engine, workbook.sheet_index(area.sheet)
    rect = area.rect
    rows = _spans(rect.top, rect.bottom, engine.row_axis(sheet).hidden)
    columns = _spans(rect.left, rect.right, engine.column_axis(sheet).hidden)
    return [
        found
        for top, bottom in rows
        for left, right in columns
        if (found := intersection(Rect(top, left, bottom, right), rect)) is not None
    ]


def _spans(first: int, last: int, hidden: frozenset[int]) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    start = first
    for index in sorted(index for index in hidden if first <= index <= last):
        if index > start:
            spans.append((start, index - 1))
        start = index + 1
    if start <= last:
        spans.append((start, last))
    return spans
