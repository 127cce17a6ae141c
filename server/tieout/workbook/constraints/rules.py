"""A constraint as a rule about places of the workbook, and what breaks it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from tieout.workbook.address import Address, quote_sheet
from tieout.workbook.regions import overlap
from tieout.workbook.sampling import list_some
from tieout.workbook.snapshot import WorkbookSnapshot

Kind: TypeAlias = Literal[
    "contents", "formulas", "formats", "delete", "insert", "move", "rename", "visibility", "objects"
]
"""What is done. `contents`: cells are written; `formulas`: so that a formula is lost or altered;
`move`: cells or sheets change places; `objects`: charts, comments and their like."""
Noun: TypeAlias = Literal[
    "cells", "rows", "columns", "sheet", "table", "name", "chart", "pivot", "comment", "other"
]
ANY: frozenset[Kind] = frozenset(get_args(Kind))
CELLS: frozenset[Noun] = frozenset({"cells", "rows", "columns"})
_FORMULAS: frozenset[Kind] = frozenset({"formulas"})
_MOST_PLACES = 6


@dataclass(frozen=True, slots=True)
class Place:
    """A part of the workbook that a sentence names.

    Attributes:
        sheet: Its sheet; "" when cells are named without one: those of every sheet.
        area: The cells; None for a whole sheet.
        noun: What it is.
        name: Of a table or a defined name.
    """

    sheet: str
    area: Address | None = None
    noun: Literal["cells", "sheet", "table", "name"] = "cells"
    name: str = ""

    @property
    def text(self) -> str:
        """As people write it."""
        if self.noun in ("table", "name"):
            return f"the {self.noun} {self.name}"
        if self.area is None:
            return quote_sheet(self.sheet)
        return self.area.local + (" on every sheet" if not self.sheet else f" on {self.sheet}")


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that code does or did.

    Attributes:
        kinds: What it is, by every name it goes by.
        sheet: Where; "" for the workbook as a whole, and for cells whose sheet can't be told.
        area: The cells, or those it starts from; None when they can't be told or it has none.
        name: Of a table or a defined name.
        text: As a phrase: "change Inputs!C4".
        formula: For finished changes: whether a formula was lost or altered. None: look at the cells.
    """

    kinds: frozenset[Kind]
    noun: Noun
    sheet: str
    area: Address | None = None
    name: str = ""
    text: str = ""
    formula: bool | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """What must not be done, and where.

    Attributes:
        kinds: What is forbidden.
        nouns: What it is forbidden to; empty: everything.
        places: Where; empty: everywhere.
        spared: Where it is allowed all the same: "only", "except".
    """

    kinds: frozenset[Kind] = ANY
    nouns: frozenset[Noun] = frozenset()
    places: tuple[Place, ...] = ()
    spared: tuple[Place, ...] = ()

    @property
    def text(self) -> str:
        """What is enforced, for people: "no changes on Inputs"."""
        plain = self.kinds == ANY and not self.nouns
        what = "no changes" if plain else f"no {_what(self.kinds, self.nouns)}"
        where = f" in {_some(self.places)}" if self.places else ""
        spared = f" outside {_some(self.spared)}" if self.spared else ""
        return what + where + spared

    def is_broken_by(self, deed: Deed, before: WorkbookSnapshot) -> bool:
        """Whether a deed goes against it.

        Args:
            deed: What is done.
            before: The workbook before it, with the cells that the deed concerns.
        """
        if not deed.kinds & self.kinds or (self.nouns and deed.noun not in self.nouns):
            return False
        if self.spared and self._spares(deed):
            return False
        hit = [deed.area] if not self.places else list(self._hit(deed, before))
        if not hit:
            return False
        if deed.kinds & self.kinds == _FORMULAS and deed.formula is None:
            return any(_holds_formula(deed.sheet, area, before) for area in hit)
        return True

    def forbids_all_of(self, deed: Deed) -> bool:
        """Whether nothing of the cells or the sheet that a deed names is left by the rule."""
        if not deed.kinds & self.kinds:
            return False
        if self.places:
            return any(_covers(place, deed) for place in self.places) and not self.spared
        return not any(_meets(place, deed) for place in self.spared)

    def _spares(self, deed: Deed) -> bool:
        if not deed.sheet:
            return deed.noun not in CELLS | {"sheet", "name"}
        return any(_covers(place, deed) for place in self.spared)

    def _hit(self, deed: Deed, before: WorkbookSnapshot) -> Iterator[Address | None]:
        """The cells of the deed that lie in a place; None where they can't be told."""
        for place in self.places:
            if place.noun in ("table", "name") and deed.noun == place.noun and deed.name:
                if deed.name.casefold() == place.name.casefold():
                    yield None
                continue
            unknown = not deed.sheet and deed.noun in CELLS
            if place.sheet and place.sheet.casefold() != deed.sheet.casefold() and not unknown:
                continue
            if place.area is None:
                yield deed.area
            elif deed.area is not None:
                inside = overlap(place.area, deed.area)
                if inside is not None:
                    yield inside
            elif deed.noun in CELLS or (deed.noun == "sheet" and "delete" in deed.kinds):
                yield place.area


def _covers(place: Place, deed: Deed) -> bool:
    if deed.noun == place.noun and place.name and deed.name.casefold() == place.name.casefold():
        return True
    if place.sheet and place.sheet.casefold() != deed.sheet.casefold():
        return False
    if place.area is None:
        return True
    if deed.area is None:
        return deed.noun not in CELLS | {"sheet"}
    area, bounds = deed.area, place.area
    return (
        bounds.top <= area.top
        and bounds.left <= area.left
        and bounds.bottom >= area.bottom
        and bounds.right >= area.right
    )


def _meets(place: Place, deed: Deed) -> bool:
    if place.sheet and place.sheet.casefold() != deed.sheet.casefold():
        return False
    if place.area is None or deed.area is None:
        return True
    return overlap(place.area, deed.area) is not None


def _holds_formula(name: str, area: Address | None, before: WorkbookSnapshot) -> bool:
    """Whether a formula stands in an area of a sheet (None: anywhere on it)."""
    sheet = before.sheet(name)
    if sheet is None or sheet.cells is None:
        return sheet is not None and not sheet.was_read
    held = sheet.cells.address
    inside = held if area is None else overlap(held, area)
    if inside is None:
        return False
    part = sheet.cells.part(
        Address(held.sheet, inside.top, inside.left, inside.bottom, inside.right)
    )
    if part.columns is not None:
        return bool(part.columns.formulas.any())
    return any(formula for row in part.formulas for formula in row)


_WORDS: dict[Kind, str] = {
    "contents": "changes of contents",
    "formulas": "changes of formulas",
    "formats": "changes of formats",
    "delete": "deleting",
    "insert": "inserting",
    "move": "moving or sorting",
    "rename": "renaming",
    "visibility": "hiding or showing",
    "objects": "changes of charts and their like",
}
_PLURALS: dict[Noun, str] = {
    "cells": "cells",
    "rows": "rows",
    "columns": "columns",
    "sheet": "sheets",
    "table": "tables",
    "name": "names",
    "chart": "charts",
    "pivot": "pivot tables",
    "comment": "comments",
    "other": "objects",
}


def _what(kinds: frozenset[Kind], nouns: frozenset[Noun]) -> str:
    words = (word for kind, word in _WORDS.items() if kind in kinds)
    done = "changes" if kinds == ANY else " or ".join(words)
    objects = " or ".join(word for noun, word in _PLURALS.items() if noun in nouns)
    return f"{done} {'of ' if done and objects else ''}{objects}".strip()


def _some(places: Sequence[Place]) -> str:
    return list_some([place.text for place in places], _MOST_PLACES, "places")
