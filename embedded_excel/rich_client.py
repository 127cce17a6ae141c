"""What Office.js finds around a pane in desktop Excel, answered from an open workbook.

A page of Office.js talks to desktop Excel through `window.external`: numbered calls, settings,
event registrations. The page's side of it is a few lines that pass each as one JSON message; this
is the side that answers. Numbers are those of Office.js (`OSF.DDA.MethodDispId`, `EventDispId`).

    {"kind": "bridge", "text": …}                         a HostBridge envelope
    {"kind": "execute", "id": 1, "call": 93, "arguments": […]}  → {"kind": "executed", "id": 1, "result": […]}
    {"kind": "settings", "id": 2, "write": {…} or null}   → {"kind": "executed", "id": 2, "result": [0, {…}]}
"""

import json
from collections.abc import Mapping
from typing import Final, Literal

from pydantic import JsonValue

from embedded_excel.host import EmbeddedExcel
from embedded_excel.model import events
from embedded_excel.model.binding_events import BINDING_DATA_CHANGED, BINDING_SELECTION_CHANGED
from embedded_excel.wire.replies import Answered, Silent, TurnedAway, Waiting

EXECUTE_RICH_API: Final = 93
"""Number of the call that carries a batch."""

_GET_FILE: Final = 77
_GET_SLICE: Final = 80
_CLOSE_FILE: Final = 81
_COMMAND_COMPLETED: Final = 94
_COMPRESSED: Final = 5
_FILE_TYPE_NOT_SUPPORTED: Final = 1009
_OPERATION_NOT_SUPPORTED: Final = 5000
_INDEX_OUT_OF_RANGE: Final = 5008
_TOO_MANY_FILES: Final = 11000
_OF_A_RICH_CLIENT: Final = {"redirectv1api": "1.1", "delayforcelledit": "1.1"}
"""Sets by which Office.js decides what to send, and how."""
_MOST_FILES: Final = 2
"""Documented for `Document.getFileAsync`: two copies may be held, a third fails until one closes."""
_OLD_EVENTS: Final = frozenset(
    {
        events.SETTINGS_CHANGED,
        events.DOCUMENT_SELECTION_CHANGED,
        BINDING_SELECTION_CHANGED,
        BINDING_DATA_CHANGED,
    }
)
Theme = Literal["white", "black"]
_THEMES: Final[Mapping[Theme, tuple[int, int]]] = {
    "white": (0xFFFFFF, 0x262626),
    "black": (0x262626, 0xFFFFFF),
}
"""Background and text of Office's themes, as numbers; panel and controls have the same here."""
Message = dict[str, JsonValue]


class _AskAgain(Exception):
    """The request waits while the user edits a cell."""


class RichClient:
    """Desktop Excel around one page.

    Args:
        excel: The open workbook.
        version: What `Office.context.diagnostics.version` says.
        theme: Office's theme.
    """

    def __init__(
        self,
        excel: EmbeddedExcel,
        *,
        version: str = "16.0.17000.10000",
        theme: Theme = "white",
    ) -> None:
        self._excel = excel
        self._version = version
        self._theme: Theme = theme
        self._files: dict[int, bytes] = {}
        self._last_file = 0
        self.completed: list[str] = []
        """Ids of ribbon commands that said they are done."""
        self.waiting: list[Message] = []
        """Messages that wait for the user to leave a cell; `ask_again` gives them another try."""

    def context(self) -> Message:
        """What the page needs to know before Office.js loads."""
        sets = {name.lower(): version for name, version in self._excel.requirement_sets.items()}
        return {
            "requirementSets": {**sets, **_OF_A_RICH_CLIENT},
            "version": self._version,
            "theme": _colours(*_THEMES[self._theme]),
            "settings": self._settings(),
            "url": self._excel.workbook.file_name,
        }

    def receive(self, message: Mapping[str, JsonValue]) -> Message | None:
        """Answer one message of the page; None where there is nothing to answer."""
        kind, identity = message.get("kind"), message.get("id")
        if kind == "settings":
            written = message.get("write")
            if isinstance(written, dict):
                self._write_settings(written)
            settings: JsonValue = dict(self._settings())
            return {"kind": "executed", "id": identity, "result": [0, settings]}
        arguments = message.get("arguments")
        try:
            if kind == "bridge":
                return self._bridged(str(message.get("text")))
            result = self._execute(
                _whole(message.get("call")), arguments if isinstance(arguments, list) else []
            )
        except _AskAgain:
            self.waiting.append(dict(message))
            return None
        return None if result is None else {"kind": "executed", "id": identity, "result": result}

    def ask_again(self) -> list[Message]:
        """Answers to messages that waited, as far as there are any by now."""
        waiting, self.waiting = self.waiting, []
        return [answer for answer in map(self.receive, waiting) if answer is not None]

    def events(self) -> Message | None:
        """Events since the last call, in every form a page may have registered for."""
        entries = self._excel.drain_events()
        if not entries:
            return None
        old: list[JsonValue] = []
        for entry in entries:
            kind, target = _whole(entry["messageType"]), str(entry["targetId"])
            if kind in _OLD_EVENTS:
                fields: JsonValue = json.loads(str(entry["message"]))
                payload = _payload(fields if isinstance(fields, dict) else {})
                old.append({"event": kind, "target": target, "payload": payload})
        return {"kind": "events", "entries": list[JsonValue](entries), "old": old}

    def command(self, name: str, identity: str = "1") -> Message:
        """The user presses a button whose function has this name."""
        source: JsonValue = json.dumps({"source": {"id": name}})
        return {"kind": "command", "payload": [identity, name, source]}

    # -- calls -----------------------------------------------------------------------------------
    def _bridged(self, text: str) -> Message | None:
        envelope = json.loads(text)
        message = envelope["message"]
        body = message["body"]
        given = json.loads(body) if isinstance(body, str) else body
        reply = self._reply(given, envelope.get("flags", 0))
        if reply is None:
            return None
        answer: Message
        if isinstance(reply, Answered):
            answer = {"statusCode": 200, "headers": {}, "body": reply.body}
        else:
            failure = json.dumps({"error": {"code": reply.code, "message": reply.message}})
            answer = {"statusCode": 500, "headers": {}, "body": failure}
        back: Message = {"id": envelope["id"], "type": 2, "message": answer}
        return {"kind": "bridge", "text": json.dumps(back)}

    def _execute(self, call: int, arguments: list[JsonValue]) -> list[JsonValue] | None:
        if call == EXECUTE_RICH_API:
            return self._rich_api(arguments[0] if arguments else None)
        if call == _GET_FILE:
            return self._open_file(arguments)
        if call == _GET_SLICE:
            return self._slice(arguments)
        if call == _CLOSE_FILE:
            self._files.pop(_whole(arguments[0]), None)
            return [0]
        if call == _COMMAND_COMPLETED:
            self.completed.append(str(arguments[0]))
            return [0]
        return [_OPERATION_NOT_SUPPORTED]

    def _rich_api(self, request: JsonValue) -> list[JsonValue] | None:
        assert isinstance(request, list)
        reply = self._reply(json.loads(str(request[4])), _whole(request[6]))
        if isinstance(reply, Answered):
            return [0, [200, [], json.dumps(reply.body)]]
        return None if reply is None else [reply.number]

    def _reply(self, body: Message, flags: int) -> Answered | TurnedAway | None:
        match self._excel.reply(body, flags):
            case Waiting():
                raise _AskAgain
            case Silent():
                return None
            case Answered() | TurnedAway() as reply:
                return reply

    def _open_file(self, arguments: list[JsonValue]) -> list[JsonValue]:
        if _whole(arguments[0]) != _COMPRESSED:
            return [_FILE_TYPE_NOT_SUPPORTED]
        if len(self._files) >= _MOST_FILES:
            return [_TOO_MANY_FILES]
        self._last_file += 1
        self._files[self._last_file] = self._excel.to_bytes()
        return [0, [self._last_file, len(self._files[self._last_file])]]

    def _slice(self, arguments: list[JsonValue]) -> list[JsonValue]:
        handle, start, size = (_whole(argument) for argument in arguments[:3])
        content = self._files.get(handle)
        if content is None or not 0 <= start < len(content):
            return [_INDEX_OUT_OF_RANGE]
        part = content[start : start + size]
        return [0, [list[JsonValue](part), len(part)]]

    # -- settings --------------------------------------------------------------------------------
    def _settings(self) -> Message:
        """Settings as Office.js keeps them: each value as JSON text."""
        return {
            key: json.dumps(value, ensure_ascii=False)
            for key, value in self._excel.workbook.settings.items()
        }

    def _write_settings(self, written: Mapping[str, JsonValue]) -> None:
        """Replace every setting: Office.js saves all of them at once."""
        workbook = self._excel.workbook
        workbook.settings = {key: json.loads(str(value)) for key, value in written.items()}
        events.settings_changed(workbook)


def _colours(background: int, text: int) -> Message:
    return {
        "bodyBackgroundColor": background,
        "bodyForegroundColor": text,
        "controlBackgroundColor": background,
        "controlForegroundColor": text,
    }


def _payload(fields: Mapping[str, JsonValue]) -> JsonValue:
    """What a handler registered by number gets: the binding, and where in it the selection is."""
    if "bindingId" not in fields:
        return None
    binding: JsonValue = [fields["bindingId"], "matrix", [0, 0, False]]
    if "startRow" not in fields:
        return binding
    start: JsonValue = [fields["startRow"], fields["startColumn"]]
    size: JsonValue = [fields["rowCount"], fields["columnCount"]]
    return [binding, [start, size]]


def _whole(value: JsonValue) -> int:
    return int(value) if isinstance(value, int | float) else -1
