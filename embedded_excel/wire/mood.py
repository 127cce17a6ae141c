"""Decides, request by request, which of the behaviours an embedded Excel shows."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Literal, TypeAlias

from pydantic import JsonValue

from embedded_excel.errors import standard_error
from embedded_excel.model.behaviours import Behaviours
from embedded_excel.wire.errors import error_response
from embedded_excel.wire.replies import NUMBERS, Answered, Reply, Silent, TurnedAway, Waiting

WRITES: Final = 1
"""Request flag: the request changes something."""
DELAY_FOR_CELL_EDIT: Final = 64
"""Request flag: the request waits while the user edits a cell, instead of failing."""

_Lasting: TypeAlias = Literal[
    "edit_mode",
    "modal_dialog",
    "inactive",
    "throttled",
    "session_lost",
    "hung",
    "lost_answers",
    "calculating",
]
_LASTING: Final[tuple[_Lasting, ...]] = (
    "edit_mode",
    "modal_dialog",
    "inactive",
    "throttled",
    "session_lost",
    "hung",
    "lost_answers",
    "calculating",
)


class Mood:
    """Behaviours and how long each still lasts.

    Args:
        behaviours: What is switched on.
    """

    def __init__(self, behaviours: Behaviours) -> None:
        self.behaviours = behaviours
        self._left: dict[_Lasting, int] = {
            "edit_mode": behaviours.edit_mode,
            "modal_dialog": behaviours.modal_dialog,
            "inactive": behaviours.inactive,
            "throttled": behaviours.throttled,
            "session_lost": behaviours.session_lost,
            "hung": behaviours.hung,
            "lost_answers": behaviours.lost_answers,
            "calculating": behaviours.calculating,
        }
        self._quiet = behaviours.after
        self._to_type = dict(behaviours.co_author)
        self._now: frozenset[_Lasting] = frozenset()
        self._counts = True

    def begin(self, flags: int) -> None:
        """A request came in: what lasts for requests counts it."""
        counts = bool(flags & WRITES) or not self.behaviours.writes_only
        if counts and self._quiet > 0:
            self._quiet -= 1
            counts = False
        now: set[_Lasting] = set()
        for name in _LASTING:
            if counts and self._left[name] != 0:
                now.add(name)
                self._left[name] -= self._left[name] > 0
        self._now = frozenset(now)
        self._counts = counts

    def edits(self) -> Mapping[str, str]:
        """What somebody else types before this request runs, by cell."""
        if not self._counts:
            return {}
        now, self._to_type = self._to_type, {}
        return now

    def instead(self, body: Mapping[str, JsonValue], flags: int) -> Reply | None:
        """What comes instead of running the request; None when it runs."""
        if "session_lost" in self._now:
            return TurnedAway(5012)
        if "throttled" in self._now:
            return TurnedAway(5102)
        if _exceeds(body, self.behaviours.request_bytes):
            return TurnedAway(5103)
        if "edit_mode" in self._now:
            return Waiting() if flags & DELAY_FOR_CELL_EDIT else TurnedAway(5004)
        if "modal_dialog" in self._now and flags & WRITES:
            return TurnedAway(5016)
        if "inactive" in self._now:
            return Answered(error_response(standard_error("InactiveWorkbook")))
        return self._silence() if "hung" in self._now else None

    def during(self) -> Behaviours:
        """What members of the running request see."""
        if self._counts:
            return self.behaviours
        return replace(self.behaviours, stops_after=None, failing={})

    @property
    def calculating(self) -> bool:
        """Whether a calculation goes on during the request."""
        return "calculating" in self._now

    def answer(self, body: dict[str, JsonValue]) -> Reply:
        """What comes of a request that ran."""
        if "lost_answers" in self._now:
            return self._silence()
        if _exceeds(body, self.behaviours.response_bytes):
            return TurnedAway(5104)
        return Answered(body)

    def _silence(self) -> Reply:
        code = self.behaviours.lost_as
        if not code:
            return Silent()
        number = NUMBERS.get(code)
        return (
            Answered(error_response(standard_error(code))) if number is None else TurnedAway(number)
        )


def _exceeds(body: Mapping[str, JsonValue], most: int | None) -> bool:
    return most is not None and len(json.dumps(body, ensure_ascii=False).encode()) > most
