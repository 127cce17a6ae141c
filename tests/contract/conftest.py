"""Servers with panes, and engines, for the contract tests."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

import pytest
from echo_session import EchoSession
from engines import ENGINES, EngineKind
from pane_clients import Client
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from embedded_excel.calc.engine import Engine
from tieout.protocol.handshake import token_offer
from tieout.web.serving import Server, start_server


@pytest.fixture
async def session() -> EchoSession:
    return EchoSession()


@pytest.fixture
async def server(session: EchoSession) -> AsyncIterator[Server]:
    server = await start_server(session)
    yield server
    await server.close()


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


@pytest.fixture(params=ENGINES, ids=lambda kind: kind.name)
def kind(request: pytest.FixtureRequest) -> EngineKind:
    """An engine; where it lacks what the test `needs`, the test has to fail, or it lacks no more."""
    engine_kind: EngineKind = request.param
    marker = request.node.get_closest_marker("needs")
    lacking = [name for name in (marker.args if marker else ()) if name in engine_kind.lacks]
    if lacking:
        reason = "; ".join(f"{name}: {engine_kind.lacks[name]}" for name in lacking)
        request.node.add_marker(pytest.mark.xfail(reason=f"{engine_kind.name} lacks {reason}"))
    return engine_kind


@pytest.fixture
def engine(kind: EngineKind) -> Iterator[Engine]:
    opened = kind.new()
    yield opened
    opened.close()
