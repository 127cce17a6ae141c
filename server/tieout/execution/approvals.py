"""What needs the user's word before it happens, and who gives it.

Deleting sheets, tables or names, and emptying more than fifty filled cells, outside the scope the
code named, needs an approval in every mode; in `ask_before_edits` so does every scope that the user
hasn't approved yet. The code is never kept waiting for an answer: it is refused and taken back, the
user is asked, and the same code runs again from its start.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol, TypeAlias

from tieout.execution.constraints.constraint_guard import NO_CONSTRAINTS, Broken, ConstraintGuard
from tieout.execution.outcome import ExecutionResult
from tieout.office_wire.touch import Write
from tieout.settings import EditMode
from tieout.workbook.address import Address
from tieout.workbook.changes import ChangeSet
from tieout.workbook.sampling import areas, list_some
from tieout.workbook.scope import Scope
from tieout.workbook.snapshot import WorkbookSnapshot

MOST_CLEARED = 50
"""Filled cells that may be emptied outside the scope without asking."""
_MOST_NAMED = 8
_EMPTYING = frozenset({"Range.clear", "Range.delete"})
_WHICH_SHEET = (
    "Nothing of this batch ran: it can't be told beforehand which sheet it deletes, and a deleted sheet "
    'can\'t be put back exactly. Take the sheet by its name, as in worksheets.getItem("Name").delete().'
)
_KEPT_BY_CLEAR = frozenset({"Formats", "Hyperlinks", "RemoveHyperlinks"})

Subject: TypeAlias = Literal["edits", "loss", "web", "constraint"]
"""`edits`: a scope in `ask_before_edits`. `loss`: deletions, or many cells emptied. `web`: something
is sent to the web. `constraint`: something that a constraint of the user's forbids."""


@dataclass(frozen=True, slots=True)
class ApprovalRequest:
    """A question for the user.

    Attributes:
        what: What would happen, as phrases such as "delete the sheet Old".
        scope: What the code says it means to change, or "".
        waives: What a yes allows of `Grant.waived`.
    """

    subject: Subject
    what: tuple[str, ...]
    scope: str = ""
    waives: frozenset[str] = frozenset()

    @property
    def text(self) -> str:
        """What would happen, in one phrase."""
        return list_some(list(self.what), _MOST_NAMED, "more")


class Approver(Protocol):
    """Whoever can say yes or no."""

    async def decide(self, request: ApprovalRequest) -> bool:
        """Ask, and wait for the answer; cancelling the wait counts as no answer."""
        ...


class FixedApprover:
    """Answers every question the same way, where nobody can be asked; a constraint stands, and
    nothing goes to the web.
    """

    def __init__(self, *, allow: bool = False) -> None:
        self._allow = allow

    async def decide(self, request: ApprovalRequest) -> bool:
        """The fixed answer."""
        return self._allow and request.subject in ("edits", "loss")


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a batch may not run, and what to ask the user, if anything can make it."""

    sentence: str
    request: ApprovalRequest | None = None


@dataclass(frozen=True, slots=True)
class Grant:
    """What one run may do: its mode, its own scope, and what the user allowed.

    Attributes:
        mode: How edits are treated.
        scope: What the code named, with the cells of its tables.
        approved: Scopes the user approved, in this session.
        losses: Phrases of losses the user approved, for this code.
        guard: Knows the user's constraints; they hold in every mode.
        waived: Constraints, by sheet, that the user let this code go against.
    """

    mode: EditMode = "accept_edits"
    scope: Scope | None = None
    approved: tuple[Scope, ...] = ()
    losses: frozenset[str] = frozenset()
    guard: ConstraintGuard = NO_CONSTRAINTS
    waived: frozenset[str] = frozenset()

    def with_answer(self, request: ApprovalRequest) -> "Grant":
        """The grant after the user said yes."""
        if request.subject == "loss":
            return replace(self, losses=self.losses | set(request.what))
        if request.subject == "constraint":
            return replace(self, waived=self.waived | request.waives)
        assert self.scope is not None
        return replace(self, approved=(*self.approved, self.scope))

    def refuses(self, writes: Sequence[Write], before: WorkbookSnapshot) -> Refused | None:
        """Why these writes may not run now; None when they may."""
        refused = self.forbids(writes, before)
        if refused is not None:
            return refused
        if self.mode == "ask_before_edits":
            refused = self._refuses_edits(writes)
            if refused is not None:
                return refused
        if any(write.member == "Worksheet.delete" and not write.sheet for write in writes):
            return Refused(_WHICH_SHEET)
        request = self._ask(_deleted(writes, before, self.scope))
        return None if request is None else Refused(_needs(request), request)

    def forbids(self, writes: Sequence[Write], before: WorkbookSnapshot) -> Refused | None:
        """Why these writes go against the user's constraints; None when they don't."""
        broken = self.guard.in_writes(writes, before, self.waived)
        if broken is None:
            return None
        if not broken.named:
            return Refused(
                f"It can't be told which sheet this would change ({broken.deeds}), and the user's "
                f'constraint {broken.id} holds: "{broken.text}". Nothing of this batch ran. Address '
                'cells by the name of their sheet, such as worksheets.getItem("Sheet1").getRange("A1").'
            )
        request = self._against(broken)
        return Refused(_needs(request), request)

    def refuses_scope(self, before: WorkbookSnapshot) -> Refused | None:
        """Why code of this scope may not even begin, by the user's constraints."""
        broken = (
            None if self.scope is None else self.guard.in_scope(self.scope, before, self.waived)
        )
        if broken is None:
            return None
        if broken.wholly:
            request = self._against(broken)
            return Refused(
                f"To {request.text}, the user must agree first. Nothing was run.", request
            )
        return Refused(
            f"The scope of this code ({broken.deeds}) takes in what the user's constraint {broken.id} "
            f'keeps: "{broken.text}". Nothing was run. Name a scope without it; what must go against '
            "the constraint needs code of its own, and the user's consent."
        )

    def _against(self, broken: Broken) -> ApprovalRequest:
        phrase = f'go against {broken.id} ("{broken.text}"): {broken.deeds}'
        scope = "" if self.scope is None else self.scope.text
        return ApprovalRequest("constraint", (phrase,), scope, broken.keys)

    def _refuses_edits(self, writes: Sequence[Write]) -> Refused | None:
        scope = self.scope
        if scope is None:
            return Refused(
                "The user approves every scope before it is edited, and this code names none. "
                "Begin it with a comment such as // scope: Sheet1!D2:D201 and run it again."
            )
        if not any(scope.lies_in(other) for other in self.approved):
            phrase = f"change {scope.text}"
            request = ApprovalRequest("edits", (phrase,), scope.text)
            return Refused(_needs(request), request)
        for write in writes:
            if write.area is not None and write.area.sheet and not scope.covers(write.area):
                return Refused(
                    f"{write.area} lies outside the scope that the user approved ({scope.text}); "
                    "nothing of this batch ran."
                )
        return None

    def lost_in(self, changes: ChangeSet, before: WorkbookSnapshot) -> ApprovalRequest | None:
        """The question that a finished run raises by what is gone after it."""
        broken = self.guard.in_changes(changes, before, self.waived)
        if broken is not None:
            return self._against(broken)
        return self._ask(_gone(changes, before, self.scope))

    def _ask(self, found: Iterator[str]) -> ApprovalRequest | None:
        what = tuple(dict.fromkeys(phrase for phrase in found if phrase not in self.losses))
        if not what:
            return None
        return ApprovalRequest("loss", what, "" if self.scope is None else self.scope.text)


def _needs(request: ApprovalRequest) -> str:
    return f"To {request.text}, the user must agree first. Nothing of this batch ran."


def _deleted(
    writes: Sequence[Write], before: WorkbookSnapshot, scope: Scope | None
) -> Iterator[str]:
    tables = {table.address: table.name for table in before.tables}
    names = {area: name.name for name in before.names if (area := name.area) is not None}
    for write in writes:
        match write.member:
            case "Worksheet.delete" if before.sheet(write.sheet) is not None:
                if scope is None or not scope.has_sheet(write.sheet):
                    yield _sheet(write.sheet)
            case "Table.delete" | "Table.convertToRange" if write.origin in tables:
                name = tables[write.origin]
                if scope is None or not scope.has_table(name):
                    yield _table(name)
            case "NamedItem.delete" if write.origin in names:
                name = names[write.origin]
                if scope is None or not scope.has_name(name):
                    yield f"delete the name {name}"
            case member if member in _EMPTYING and write.how not in _KEPT_BY_CLEAR:
                area = write.area or write.origin
                if area is not None:
                    yield from _emptied(area, before, scope)
            case _:
                continue


def _emptied(area: Address, before: WorkbookSnapshot, scope: Scope | None) -> Iterator[str]:
    sheet = before.sheet(area.sheet)
    if sheet is None or sheet.cells is None:
        return
    held = sheet.cells.address
    top, left = max(area.top, held.top), max(area.left, held.left)
    bottom, right = min(area.bottom, held.bottom), min(area.right, held.right)
    if top > bottom or left > right:
        return
    inside = sheet.cells.part(Address(held.sheet, top, left, bottom, right))
    filled = [place for place in inside.filled() if _is_outside(scope, sheet.name, *place)]
    if len(filled) > MOST_CLEARED:
        yield _cells(sheet.name, filled)


def _gone(changes: ChangeSet, before: WorkbookSnapshot, scope: Scope | None) -> Iterator[str]:
    """Phrases for what a finished run removed or emptied."""
    yield from _objects_gone(changes, before, scope)
    for change in changes.objects:
        if change.noun == "rows" and change.verb == "removed":
            yield from _emptied(Address.parse(change.name), before, scope)
    emptied: dict[str, list[tuple[int, int]]] = {}
    for change in changes.cells:
        address = change.address
        if not change.is_own or not change.after.is_empty:
            continue
        if _is_outside(scope, address.sheet, address.top, address.left):
            emptied.setdefault(address.sheet, []).append((address.top, address.left))
    for sheet, places in emptied.items():
        if len(places) > MOST_CLEARED:
            yield _cells(sheet, places)


def _objects_gone(
    changes: ChangeSet, before: WorkbookSnapshot, scope: Scope | None
) -> Iterator[str]:
    """Phrases for removed objects; what lay on a removed sheet went with it."""
    removed = [change for change in changes.objects if change.verb == "removed"]
    sheets = {change.name.casefold() for change in removed if change.noun == "sheet"}
    tables = {table.name: table.address.sheet.casefold() for table in before.tables}
    for change in removed:
        home, _, local = change.name.rpartition("!")
        if change.noun == "sheet":
            if scope is None or not scope.has_sheet(change.name):
                yield _sheet(change.name)
        elif change.noun == "table" and tables.get(change.name) not in sheets:
            if scope is None or not scope.has_table(change.name):
                yield _table(change.name)
        elif change.noun == "name" and home.strip("'").casefold() not in sheets:
            broken = "#REF!" in change.detail
            if not broken and (scope is None or not scope.has_name(local)):
                yield f"delete the name {change.name}"


def _is_outside(scope: Scope | None, sheet: str, row: int, column: int) -> bool:
    return scope is None or not scope.covers(Address.cell(sheet, row, column))


def _sheet(name: str) -> str:
    return f"delete the sheet {name}"


def _table(name: str) -> str:
    return f"delete the table {name}"


def _cells(sheet: str, places: Sequence[tuple[int, int]]) -> str:
    where = list_some([str(area) for area in areas(places, sheet)], 3, "areas")
    return f"empty {len(places):,} filled cells in {where}"


def declined(result: ExecutionResult, request: ApprovalRequest) -> ExecutionResult:
    """The result of a run that the user didn't agree to."""
    sentence = (
        f"The user did not agree to {request.text}, so nothing was changed. Do the task without "
        "it, or say in your answer why it is needed."
    )
    return replace(result, text=sentence, is_error=True)
