"""Excel hosts at the edge of a recording: one that writes it, one that answers from it."""

import json
from collections.abc import Callable, Sequence
from typing import NoReturn

from pydantic import JsonValue

from tieout.errors import RecordingError
from tieout.execution.ports import ExcelHost, HostCapabilities
from tieout.office_wire.batch import Batch, BatchResponse, JsonObject
from tieout.sessions.recording import BatchRecord


class RecordingHost:
    """Passes batches through to a host and hands each exchange to `record`."""

    def __init__(self, host: ExcelHost, record: Callable[[BatchRecord], None]) -> None:
        self._host = host
        self._record = record

    @property
    def capabilities(self) -> HostCapabilities:
        """Those of the host behind."""
        return self._host.capabilities

    async def send(self, batch: Batch) -> BatchResponse:
        """As the host behind; recorded once answered.

        Raises:
            PaneLost: As the host behind; an unanswered batch is not recorded.
        """
        response = await self._host.send(batch)
        self._record(
            BatchRecord(flags=batch.flags, request=dict(batch.body), response=dict(response.body))
        )
        return response


class ReplayHost:
    """Answers batches from a recording, in the recorded order.

    A batch that differs from the recorded one ends the replay: answering it from elsewhere would
    show a run that never happened.

    Attributes:
        difference: Where the run left the recording, one sentence; "" while it follows it.
    """

    def __init__(self, batches: Sequence[BatchRecord], capabilities: HostCapabilities) -> None:
        self._batches = batches
        self._capabilities = capabilities
        self._next = 0
        self.difference = ""

    @property
    def capabilities(self) -> HostCapabilities:
        """Those of the recorded host."""
        return self._capabilities

    @property
    def unanswered(self) -> int:
        """Recorded batches that were not asked for."""
        return len(self._batches) - self._next

    async def send(self, batch: Batch) -> BatchResponse:
        """The recorded response.

        Raises:
            RecordingError: The recording holds no further batch, or another one at this place.
        """
        number = self._next + 1
        if self._next >= len(self._batches):
            self._left(f"The run sent a batch {number} to Excel; the recording holds {number - 1}.")
        recorded = self._batches[self._next]
        difference = first_difference(recorded.request, batch.body)
        if difference is not None:
            self._left(f"Batch {number} to Excel differs from the recording at {difference}.")
        self._next += 1
        return BatchResponse(recorded.response)

    def _left(self, difference: str) -> NoReturn:
        self.difference = self.difference or difference
        raise RecordingError(difference)


def first_difference(recorded: JsonObject, sent: JsonObject) -> str | None:
    """Where two JSON objects first differ, as a path such as `Actions[3].Name`; None if equal.

    Numbers are compared as JSON writes them, so 1 and 1.0 differ: replay is about bytes.
    """
    return _difference("", dict(recorded), dict(sent))


def _difference(path: str, recorded: JsonValue, sent: JsonValue) -> str | None:
    if isinstance(recorded, dict) and isinstance(sent, dict):
        for key in [*recorded, *(key for key in sent if key not in recorded)]:
            here = f"{path}.{key}" if path else key
            if key not in recorded or key not in sent:
                return here
            if found := _difference(here, recorded[key], sent[key]):
                return found
        return None
    if isinstance(recorded, list) and isinstance(sent, list):
        for index, (left, right) in enumerate(zip(recorded, sent, strict=False)):
            if found := _difference(f"{path}[{index}]", left, right):
                return found
        return None if len(recorded) == len(sent) else f"{path}.length"
    return None if json.dumps(recorded) == json.dumps(sent) else path or "(root)"
