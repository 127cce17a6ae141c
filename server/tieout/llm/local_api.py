"""A Messages API on the loopback interface: the rules of the real one, answers from a script.

It exists so that the real client and the agent can be run, and broken, without a network or a key.
It listens on 127.0.0.1, on a port the system picks, and accepts any key.
"""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self, cast

from aiohttp import web

from tieout.llm.client import AssistantMessage, JsonDict, Usage
from tieout.llm.local_cache import PromptCache
from tieout.llm.local_faults import (
    ConnectionCut,
    ErrorEvent,
    Fault,
    Stall,
    StatusError,
    UnknownEvents,
    answer_events,
    error_body,
    message_object,
    server_sent,
)
from tieout.llm.local_rules import Refusal, check_request, prefix_signature

_MAX_BODY = 32 * 1024 * 1024
_LOST_ANSWER = (StatusError, ErrorEvent, ConnectionCut, Stall)
"""After these the client has no answer, so the scripted reply waits for its next request."""


@dataclass(frozen=True, slots=True)
class ReceivedRequest:
    """One request to `/v1/messages`, as it came.

    Attributes:
        raw: The bytes of its body.
        body: The same, parsed.
        headers: With lower-case names.
        refusal: The rule it broke, or "".
        usage: What the cache simulator counted for it.
    """

    raw: bytes
    body: JsonDict
    headers: Mapping[str, str]
    refusal: str = ""
    usage: Usage = field(default_factory=Usage)


class LocalMessagesApi:
    """The server, as an async context manager; `url` is set inside it.

    Args:
        replies: Answered in order; thinking blocks without a signature are signed.
        faults: Request number, counted from 1, to the way it fails.
        clock: Seconds for the cache's lifetimes; stands still by default.
        cache_minimum: Tokens below which a prefix isn't cached.

    Attributes:
        url: Base URL, such as `http://127.0.0.1:40123`.
        requests: Everything received on `/v1/messages`.
    """

    def __init__(
        self,
        replies: Sequence[AssistantMessage],
        faults: Mapping[int, Fault] | None = None,
        clock: Callable[[], float] = lambda: 0.0,
        cache_minimum: int = 1024,
    ) -> None:
        self._replies = list(replies)
        self._faults = dict(faults or {})
        self._clock = clock
        self._cache = PromptCache(cache_minimum)
        self._paused = False
        self._closing = asyncio.Event()
        self._runner: web.AppRunner | None = None
        self.url = ""
        self.requests: list[ReceivedRequest] = []

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=_MAX_BODY)
        app.router.add_post("/v1/messages", self._messages)
        app.router.add_post("/v1/messages/count_tokens", self._count_tokens)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._closing.set()
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def refusals(self) -> list[str]:
        """The rules that were broken, in order of arrival."""
        return [request.refusal for request in self.requests if request.refusal]

    @property
    def replies_left(self) -> int:
        """Scripted replies nobody has received yet."""
        return len(self._replies)

    async def _messages(self, request: web.Request) -> web.StreamResponse:
        received = await self._receive(request)
        self.requests.append(received)
        fault = self._faults.get(len(self.requests))
        if isinstance(fault, StatusError):
            return _json(fault.status, error_body(fault.error_type, fault.message), fault.headers)
        if not received.headers.get("authorization") and not received.headers.get("x-api-key"):
            return _json(401, error_body("authentication_error", "x-api-key header is required"))
        if received.refusal:
            return _json(400, error_body("invalid_request_error", received.refusal))
        if not self._replies:
            return _json(500, error_body("api_error", "The script has no reply left."))
        message = self._signed(self._replies[0], received.body)
        if not isinstance(fault, _LOST_ANSWER):
            self._replies.pop(0)
            self._paused = message.stop_reason == "pause_turn"
        identity = f"msg_local_{len(self.requests)}"
        start = message_object(
            identity,
            received.body["model"],
            message,
            received.usage,
            self._cache.diagnosis(received.body),
        )
        self._cache.remember(identity, received.body)
        if not received.body.get("stream"):
            return _json(200, start)
        return await self._stream(request, start, message, fault)

    async def _receive(self, request: web.Request) -> ReceivedRequest:
        raw = await request.read()
        headers = {name.lower(): value for name, value in request.headers.items()}
        try:
            body = json.loads(raw)
        except ValueError:
            body = None
        if not isinstance(body, dict):
            return ReceivedRequest(raw, {}, headers, "The request body is not valid JSON")
        parsed = cast("JsonDict", body)
        try:
            check_request(parsed, continues_paused_turn=self._paused)
            usage = self._cache.use(parsed, self._clock())
        except Refusal as refusal:
            return ReceivedRequest(raw, parsed, headers, refusal.message)
        return ReceivedRequest(raw, parsed, headers, "", replace(usage, output_tokens=1))

    def _signed(self, message: AssistantMessage, body: JsonDict) -> AssistantMessage:
        signature = prefix_signature(body, cast("list[JsonDict]", body["messages"]))
        content = tuple(
            {**block, "signature": signature}
            if block.get("type") == "thinking" and not block.get("signature")
            else block
            for block in message.content
        )
        return replace(message, content=content)

    async def _stream(
        self, request: web.Request, start: JsonDict, message: AssistantMessage, fault: Fault | None
    ) -> web.StreamResponse:
        response = web.StreamResponse(
            headers={"content-type": "text/event-stream", "request-id": "req_local"}
        )
        await response.prepare(request)
        for number, event in enumerate(answer_events(start, message, fault)):
            match fault:
                case ErrorEvent(after_events=at) if at == number:
                    await response.write(server_sent(error_body(fault.error_type, fault.message)))
                    return response
                case ConnectionCut(after_events=at) if at == number:
                    if request.transport is not None:
                        request.transport.abort()
                    return response
                case Stall(after_events=at) if at == number:
                    await self._closing.wait()
                    return response
                case UnknownEvents():
                    await response.write(b": a comment keeps the line open\r\n\r\n")
                case _:
                    pass
            await response.write(server_sent(event))
        return response

    async def _count_tokens(self, request: web.Request) -> web.StreamResponse:
        raw = await request.read()
        return _json(200, {"input_tokens": len(raw) // 3})


def _json(
    status: int, body: JsonDict, headers: Sequence[tuple[str, str]] = ()
) -> web.StreamResponse:
    return web.json_response(
        body, status=status, headers={"request-id": "req_local", **dict(headers)}
    )
