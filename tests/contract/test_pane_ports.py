"""Sandbox and Excel of a pane, reached over its socket: runs, batches, kills, losses."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from echo_session import EchoSession
from pane_clients import Connect
from pydantic import JsonValue

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
from tieout.web.pane_ports import PaneHost, PaneSandbox
from tieout.web.serving import Server


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
