"""One seat: which pane has it, and what happens to those that lose it, sleep or come too many."""

import asyncio
from contextlib import suppress

import pytest
from echo_session import EchoSession
from pane_clients import Client, Connect, masked, raw_socket
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin, Subprotocol

from tieout.errors import PaneLost
from tieout.headless.pane import HeadlessPane
from tieout.office_wire.batch import Batch
from tieout.protocol.frames import ErrorFrame
from tieout.protocol.handshake import token_offer
from tieout.sessions.ports import PanePort
from tieout.web.pane_socket import MAX_COMMANDS, PaneTimes
from tieout.web.seat import MAX_SOCKETS
from tieout.web.serving import start_server


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
