"""The pane's socket end to end: a real server, a real WebSocket client, a session that echoes."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

import pytest
from dirty_equals import IsStr
from echo_session import EchoSession
from pydantic import JsonValue
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin, Subprotocol

from tieout.errors import GateRefused, ModelVisibleError, PaneLost
from tieout.execution.ports import (
    ConsoleLine,
    HostCapabilities,
    Killed,
    Returned,
    SandboxLimits,
    SandboxResult,
    SandboxRun,
    SandboxServices,
)
from tieout.headless.pane import HeadlessPane
from tieout.office_wire.batch import Batch, BatchResponse
from tieout.protocol.frames import ErrorFrame
from tieout.protocol.handshake import token_offer
from tieout.protocol.reading import MAX_FRAME_BYTES
from tieout.sessions.ports import PanePort
from tieout.web.pane_ports import PaneHost, PaneSandbox
from tieout.web.pane_socket import MAX_COMMANDS, PaneTimes
from tieout.web.seat import MAX_SOCKETS
from tieout.web.serving import Server, start_server


@pytest.fixture
async def session() -> EchoSession:
    return EchoSession()


@pytest.fixture
async def server(session: EchoSession) -> AsyncIterator[Server]:
    server = await start_server(session)
    yield server
    await server.close()


class Client:
    """A pane that speaks raw frames, in tests' words."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    async def send(self, text: str) -> None:
        await self.connection.send(text)

    async def receive(self) -> dict[str, JsonValue]:
        return json.loads(await self.connection.recv())

    async def receive_type(self, kind: str) -> dict[str, JsonValue]:
        frame = await self.receive()
        assert frame["type"] == kind, frame
        return frame

    async def assert_closed(self, code: int) -> str:
        with suppress(ConnectionClosed):
            while True:
                await self.connection.recv()
        assert self.connection.close_code == code
        return self.connection.close_reason or ""

    async def assert_up(self) -> None:
        await self.send('{"type":"ping"}')
        await self.receive_type("pong")


@pytest.fixture
async def connected(server: Server) -> AsyncIterator[Callable[..., Awaitable[Client]]]:
    """Opens connections; `hello=False` leaves hello out, roles go by name."""
    opened: list[ClientConnection] = []

    async def open_one(*roles: str, hello: bool = True, pane: str = "p1") -> Client:
        connection = await connect(
            server.socket_url,
            origin=Origin(server.origin.url),
            subprotocols=[Subprotocol("tieout.v1"), Subprotocol(token_offer(server.access.token))],
            compression=None,
            max_size=None,
            proxy=None,
        )
        opened.append(connection)
        client = Client(connection)
        if hello:
            frame = {"type": "hello", "v": 1, "pane": pane, "roles": ["ui", *roles]}
            await client.send(json.dumps(frame))
            await client.receive_type("welcome")
        return client

    yield open_one
    for connection in opened:
        await connection.close()


Connect = Callable[..., Awaitable[Client]]


# -- handshake and hello -------------------------------------------------------------------------


async def test_only_our_subprotocol_is_selected_and_the_token_is_not_echoed(connected: Connect):
    client = await connected(hello=False)
    assert client.connection.subprotocol == "tieout.v1"
    assert client.connection.response is not None
    assert "token" not in str(client.connection.response.headers)


async def test_hello_is_answered_with_welcome(connected: Connect):
    client = await connected(hello=False)
    await client.send('{"type":"hello","v":1,"pane":"p","roles":["ui"]}')
    assert await client.receive() == {
        "type": "welcome",
        "v": 1,
        "session": "s1",
        "workbook": "Book1.xlsx",
        "model": "echo",
        "demonstrations": [],
    }


async def test_another_version_is_told_and_closed(connected: Connect):
    client = await connected(hello=False)
    await client.send('{"type":"hello","v":99,"fields":"of the future"}')
    error = await client.receive_type("error")
    assert "update and restart the server" in str(error["message"])
    assert "version 99" in await client.assert_closed(4406)


async def test_anything_else_than_hello_first_is_closed(connected: Connect):
    client = await connected(hello=False)
    await client.send('{"type":"user.message","text":"hi"}')
    await client.receive_type("error")
    await client.assert_closed(4400)


# -- the user's commands -------------------------------------------------------------------------


async def test_a_message_is_streamed_back_in_order(connected: Connect):
    client = await connected()
    await client.send('{"type":"user.message","text":"tie out this"}')
    frames = [await client.receive_type("agent.turn_started")]
    while frames[-1]["type"] != "agent.turn_finished":
        frames.append(await client.receive())
    assert "".join(str(f["text"]) for f in frames if f["type"] == "agent.text") == "tieoutthis"


async def test_every_command_reaches_the_session(connected: Connect, session: EchoSession):
    client = await connected()
    await client.send('{"type":"user.stop"}')
    await client.send('{"type":"user.demonstration","name":"totals"}')
    await client.send('{"type":"workbook.selection","address":"Sheet1!A1"}')
    await client.send('{"type":"user.revert","undo_id":"u7"}')
    assert (await client.receive_type("agent.reverted"))["undo_id"] == "u7"
    assert session.log == ["attach p1", "stop", "demonstration totals", "select Sheet1!A1"]


async def test_a_users_mistake_is_a_sentence_and_the_connection_stays_up(connected: Connect):
    client = await connected()
    await client.send('{"type":"user.message","text":"refuse"}')
    assert await client.receive() == {
        "type": "error",
        "message": "That can't be done; try something else.",
        "about": "user.message",
    }
    await client.assert_up()


async def test_a_failure_of_ours_is_told_without_details(connected: Connect):
    client = await connected()
    await client.send('{"type":"user.message","text":"break"}')
    error = await client.receive_type("error")
    assert "secret" not in str(error)
    await client.assert_up()


# -- abuse ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "[" * 10_000 + "]" * 10_000,
        '{"a":' * 10_000 + "1" + "}" * 10_000,
        '{"type":"host.result","batch_id":1,"body":{"x":NaN}}',
        '{"type":"host.result","batch_id":1,"body":{"x":1e400}}',
        '{"type":"user.message","text":"\\ud800"}',
        '{"type":"ping","type":"nope"}',
        '{"type":"ping","__proto__":{"x":1}}',
        '{"type":"nope"}',
        '{"type":"ping","extra":1}',
        '{"type":"host.result","batch_id":9223372036854775808}',
        '{"type":"host.result","batch_id":-1}',
        '{"type":"user.message","text":"' + "x" * 100_001 + '"}',
        '{"type":"ping","keys":{' + ",".join(f'"{i}":0' for i in range(200_000)) + "}}",
    ],
    ids=range(15),
)
async def test_a_broken_frame_is_answered_with_an_error(connected: Connect, text: str):
    client = await connected()
    await client.send(text)
    error = await client.receive_type("error")
    assert error == {"type": "error", "message": IsStr(max_length=300), "about": IsStr()}
    await client.assert_up()


async def test_binary_closes_with_1003(connected: Connect):
    client = await connected()
    await client.connection.send(b"{}")
    await client.assert_closed(1003)


@pytest.mark.parametrize(("extra", "code"), [(-1, None), (1, 1009)])
async def test_the_size_limit_of_a_message(connected: Connect, extra: int, code: int | None):
    client = await connected()
    frame = '{"type":"host.result","batch_id":1,"failure":""}'
    # A server that closes 1009 does not read the rest of the message.
    with suppress(ConnectionClosed):
        await client.send(frame + " " * (MAX_FRAME_BYTES + extra - len(frame)))
    if code is None:
        await client.receive_type("error")
        await client.assert_up()
    else:
        await client.assert_closed(code)


async def test_a_message_in_many_pieces_is_one_message(connected: Connect):
    client = await connected()
    await client.connection.send(iter('{"type":"ping"}'))
    await client.receive_type("pong")


async def raw_socket(server: Server) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """An open WebSocket on which bytes are written by hand."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.origin.port)
    lines = (
        "GET /ws HTTP/1.1",
        f"Host: 127.0.0.1:{server.origin.port}",
        f"Origin: {server.origin.url}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        f"Sec-WebSocket-Protocol: tieout.v1, {token_offer(server.access.token)}",
        "\r\n",
    )
    writer.write("\r\n".join(lines).encode())
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


def masked(first: int, payload: bytes) -> bytes:
    """A short frame of a client, with a mask of zeros."""
    return bytes([first, 0x80 | len(payload), 0, 0, 0, 0]) + payload


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (masked(0x81, b"\xff\xfe"), 1007),
        (masked(0x91, b"{}"), 1002),
        (masked(0x83, b"{}"), 1002),
        (masked(0x80, b"{}"), 1002),
        (masked(0x82, b"{}"), 1003),
        (masked(0x09, b"ping in pieces"), 1002),
        (b"\x81\xff" + (2**40).to_bytes(8, "big") + b"\0\0\0\0", 1009),
    ],
    ids=["utf-8", "reserved bit", "opcode", "no start", "binary", "control", "huge"],
)
async def test_frames_against_the_websocket_protocol_close_it(
    server: Server, frame: bytes, code: int
):
    reader, writer = await raw_socket(server)
    writer.write(frame)
    head = await reader.readexactly(4)
    assert (head[0], int.from_bytes(head[2:4], "big")) == (0x88, code)
    writer.close()


async def test_frames_for_a_role_the_pane_lacks_are_refused(connected: Connect):
    client = await connected()
    await client.send('{"type":"host.result","batch_id":1,"failure":"x"}')
    assert (await client.receive_type("error"))["about"] == "host.result"
    await client.send('{"type":"sandbox.done","run_id":"r","end":"returned"}')
    assert (await client.receive_type("error"))["about"] == "sandbox.done"


async def test_answers_nobody_asked_for_are_dropped(connected: Connect):
    client = await connected("host", "sandbox")
    await client.send('{"type":"host.result","batch_id":7,"failure":"x"}')
    await client.send('{"type":"sandbox.done","run_id":"r","end":"returned"}')
    await client.assert_up()


async def test_code_of_no_run_is_refused(connected: Connect):
    client = await connected("sandbox")
    await client.send('{"type":"sandbox.sync","run_id":"forged","sync_id":1,"body":{}}')
    assert await client.receive() == {
        "type": "sandbox.sync_result",
        "run_id": "forged",
        "sync_id": 1,
        "body": None,
        "refusal": "This run is over.",
    }
    await client.send('{"type":"sandbox.call","run_id":"forged","call_id":1,"name":"read"}')
    assert (await client.receive_type("sandbox.call_result"))["error"] == "This run is over."


# -- one seat ------------------------------------------------------------------------------------


async def test_the_newest_pane_wins(connected: Connect, session: EchoSession):
    first = await connected(pane="old")
    second = await connected(pane="new")
    assert await first.assert_closed(4409) == "Another pane took over this session."
    await second.send('{"type":"user.revert","undo_id":"u1"}')
    await second.receive_type("agent.reverted")
    assert session.log == ["attach old", "detach old", "attach new"]


async def test_a_pane_that_is_replaced_fails_its_waiters(connected: Connect, session: EchoSession):
    await connected("host", pane="old")
    await session.attached.wait()
    old = session.panes[0]
    assert old.host is not None
    waiting = asyncio.create_task(old.host.send(Batch({})))
    await asyncio.sleep(0)
    await connected(pane="new")
    with pytest.raises(PaneLost, match="took over"):
        await waiting


async def test_a_closed_pane_is_detached_once(connected: Connect, session: EchoSession):
    client = await connected()
    await session.attached.wait()
    await client.connection.close()
    await session.detached.wait()
    assert session.log == ["attach p1", "detach p1"]


async def test_a_pane_that_reads_nothing_is_dropped_and_holds_nobody_up(
    connected: Connect, session: EchoSession
):
    client = await connected()
    await session.attached.wait()
    pane = session.pane
    assert pane is not None
    for _ in range(200):
        pane.post(ErrorFrame(message="x" * 256 * 1024))
        await asyncio.sleep(0)
    await client.assert_closed(4429)
    await session.detached.wait()


async def test_a_pane_that_never_reads_again_is_cut(session: EchoSession):
    server = await start_server(session, times=PaneTimes(flush=0.05))
    reader, writer = await raw_socket(server)
    hello = b'{"type":"hello","v":1,"pane":"deaf","roles":["ui"]}'
    writer.write(masked(0x81, hello))
    await session.attached.wait()
    pane = session.pane
    assert pane is not None
    for _ in range(200):
        pane.post(ErrorFrame(message="x" * 256 * 1024))
        await asyncio.sleep(0)
    await session.detached.wait()
    assert session.log == ["attach deaf", "detach deaf"]
    writer.transport.abort()
    reader.feed_eof()
    await server.close()


async def test_a_pane_that_says_no_hello_is_sent_away(session: EchoSession):
    server = await start_server(session, times=PaneTimes(hello=0.01))
    connection = await connect(
        server.socket_url,
        origin=Origin(server.origin.url),
        subprotocols=[Subprotocol("tieout.v1"), Subprotocol(token_offer(server.access.token))],
        proxy=None,
    )
    await Client(connection).assert_closed(4408)
    await server.close()


async def test_a_session_that_refuses_a_pane_closes_it(connected: Connect, session: EchoSession):
    async def refuse(pane: PanePort) -> None:
        raise RuntimeError("no")

    session.attach = refuse
    client = await connected()
    await client.assert_closed(1011)


async def test_a_session_that_waits_for_a_pane_does_not_lock_the_next_one_out(
    connected: Connect, session: EchoSession
):
    attach = session.attach

    async def ask_first(pane: PanePort) -> None:
        if pane.host is not None:
            with suppress(PaneLost):
                await pane.host.send(Batch({"never": "answered"}))
        await attach(pane)

    session.attach = ask_first
    first = await connected("host", pane="old")
    await first.receive_type("host.batch")
    second = await connected(pane="new")
    await first.assert_closed(4409)
    await second.send('{"type":"user.revert","undo_id":"u1"}')
    await second.receive_type("agent.reverted")
    assert session.log == ["attach old", "detach old", "attach new"]


async def test_too_many_connections_are_refused(connected: Connect):
    for _ in range(MAX_SOCKETS):
        await connected(hello=False)
    with pytest.raises(InvalidStatus, match="503"):
        await connected(hello=False)


async def test_stop_gets_through_whatever_else_is_under_way(
    connected: Connect, session: EchoSession
):
    free = asyncio.Event()

    async def wait(text: str) -> None:
        await free.wait()

    session.user_message = wait
    client = await connected()
    for _ in range(MAX_COMMANDS):
        await client.send('{"type":"user.message","text":"long"}')
    await client.send('{"type":"user.message","text":"one too many"}')
    assert (await client.receive_type("error"))["about"] == "user.message"
    await client.send('{"type":"user.stop"}')
    await client.assert_up()
    assert session.log == ["attach p1", "stop"]
    free.set()


async def test_the_server_says_that_it_goes(session: EchoSession):
    server = await start_server(session)
    pane = await HeadlessPane.connect(
        server.socket_url, origin=server.origin.url, token=server.access.token
    )
    await pane.welcome()
    await server.close()
    assert [frame async for frame in pane.events()] == []
    assert pane.close_code == 1012
    await pane.close()


# -- the ports over the socket -------------------------------------------------------------------


class EchoHost:
    """Answers every batch with itself."""

    capabilities = HostCapabilities("Excel", {"ExcelApi": "1.15"})

    async def send(self, batch: Batch) -> BatchResponse:
        return BatchResponse({"Error": None, "Results": [], "Echo": dict(batch.body)})


class ScriptSandbox:
    """Runs a Python coroutine where the pane would run JavaScript."""

    def __init__(
        self, script: Callable[[SandboxRun, SandboxServices], Awaitable[SandboxResult]]
    ) -> None:
        self._script = script
        self.cancelled = asyncio.Event()

    async def run(self, run: SandboxRun, services: SandboxServices) -> SandboxResult:
        try:
            return await self._script(run, services)
        except asyncio.CancelledError:
            self.cancelled.set()
            raise


class Services:
    """What the server answers running code; keeps what was asked."""

    def __init__(self) -> None:
        self.batches: list[Batch] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.asked = asyncio.Event()

    async def sync(self, batch: Batch) -> BatchResponse:
        self.asked.set()
        await self.gate.wait()
        if "forbidden" in batch.body:
            raise GateRefused("That is not allowed.")
        self.batches.append(batch)
        return BatchResponse({"Results": len(self.batches)})

    async def call(self, name: str, arguments: JsonValue) -> JsonValue:
        if name == "fail":
            raise ModelVisibleError("No such call.")
        return [name, arguments]


@pytest.fixture
async def run_in_pane(
    server: Server, session: EchoSession
) -> AsyncIterator[Callable[[ScriptSandbox], Awaitable[PaneSandbox]]]:
    panes: list[HeadlessPane] = []

    async def attach(sandbox: ScriptSandbox) -> PaneSandbox:
        pane = await HeadlessPane.connect(
            server.socket_url,
            origin=server.origin.url,
            token=server.access.token,
            sandbox=sandbox,
            host=EchoHost(),
        )
        panes.append(pane)
        await pane.welcome()
        await session.attached.wait()
        assert session.pane is not None
        assert isinstance(session.pane.sandbox, PaneSandbox)
        return session.pane.sandbox

    yield attach
    for pane in panes:
        await pane.close()


Attach = Callable[[ScriptSandbox], Awaitable[PaneSandbox]]


async def test_code_syncs_calls_and_returns(run_in_pane: Attach):
    async def script(run: SandboxRun, services: SandboxServices) -> SandboxResult:
        first = await services.sync(Batch({"Actions": [1]}, 17))
        called = await services.call("read", {"a": 1})
        try:
            await services.sync(Batch({"forbidden": 1}))
        except GateRefused as refused:
            refusal = str(refused)
        try:
            await services.call("fail", None)
        except ModelVisibleError as error:
            failure = str(error)
        value: JsonValue = [dict(first.body), called, refusal, failure, run.code]
        return Returned(value, (ConsoleLine("log", "done"),))

    sandbox = await run_in_pane(ScriptSandbox(script))
    services = Services()
    result = await sandbox.run(SandboxRun("r1", "code"), services)
    assert result == Returned(
        [{"Results": 1}, ["read", {"a": 1}], "That is not allowed.", "No such call.", "code"],
        (ConsoleLine("log", "done"),),
    )
    assert services.batches == [Batch({"Actions": [1]}, 17)]


async def test_two_runs_after_each_other_are_separate(run_in_pane: Attach):
    async def script(run: SandboxRun, services: SandboxServices) -> SandboxResult:
        await services.sync(Batch({"run": run.run_id}))
        return Returned(run.run_id)

    sandbox = await run_in_pane(ScriptSandbox(script))
    for run_id in ("a", "b"):
        assert await sandbox.run(SandboxRun(run_id, ""), Services()) == Returned(run_id)


async def test_cancelling_kills_the_code_in_the_pane(run_in_pane: Attach):
    async def script(run: SandboxRun, services: SandboxServices) -> SandboxResult:
        await services.sync(Batch({}))
        await asyncio.Event().wait()
        raise AssertionError("not reached")

    inner = ScriptSandbox(script)
    sandbox = await run_in_pane(inner)
    services = Services()
    run = asyncio.create_task(sandbox.run(SandboxRun("r", ""), services))
    await services.asked.wait()
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    await inner.cancelled.wait()


async def test_cancelling_waits_for_the_batch_that_is_with_excel(run_in_pane: Attach):
    async def script(run: SandboxRun, services: SandboxServices) -> SandboxResult:
        await services.sync(Batch({"write": 1}))
        raise AssertionError("not reached")

    sandbox = await run_in_pane(ScriptSandbox(script))
    services = Services()
    services.gate.clear()
    run = asyncio.create_task(sandbox.run(SandboxRun("r", ""), services))
    await services.asked.wait()
    run.cancel()
    await asyncio.sleep(0)
    assert not run.done()
    services.gate.set()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert services.batches == [Batch({"write": 1})]


async def test_too_many_messages_kill_the_code(run_in_pane: Attach):
    async def script(run: SandboxRun, services: SandboxServices) -> SandboxResult:
        while True:
            await services.call("again", None)

    inner = ScriptSandbox(script)
    sandbox = await run_in_pane(inner)
    limits = SandboxLimits(messages=10)
    result = await sandbox.run(SandboxRun("r", "", limits), Services())
    assert result == Killed("messages", "it sent more than 10 messages.")
    await inner.cancelled.wait()


async def test_code_that_outlives_its_time_is_killed_by_the_server(
    server: Server, session: EchoSession
):
    sent: list[object] = []
    sandbox = PaneSandbox(sent.append, grace_seconds=0.0)
    result = await sandbox.run(SandboxRun("r", "", SandboxLimits(wall=0.01)), Services())
    assert result == Killed("time", "it ran longer than 0.01 seconds.")
    assert [type(frame).__name__ for frame in sent] == ["SandboxRunFrame", "SandboxCancel"]


async def test_too_large_a_value_is_not_taken_on_the_panes_word(run_in_pane: Attach):
    async def script(run: SandboxRun, services: SandboxServices) -> SandboxResult:
        return Returned("x" * 200, (ConsoleLine("log", "y" * 60), ConsoleLine("log", "z" * 60)))

    sandbox = await run_in_pane(ScriptSandbox(script))
    limits = SandboxLimits(returned_bytes=100)
    assert await sandbox.run(SandboxRun("r", "", limits), Services()) == Killed(
        "message_size",
        "it returned more than 100 bytes.",
        (
            ConsoleLine("log", "y" * 60),
            ConsoleLine("warn", "... 1 more lines were too much to keep"),
        ),
    )


async def test_a_batch_goes_to_the_panes_excel_and_back(run_in_pane: Attach, session: EchoSession):
    async def script(run: SandboxRun, services: SandboxServices) -> SandboxResult:
        return Returned(None)

    await run_in_pane(ScriptSandbox(script))
    assert session.pane is not None
    host = session.pane.host
    assert host is not None
    assert host.capabilities.requirement_sets == {"ExcelApi": "1.15"}
    answers = await asyncio.gather(*(host.send(Batch({"n": n})) for n in range(5)))
    assert [answer.body["Echo"] for answer in answers] == [{"n": n} for n in range(5)]


async def test_a_batch_that_could_not_run_is_an_error_as_excel_would_say_it(
    connected: Connect, session: EchoSession
):
    client = await connected("host")
    await session.attached.wait()
    assert session.pane is not None
    assert session.pane.host is not None
    sending = asyncio.create_task(session.pane.host.send(Batch({"x": 1}, 1)))
    frame = await client.receive_type("host.batch")
    assert (frame["body"], frame["flags"]) == ({"x": 1}, 1)
    answer = {"type": "host.result", "batch_id": frame["batch_id"], "failure": "Busy.", "code": "C"}
    await client.send(json.dumps(answer))
    assert (await sending).body == {
        "Error": {"Code": "C", "Message": "Busy.", "Location": ""},
        "Results": [],
    }
    await client.send(json.dumps(answer))
    await client.assert_up()


async def test_an_excel_that_does_not_answer_is_a_lost_pane():
    sent: list[object] = []
    host = PaneHost(sent.append, HostCapabilities("Excel"), answer_seconds=0.01)
    with pytest.raises(PaneLost, match="did not answer within"):
        await host.send(Batch({}))
    assert len(sent) == 1


async def test_everything_asked_of_a_pane_that_goes_away_fails(
    connected: Connect, session: EchoSession
):
    client = await connected("host", "sandbox")
    await session.attached.wait()
    pane = session.pane
    assert pane is not None
    assert pane.host is not None
    assert pane.sandbox is not None
    waiting = [
        asyncio.create_task(pane.host.send(Batch({"n": 1}))),
        asyncio.create_task(pane.host.send(Batch({"n": 2}))),
        asyncio.create_task(pane.sandbox.run(SandboxRun("a", ""), Services())),
        asyncio.create_task(pane.sandbox.run(SandboxRun("b", ""), Services())),
    ]
    await client.receive()
    client.connection.transport.abort()
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(result) for result in results] == [PaneLost] * 4
    with pytest.raises(PaneLost):
        await pane.host.send(Batch({}))
    with pytest.raises(PaneLost):
        await pane.sandbox.run(SandboxRun("c", ""), Services())
    await session.detached.wait()


async def test_a_pane_that_dies_while_a_batch_is_with_excel_ends_the_run(
    connected: Connect, session: EchoSession
):
    client = await connected("sandbox")
    await session.attached.wait()
    assert session.pane is not None
    assert session.pane.sandbox is not None
    services = Services()
    services.gate.clear()
    run = asyncio.create_task(session.pane.sandbox.run(SandboxRun("r", ""), services))
    await client.receive_type("sandbox.run")
    await client.send('{"type":"sandbox.sync","run_id":"r","sync_id":1,"body":{"n":1}}')
    await services.asked.wait()
    client.connection.transport.abort()
    await session.detached.wait()
    services.gate.set()
    with pytest.raises(PaneLost):
        await run
    assert services.batches == [Batch({"n": 1})]
