"""Set formats, sizes, merged areas and sheet properties back to what they were."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from pydantic import JsonValue

from tieout.execution.undo.format_reads import FREEZE
from tieout.office_wire.build import BatchBuilder, WireObject
from tieout.workbook.address import Address
from tieout.workbook.format_image import FormatImage, Spot, Values, disturbed
from tieout.workbook.sampling import areas

_NOUNS = {"size": "The size", "hidden": "The hiding", "numberFormat": "The number format"}
_DOUBLE = "Double"
_ACROSS = ("EdgeTop", "EdgeBottom")
_DOWN = ("EdgeLeft", "EdgeRight")


@dataclass(frozen=True, slots=True)
class RestoreFormats:
    """Give cells, rows or columns that looked alike their old look back.

    Attributes:
        area: With the name of the sheet, for the label; the id addresses it.
        group: As `Spot.group`.
    """

    sheet_id: str
    area: Address
    group: str
    values: Values

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return f"{_NOUNS.get(self.group, f'The {self.group}')} of {self.area}"

    def write(self, batch: BatchBuilder) -> None:
        target = batch.worksheet(self.sheet_id).range(self.area.local)
        shape = target.child("Format")
        match self.group:
            case "numberFormat":
                code = dict(self.values)["NumberFormat"]
                row: list[JsonValue] = [code] * self.area.columns
                target.set("NumberFormat", [list(row) for _ in range(self.area.rows)])
            case "fill":
                _fill(shape.child("Fill"), dict(self.values))
            case "font" | "protection":
                _set(shape.child(self.group.capitalize()), self.values)
            case "alignment":
                _set(shape, self.values)
            case "hidden":
                _set(target, self.values)
            case "size":
                _size(shape, dict(self.values))
            case _:
                _line(shape.child("Borders").item(self.group), dict(self.values))


def _set(target: WireObject, values: Values) -> None:
    # Subscript and superscript exclude each other, so what is switched off goes first.
    for name, value in sorted(values, key=lambda pair: pair[1] is not False):
        target.set(name, value)


def _fill(fill: WireObject, values: Mapping[str, JsonValue]) -> None:
    if values["Pattern"] == "None":
        fill.call("Clear")
        return
    fill.set("Color", values["Color"])
    fill.set("Pattern", values["Pattern"])


def _line(side: WireObject, values: Mapping[str, JsonValue]) -> None:
    side.set("Style", values["Style"])
    if values["Style"] == "None":
        return
    if values["Style"] != _DOUBLE:  # a weight makes a double line a single one
        side.set("Weight", values["Weight"])
    side.set("Color", values["Color"])


def _size(shape: WireObject, values: Mapping[str, JsonValue]) -> None:
    for name, value in values.items():
        if name.startswith("UseStandard") and value is True:
            shape.set(name, True)
            return
    for name, value in values.items():
        if not name.startswith("UseStandard") and value:  # hidden ones have no size to set
            shape.set(name, value)


@dataclass(frozen=True, slots=True)
class Unmerge:
    """Take apart areas that were merged."""

    sheet_id: str
    sheet: str
    areas: tuple[str, ...]

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return f"Merging cells on {self.sheet}"

    def write(self, batch: BatchBuilder) -> None:
        for area in self.areas:
            batch.worksheet(self.sheet_id).range(area).call("Unmerge")


@dataclass(frozen=True, slots=True)
class Merge:
    """Merge areas that were taken apart."""

    sheet_id: str
    sheet: str
    areas: tuple[str, ...]

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return f"Taking merged cells on {self.sheet} apart"

    def write(self, batch: BatchBuilder) -> None:
        for area in self.areas:
            batch.worksheet(self.sheet_id).range(area).call("Merge", False)


@dataclass(frozen=True, slots=True)
class RestoreSheetProperty:
    """Give a sheet its old tab colour, gridlines, place or frozen panes back."""

    sheet_id: str
    sheet: str
    name: str
    value: JsonValue

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return f"{self.name} of {self.sheet}"

    def write(self, batch: BatchBuilder) -> None:
        sheet = batch.worksheet(self.sheet_id)
        if self.name != FREEZE:
            sheet.set(self.name, self.value)
        elif self.value is None:
            sheet.child(FREEZE).call("Unfreeze")
        else:
            sheet.child(FREEZE).call("FreezeAt", self.value)


FormatOperation: TypeAlias = RestoreFormats | Unmerge | Merge | RestoreSheetProperty


@dataclass(frozen=True, slots=True)
class FormatOperations:
    """By when they must run: before contents are written, after it, and after sheets are deleted."""

    first: tuple[FormatOperation, ...]
    then: tuple[FormatOperation, ...]
    last: tuple[FormatOperation, ...]

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.first) + len(self.then) + len(self.last)


def format_operations(
    restore: FormatImage, current: FormatImage, sheet_name: Callable[[str], str]
) -> FormatOperations:
    """The operations that give every spot of `restore` these values.

    `current` is how all spots look now; `sheet_name` gives today's name of a sheet by its id.
    """
    first: list[FormatOperation] = []
    merged: list[FormatOperation] = []
    last: list[FormatOperation] = []
    looks = {**restore, **dict(disturbed(restore, current))}
    for spot, values in restore.items():
        name = sheet_name(spot.sheet_id)
        if spot.kind == "merges":
            old = [area for area, _ in values]
            new = [area for area, _ in current.get(spot, ())]
            gone = tuple(area for area in new if area not in old)
            lost = tuple(area for area in old if area not in new)
            first.extend([Unmerge(spot.sheet_id, name, gone)] if gone else [])
            merged.extend([Merge(spot.sheet_id, name, lost)] if lost else [])
        elif spot.kind == "sheet":
            if spot.group == "TabColor" and values[0][1] is None:
                continue  # Excel doesn't tell the colour of a hidden sheet.
            last.append(RestoreSheetProperty(spot.sheet_id, name, spot.group, values[0][1]))
    # Sheets moved one after another go back in the opposite order.
    return FormatOperations(
        tuple(first), (*_looks(looks, sheet_name), *merged), tuple(reversed(last))
    )


def _looks(restore: FormatImage, sheet_name: Callable[[str], str]) -> Iterator[RestoreFormats]:
    alike: dict[tuple[str, str, str, int], tuple[Values, list[Address]]] = {}
    for spot, values in restore.items():
        if spot.kind not in ("merges", "sheet"):
            order = 0 if spot.whole is not None else 1
            key = (spot.sheet_id, spot.group, repr(values), order)
            alike.setdefault(key, (values, []))[1].append(spot.whole or spot.area)
    # Whole columns go before the cells in them; a side without a line takes its neighbour's line
    # away as well, so those go before lines.
    ordered = sorted(alike.items(), key=lambda item: (item[0][3], _rank(item[0][1], item[1][0])))
    for (sheet_id, group, _, _), (values, found) in ordered:
        name = sheet_name(sheet_id)
        for area in _joined(found, name, group):
            yield RestoreFormats(sheet_id, area, group, values)


def _rank(group: str, values: Values) -> int:
    if group == "size":
        return 0
    if group == "hidden":
        return 1  # a size would show hidden rows again
    return 2 if ("Style", "None") in values or ("Pattern", "None") in values else 3


def _joined(found: list[Address], sheet: str, group: str) -> Iterator[Address]:
    """Cells joined to rectangles, as far as the group means the same on those."""
    strips: dict[int, list[tuple[int, int]]] = {}
    for area in found:
        if area.size == 1:
            strip = area.top if group in _ACROSS else area.left if group in _DOWN else 0
            strips.setdefault(strip, []).append((area.top, area.left))
        else:
            yield Address(sheet, area.top, area.left, area.bottom, area.right)
    for cells in strips.values():
        yield from areas(cells, sheet)


def spot_text(spot: Spot, sheet_name: Callable[[str], str]) -> str:
    """A spot for people, such as `the font of Sheet1!A1`."""
    name = sheet_name(spot.sheet_id)
    match spot.kind:
        case "merges":
            return f"the merged areas of {name}"
        case "sheet":
            return f"{spot.group} of {name}"
        case _:
            where = Address(name, spot.area.top, spot.area.left, spot.area.bottom, spot.area.right)
            return f"{_NOUNS.get(spot.group, f'the {spot.group}').lower()} of {where}"
