"""A served session for tests: a workbook of one number, written replies, a headless pane."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import openpyxl
from pydantic import JsonValue

from tieout.execution.ports import SandboxResult, SandboxRun, SandboxServices
from tieout.headless.desk import Desks
from tieout.headless.pane import HeadlessPane
from tieout.headless.v8_sandbox import V8Sandbox
from tieout.office_wire.batch import Batch, BatchResponse
from tieout.protocol.frames import ServerFrame
from tieout.sessions.models import OpenedModel, open_model
from tieout.sessions.recorder import Recorder
from tieout.sessions.served import ServedParts, ServedSession
from tieout.settings import Settings
from tieout.web.serving import Server, start_server

SECONDS = 30.0
WRITE = '// scope: Data!B1\nawait sheet.setCell("Data!B1", "=A1*2");'
ENDLESS = 'await sheet.setCell("Data!A1", 9); await sheet.getCellRange("Data!A1"); for (;;) {}'


def replies(folder: Path, *turns: str | tuple[str, str]) -> OpenedModel:
    """A scripted model; a text is an answer, a pair `(code, answer)` a run and then an answer."""
    script: list[dict[str, object]] = []
    for turn in turns:
        answer = turn if isinstance(turn, str) else turn[1]
        if isinstance(turn, tuple):
            call = {"type": "tool_use", "name": "execute_code", "input": {"code": turn[0]}}
            script.append({"content": [call], "stop_reason": "tool_use"})
        script.append({"content": [{"type": "text", "text": answer}], "stop_reason": "end_turn"})
    path = folder / "replies.json"
    path.write_text(json.dumps(script), "utf-8")
    return open_model(f"scripted:{path}", Settings())


@asynccontextmanager
async def serving(
    folder: Path,
    model: OpenedModel | None,
    settings: Settings | None = None,
    recorder: Recorder | None = None,
) -> AsyncIterator[Server]:
    book = openpyxl.Workbook()
    book.active.title = "Data"
    book.active["A1"] = 21
    book.save(folder / "book.xlsx")
    settings = settings or Settings()
    desks = Desks(settings)
    desk = await desks.open(folder / "book.xlsx")
    session = ServedSession(ServedParts(desk, desks.open, model, settings, recorder))
    server = await start_server(session)
    try:
        yield server
    finally:
        await server.close()
        await session.close()


class Listening:
    """Passes on what code asks for; `read` is set once a read came back, and so all before it."""

    def __init__(self, services: SandboxServices, read: asyncio.Event) -> None:
        self._services = services
        self._read = read

    async def sync(self, batch: Batch) -> BatchResponse:
        return await self._services.sync(batch)

    async def call(self, name: str, arguments: JsonValue) -> JsonValue:
        answer = await self._services.call(name, arguments)
        self._read.set()
        return answer


class ListeningSandbox(V8Sandbox):
    """The real sandbox, with an ear at its door."""

    def __init__(self, read: asyncio.Event) -> None:
        super().__init__()
        self._read = read

    async def run(self, run: SandboxRun, services: SandboxServices) -> SandboxResult:
        return await super().run(run, Listening(services, self._read))


@asynccontextmanager
async def a_pane(server: Server, read: asyncio.Event | None = None) -> AsyncIterator[HeadlessPane]:
    sandbox = ListeningSandbox(read or asyncio.Event())
    try:
        async with await HeadlessPane.connect(
            server.socket_url,
            origin=server.origin.url,
            token=server.access.token,
            sandbox=sandbox,
        ) as pane:
            yield pane
    finally:
        await sandbox.close()


async def until(pane: HeadlessPane, kind: type[ServerFrame], count: int = 1) -> list[ServerFrame]:
    """Frames up to and with the `count`-th of a kind."""
    seen: list[ServerFrame] = []
    async with asyncio.timeout(SECONDS):
        async for frame in pane.events():
            seen.append(frame)
            count -= isinstance(frame, kind)
            if count == 0:
                return seen
    raise AssertionError([frame.type for frame in seen])


def last(frames: list[ServerFrame], kind: type) -> ServerFrame:
    return [frame for frame in frames if isinstance(frame, kind)][-1]
