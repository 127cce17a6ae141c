"""Holds what code does against the constraints that are in force at that moment.

Constraints are asked for anew at every check, so one that the user states while code runs holds from
the next batch on. A constraint keeps hold of a sheet that is renamed later.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from tieout.errors import ModelVisibleError
from tieout.execution.constraints.constraint_deeds import (
    deeds_of_changes,
    deeds_of_scope,
    deeds_of_writes,
)
from tieout.office_wire.touch import Write
from tieout.workbook.changes import ChangeSet
from tieout.workbook.constraints import Stated
from tieout.workbook.constraints.reading import read_rules
from tieout.workbook.constraints.rules import CELLS, Deed, Place, Rule
from tieout.workbook.sampling import list_some
from tieout.workbook.scope import Scope
from tieout.workbook.snapshot import WorkbookSnapshot

_MOST_DEEDS = 3


class ConstraintSource(Protocol):
    """Where constraints come from."""

    def look(self) -> Sequence[Stated]:
        """Those in force now."""
        ...

    def quote(self, text: str) -> Stated:
        """Keep words of the user's that the model quotes.

        Raises:
            ModelVisibleError: The user didn't write that.
        """
        ...


class _Nothing:
    def look(self) -> Sequence[Stated]:
        return ()

    def quote(self, text: str) -> Stated:
        raise ModelVisibleError("Constraints are not kept here.")


@dataclass(frozen=True, slots=True)
class Broken:
    """A constraint that something goes against.

    Attributes:
        what: What does, as phrases.
        sheets: Where, for a consent that covers no more than it was asked for.
        named: Whether it is known what it does it to.
        wholly: Whether all of what the scope names is forbidden, so that asking makes sense.
    """

    id: str
    text: str
    what: tuple[str, ...]
    sheets: frozenset[str]
    named: bool = True
    wholly: bool = True

    @property
    def deeds(self) -> str:
        """What goes against it, in one phrase."""
        return list_some(list(self.what), _MOST_DEEDS, "changes")

    @property
    def keys(self) -> frozenset[str]:
        """What a consent waives: this constraint on these sheets."""
        return frozenset(f"{self.id} {sheet.casefold()}" for sheet in self.sheets)


class ConstraintGuard:
    """Checks for one session.

    Args:
        source: Where constraints come from; None: there are none.
    """

    def __init__(self, source: ConstraintSource | None = None) -> None:
        self._source = source or _Nothing()
        self._sheet_ids: dict[str, str] = {}
        self._known: tuple[object, ...] = ()
        self._rules: dict[str, tuple[Rule, ...]] = {}

    def in_writes(
        self, writes: Sequence[Write], before: WorkbookSnapshot, waived: frozenset[str]
    ) -> Broken | None:
        """The first constraint that a batch goes against."""
        stated = self._source.look()
        return self._broken(stated, list(deeds_of_writes(writes, before)), before, waived)

    def in_scope(
        self, scope: Scope, before: WorkbookSnapshot, waived: frozenset[str]
    ) -> Broken | None:
        """The first constraint that a scope goes against."""
        stated, deeds = self._source.look(), list(deeds_of_scope(scope))
        found = self._broken(stated, deeds, before, waived)
        if found is None:
            return None
        rules = self._read(found.text, before)
        hit = [deed for deed in deeds if deed.text in found.what]
        return replace(found, wholly=all(_is_wholly(rules, deed) for deed in hit))

    def in_changes(
        self, changes: ChangeSet, before: WorkbookSnapshot, waived: frozenset[str]
    ) -> Broken | None:
        """The first constraint that a finished run went against, by what is different after it."""
        stated = self._source.look()
        sheets = self._sheets_of(stated, before)
        if sheets is not None and not sheets:
            return None
        return self._broken(stated, list(deeds_of_changes(changes, sheets)), before, waived)

    def keep(self, text: str, before: WorkbookSnapshot) -> tuple[Stated, str]:
        """Keep words of the user's; with what is enforced of them, or ""."""
        stated = self._source.quote(text)
        return stated, self.enforced(stated.text, before)

    def enforced(self, text: str, workbook: WorkbookSnapshot) -> str:
        """What is enforced of a sentence: "no changes in Inputs"; "" when code can't check it."""
        return "; ".join(rule.text for rule in self._read(text, workbook))

    def _sheets_of(
        self, stated: Sequence[Stated], before: WorkbookSnapshot
    ) -> frozenset[str] | None:
        """Sheets, in lower case, on which a constraint can be broken; None for all of them."""
        rules = [rule for constraint in stated for rule in self._read(constraint.text, before)]
        if any(not rule.places or any(not place.sheet for place in rule.places) for rule in rules):
            return None
        return frozenset(place.sheet.casefold() for rule in rules for place in rule.places)

    def _broken(
        self,
        stated: Sequence[Stated],
        deeds: Sequence[Deed],
        before: WorkbookSnapshot,
        waived: frozenset[str],
    ) -> Broken | None:
        for constraint in stated:
            rules = self._read(constraint.text, before)
            hit = [deed for deed in deeds if any(rule.is_broken_by(deed, before) for rule in rules)]
            hit = [deed for deed in hit if _key(constraint.id, deed) not in waived]
            if hit:
                what = tuple(dict.fromkeys(deed.text for deed in hit))
                sheets = frozenset(deed.sheet for deed in hit)
                named = all(deed.sheet or deed.noun not in CELLS for deed in hit)
                return Broken(constraint.id, constraint.text, what, sheets, named)
        return None

    def _read(self, text: str, workbook: WorkbookSnapshot) -> tuple[Rule, ...]:
        """The rules of a sentence, read once per set of sheets, tables and names."""
        names = tuple((sheet.id, sheet.name) for sheet in workbook.sheets)
        known = (names, workbook.tables, workbook.names)
        if known != self._known:
            self._known, self._rules = known, {}
        if text not in self._rules:
            self._rules[text] = self._read_anew(text, workbook)
        return self._rules[text]

    def _read_anew(self, text: str, workbook: WorkbookSnapshot) -> tuple[Rule, ...]:
        """The rules, with sheets also known by names they had when they were first spoken of."""
        by_id = {sheet.id: sheet for sheet in workbook.sheets}
        former = {
            name: by_id[sheet_id]
            for name, sheet_id in self._sheet_ids.items()
            if sheet_id in by_id and workbook.sheet(name) is None
        }
        more = [replace(sheet, name=name) for name, sheet in former.items()]
        rules = read_rules(text, replace(workbook, sheets=(*workbook.sheets, *more)))
        for place in (place for rule in rules for place in (*rule.places, *rule.spared)):
            sheet = workbook.sheet(place.sheet)
            if sheet is not None:
                self._sheet_ids.setdefault(sheet.name, sheet.id)
        now = {name: sheet.name for name, sheet in former.items()}
        return tuple(
            replace(rule, places=_renamed(rule.places, now), spared=_renamed(rule.spared, now))
            for rule in rules
        )


def _key(constraint_id: str, deed: Deed) -> str:
    return f"{constraint_id} {deed.sheet.casefold()}"


def _renamed(places: Iterable[Place], now: dict[str, str]) -> tuple[Place, ...]:
    return tuple(replace(place, sheet=now.get(place.sheet, place.sheet)) for place in places)


def _is_wholly(rules: Sequence[Rule], deed: Deed) -> bool:
    """Whether no part of what a scope names is left by the rules."""
    return any(rule.forbids_all_of(deed) for rule in rules)


NO_CONSTRAINTS = ConstraintGuard()
