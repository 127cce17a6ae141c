"""A public web of one machine: names with public addresses, whose sockets end at a local server.

Everything up to the socket is the product's own: names, checks, limits. Only where the checked
connection physically goes is changed here, after `public_socket` has agreed to it.
"""

import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web

from tieout.tools.internet.fetch import FetchLimits, PublicWeb, public_socket

PUBLIC = "93.184.216.34"
Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]


class _EndsHere(socket.socket):
    """A socket that goes to a local port whatever it is told."""

    local_port = 0

    def connect(self, address: object) -> None:
        super().connect(("127.0.0.1", self.local_port))


@dataclass
class Sites:
    """What the local web was asked.

    Attributes:
        names: Host name → addresses, one list for each look-up; the last one stays.
        dialled: Addresses that sockets were made for.
        asked: "host path" of each request.
    """

    port: int
    names: dict[str, list[list[str]]]
    dialled: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    requests: list[web.Request] = field(default_factory=list)

    def web(self, **limits: float) -> PublicWeb:
        return PublicWeb(FetchLimits(**limits), self.lookup, self.socket_for)  # type: ignore[arg-type]

    async def lookup(self, host: str) -> list[str]:
        answers = self.names.get(host)
        if not answers:
            raise OSError(host)
        return answers.pop(0) if len(answers) > 1 else answers[0]

    def socket_for(self, info) -> socket.socket:
        public_socket(info).close()
        self.dialled.append(info[4][0])
        made = _EndsHere(socket.AF_INET, socket.SOCK_STREAM)
        made.local_port = self.port
        return made


@asynccontextmanager
async def sites(
    pages: Mapping[str, Answer], names: Mapping[str, list[list[str]]] | None = None
) -> AsyncIterator[Sites]:
    """Serve `host/path` → page on a local port; hosts have one public address unless told."""
    hosts = {key.partition("/")[0] for key in pages}
    known = {host: [[PUBLIC]] for host in hosts} | {k: list(v) for k, v in (names or {}).items()}

    async def answer(request: web.Request) -> web.StreamResponse:
        made.asked.append(f"{request.host} {request.path_qs}")
        made.requests.append(request)
        page = pages.get(f"{request.host}{request.path}")
        if page is None:
            raise web.HTTPNotFound
        return await page(request)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    made = Sites(runner.addresses[0][1], known)
    try:
        yield made
    finally:
        await runner.cleanup()


def text(body: str | bytes, content_type: str = "text/html", **headers: str) -> Answer:
    """A page that is always the same."""

    async def answer(_: web.Request) -> web.Response:
        content = body if isinstance(body, bytes) else body.encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return web.Response(body=content, content_type=content_type, headers=named)

    return answer


def moved(to: str, status: int = 302) -> Answer:
    """A redirect."""

    async def answer(_: web.Request) -> web.Response:
        return web.Response(status=status, headers={"Location": to})

    return answer
