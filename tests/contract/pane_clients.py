"""Panes that speak raw frames, and one that speaks raw bytes, for tests of the socket."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress

from pydantic import JsonValue
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tieout.protocol.handshake import token_offer
from tieout.web.serving import Server


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


Connect = Callable[..., Awaitable[Client]]


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
