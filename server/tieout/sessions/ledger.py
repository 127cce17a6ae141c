"""The constraints of a session: found in what the user writes, quoted by the model, or entered.

The ledger changes at once, but whoever acts on it looks: the gate before each batch, the loop
after each result. Looks are counted, and what changed in between is recorded with the number of the
look that first saw it, so a replay sees every constraint at the very same moment.
"""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from tieout.context.constraints import Constraint
from tieout.errors import ModelVisibleError, UserError
from tieout.llm.canonical import clean_text
from tieout.sessions.recording import AnyRecord, ConstraintRecord
from tieout.workbook.constraints.lasting import MOST_CHARACTERS, lasting_sentences
from tieout.workbook.tokens import estimate_tokens

MOST_TOKENS: Final = 1_000
"""Of all constraints together: they stand in every request."""
_LEAST_QUOTED = 4

Origin: TypeAlias = Literal["said", "quoted", "added"]
"""Found in a message, quoted from one by the model, entered in the pane or on the command line."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A constraint and how it came in."""

    constraint: Constraint
    origin: Origin


@dataclass(slots=True)
class ConstraintLedger:
    """Implements `execution.constraint_guard.ConstraintSource`.

    Args:
        write: Appends to a recording.
        records: Of a recording that is run again.
        changed: Called after every change.

    Attributes:
        left_out: Sentences that were found and not kept, because the ledger was full.
    """

    write: Callable[[ConstraintRecord], None] | None = None
    records: Iterable[AnyRecord] = ()
    changed: Callable[[], None] = lambda: None
    left_out: int = 0
    _entries: dict[str, Entry] = field(default_factory=dict[str, Entry])
    _given: int = 0
    _turn: int = 0
    _said: list[str] = field(default_factory=list[str])
    _looks: int = 0
    _unwritten: list[ConstraintRecord] = field(default_factory=list[ConstraintRecord])
    _due: deque[ConstraintRecord] = field(default_factory=deque[ConstraintRecord])

    def __post_init__(self) -> None:
        self._due.extend(each for each in self.records if isinstance(each, ConstraintRecord))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Those in force, in the order of their ids."""
        return tuple(self._entries.values())

    def look(self) -> tuple[Constraint, ...]:
        """Those in force now, for somebody who acts on them."""
        while self._due and self._due[0].look <= self._looks:
            self._apply(self._due.popleft())
        for change in self._unwritten:
            if self.write is not None:
                self.write(change.model_copy(update={"look": self._looks}))
        self._unwritten.clear()
        self._looks += 1
        return tuple(entry.constraint for entry in self._entries.values())

    def begin(self, message: str) -> tuple[Constraint, ...]:
        """A turn begins with this message: keep what in it lasts.

        Returns:
            All that hold in the turn.
        """
        self.look()
        self._turn += 1
        self._said.append(_words(message))
        self._find(message)
        return tuple(entry.constraint for entry in self._entries.values())

    def hear(self, message: str) -> None:
        """A message came while a turn runs: what in it lasts holds at once."""
        self._turn = max(1, self._turn)
        for text in self._find(message):
            self._unwritten.append(ConstraintRecord(look=0, verb="said", text=text))

    def add(self, text: str) -> Constraint:
        """The user enters a constraint.

        Raises:
            UserError: It is empty, too long, there already, or there are too many.
        """
        words = _words(text)
        if not words:
            raise UserError("A constraint needs some words.")
        if len(words) > MOST_CHARACTERS:
            raise UserError(f"A constraint has at most {MOST_CHARACTERS:,} characters.")
        if self._known(words) is not None:
            raise UserError("This constraint is kept already.")
        if self._is_full(words):
            raise UserError("There are too many constraints for one request; remove one first.")
        kept = self._keep(words, "added")
        self._unwritten.append(ConstraintRecord(look=0, verb="added", text=words))
        self.changed()
        return kept

    def remove(self, constraint_id: str) -> None:
        """The user withdraws a constraint; one that isn't there any more is ignored."""
        if self._entries.pop(constraint_id, None) is not None:
            self._unwritten.append(ConstraintRecord(look=0, verb="removed", id=constraint_id))
            self.changed()

    def quote(self, text: str) -> Constraint:
        """Keep words of the user's that the model quotes.

        Raises:
            ModelVisibleError: The user didn't write that in this session, or it can't be kept.
        """
        self.look()
        words = _words(text)
        if len(words) < _LEAST_QUOTED or not any(words in said for said in self._said):
            raise ModelVisibleError(
                "Only the user's own words are kept: quote them exactly as they stand in one of "
                "their messages of this session."
            )
        known = self._known(words)
        if known is not None:
            return known
        if len(words) > MOST_CHARACTERS or self._is_full(words):
            raise ModelVisibleError("The list of constraints is full; this one wasn't kept.")
        kept = self._keep(words, "quoted")
        self.changed()
        return kept

    def _find(self, message: str) -> list[str]:
        found: list[str] = []
        for text in lasting_sentences(clean_text(message)):
            if self._known(text) is not None:
                continue
            if self._is_full(text):
                self.left_out += 1
                continue
            self._keep(text, "said")
            found.append(text)
        if found:
            self.changed()
        return found

    def _keep(self, text: str, origin: Origin) -> Constraint:
        self._given += 1
        kept = Constraint(f"K{self._given}", text, max(1, self._turn))
        self._entries[kept.id] = Entry(kept, origin)
        return kept

    def _apply(self, record: ConstraintRecord) -> None:
        match record.verb:
            case "said" | "added":
                self._keep(record.text, record.verb)
            case "removed":
                self._entries.pop(record.id, None)

    def _known(self, text: str) -> Constraint | None:
        same = _folded(text)
        for entry in self._entries.values():
            if _folded(entry.constraint.text) == same:
                return entry.constraint
        return None

    def _is_full(self, text: str) -> bool:
        held = sum(estimate_tokens(entry.constraint.text) for entry in self._entries.values())
        return held + estimate_tokens(text) > MOST_TOKENS


def _words(text: str) -> str:
    return " ".join(clean_text(text).split())


def _folded(text: str) -> str:
    return text.casefold().rstrip(".!。！; ")
