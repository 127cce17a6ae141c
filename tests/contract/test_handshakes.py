"""Requests byte by byte against the real server: who gets in, and what the answers give away."""

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from echo_session import EchoSession

from tieout.errors import SettingsError
from tieout.protocol.handshake import token_offer
from tieout.web.serving import Server, start_server


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    server = await start_server(EchoSession())
    yield server
    await server.close()


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: str
    raw: str


async def ask(server: Server, request: str) -> Answer:
    """Send a request as it is written, with {port} {origin} {token} {cookie} {start} filled in."""
    for name, value in {
        "port": server.origin.port,
        "origin": server.origin.url,
        "token": token_offer(server.access.token),
        "cookie": f"{server.origin.cookie}={server.access.token}",
        "start": server.access.start_path,
    }.items():
        request = request.replace(f"{{{name}}}", str(value))
    reader, writer = await asyncio.open_connection("127.0.0.1", server.origin.port)
    writer.write(request.replace("\n", "\r\n").encode("latin-1") + b"\r\n")
    head = await reader.readuntil(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    headers = {k.lower(): v.strip() for k, _, v in (line.partition(":") for line in lines[1:])}
    body = await reader.read(int(headers.get("content-length", "0")) or 0)
    writer.close()
    return Answer(int(lines[0].split()[1]), headers, body.decode("utf-8", "replace"), head.decode())


def socket_request(
    *,
    target: str = "/ws",
    version: str = "1.1",
    host: str = "Host: 127.0.0.1:{port}\n",
    origin: str = "Origin: {origin}\n",
    protocol: str = "Sec-WebSocket-Protocol: tieout.v1, {token}\n",
    extra: str = "",
) -> str:
    return (
        f"GET {target} HTTP/{version}\n{host}{origin}{protocol}{extra}"
        "Upgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Version: 13\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\n"
    )


GOOD = {
    "127.0.0.1": socket_request(),
    "localhost": socket_request(
        host="Host: localhost:{port}\n", origin="Origin: http://localhost:{port}\n"
    ),
    "cookie": socket_request(
        protocol="Sec-WebSocket-Protocol: tieout.v1\n", extra="Cookie: {cookie}\n"
    ),
    "a proxy's headers are ignored": socket_request(
        extra="X-Forwarded-Host: evil.test\nX-Forwarded-For: 1.2.3.4\nForwarded: host=evil.test\n"
    ),
    "same-origin": socket_request(extra="Sec-Fetch-Site: same-origin\n"),
}


@pytest.mark.parametrize("request_text", GOOD.values(), ids=GOOD.keys())
async def test_our_own_panes_get_in(server: Server, request_text: str):
    answer = await ask(server, request_text)
    assert answer.status == 101
    assert answer.headers["sec-websocket-protocol"] == "tieout.v1"
    assert "sec-websocket-extensions" not in answer.headers


def origin(value: str) -> str:
    return socket_request(origin=f"Origin: {value}\n")


def host(value: str) -> str:
    return socket_request(host=f"Host: {value}\n")


def protocol(value: str) -> str:
    return socket_request(protocol=f"Sec-WebSocket-Protocol: {value}\n")


BAD = {
    "no Origin": (socket_request(origin=""), 403),
    "Origin null": (origin("null"), 403),
    "Origin of another site": (origin("https://evil.test"), 403),
    "Origin that begins like ours": (origin("http://127.0.0.1:{port}.evil.test"), 403),
    "Origin with ours as user": (origin("http://127.0.0.1:{port}@evil.test"), 403),
    "Origin of another port": (origin("http://127.0.0.1:1"), 403),
    "Origin of another scheme": (origin("https://127.0.0.1:{port}"), 403),
    "Origin with a slash": (origin("http://127.0.0.1:{port}/"), 403),
    "Origin in capitals": (origin("HTTP://127.0.0.1:{port}"), 403),
    "Origin of our other name": (origin("http://localhost:{port}"), 403),
    "two Origins": (socket_request(origin="Origin: {origin}\nOrigin: {origin}\n"), 403),
    "Host of a rebound name": (host("evil.test:{port}"), 403),
    "Host without port": (host("127.0.0.1"), 403),
    "Host 0.0.0.0": (host("0.0.0.0:{port}"), 403),
    "Host with a dot at the end": (host("localhost.:{port}"), 403),
    "Host below localhost": (host("a.localhost:{port}"), 403),
    "Host that resolves to us": (host("127.0.0.1.nip.io:{port}"), 403),
    "Host as a decimal": (host("2130706433:{port}"), 403),
    "Host as octal": (host("0177.0.0.1:{port}"), 403),
    "Host as hex": (host("0x7f.1:{port}"), 403),
    "Host [::1], not bound": (host("[::1]:{port}"), 403),
    "two Hosts": (
        socket_request(host="Host: 127.0.0.1:{port}\nHost: 127.0.0.1:{port}\n"),
        400,
    ),
    "no Host": (socket_request(host=""), 400),
    "empty Host": (host(""), 403),
    "absolute target": (socket_request(target="http://127.0.0.1:{port}/ws"), 400),
    "absolute target of another site": (socket_request(target="http://evil.test/ws"), 400),
    "no token": (protocol("tieout.v1"), 401),
    "wrong token": (protocol("tieout.v1, token.AAAA"), 401),
    "empty token": (protocol("tieout.v1, token."), 401),
    "token in the query only": (
        socket_request(target="/ws?token={token}", protocol="Sec-WebSocket-Protocol: tieout.v1\n"),
        401,
    ),
    "cookie of another port": (
        socket_request(
            protocol="Sec-WebSocket-Protocol: tieout.v1\n", extra="Cookie: tieout-1=x\n"
        ),
        401,
    ),
    "token without our subprotocol": (protocol("{token}"), 400),
    "cross-site": (socket_request(extra="Sec-Fetch-Site: cross-site\n"), 403),
    "same-site": (socket_request(extra="Sec-Fetch-Site: same-site\n"), 403),
    "HTTP/1.0": (socket_request(version="1.0"), 400),
    "HTTP/1.0 without Host": (socket_request(version="1.0", host=""), 400),
    "another path": (socket_request(target="/ws/"), 404),
    "a percent sign": (socket_request(target="/%77s"), 400),
}


@pytest.mark.parametrize(("request_text", "status"), BAD.values(), ids=BAD.keys())
async def test_nobody_else_gets_in(server: Server, request_text: str, status: int):
    answer = await ask(server, request_text)
    assert answer.status == status
    assert server.access.token not in answer.raw + answer.body
    assert "access-control-allow-origin" not in answer.headers


PATHS = ["/", "/taskpane.html", "/js/channel.js", "/sandbox/frame.html", "/ws", "/api/workbook"]
PATHS += ["/api/cells", "/api/workbook/file", "/healthz", "/p/{start}/", "/nope"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
async def test_nothing_but_reading_is_answered(server: Server, method: str, path: str):
    answer = await ask(
        server,
        f"{method} {path} HTTP/1.1\nHost: 127.0.0.1:{{port}}\nCookie: {{cookie}}\n"
        "Origin: {origin}\nAccess-Control-Request-Method: GET\nContent-Length: 0\n",
    )
    assert answer.status == 405
    assert not [name for name in answer.headers if name.startswith("access-control")]


@pytest.mark.parametrize("path", PATHS)
async def test_a_rebound_name_reads_nothing_on_any_route(server: Server, path: str):
    answer = await ask(
        server, f"GET {path} HTTP/1.1\nHost: evil.test:{{port}}\nCookie: {{cookie}}\n"
    )
    assert answer.status == 403


@pytest.mark.parametrize("path", PATHS)
async def test_another_sites_page_loads_nothing_but_the_sandbox(server: Server, path: str):
    answer = await ask(
        server,
        f"GET {path} HTTP/1.1\nHost: 127.0.0.1:{{port}}\nSec-Fetch-Site: cross-site\n"
        "Cookie: {cookie}\n",
    )
    assert answer.status == (200 if path.startswith("/sandbox/") else 403)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 401),
        ("/taskpane.html", 401),
        ("/api/workbook", 401),
        ("/api/workbook/file", 401),
        ("/js/channel.js", 200),
        ("/sandbox/frame.html", 200),
        ("/healthz", 200),
        ("/p/wrong/", 404),
        ("/p/{start}/nope.html", 404),
        ("/p/{start}", 404),
        ("/sandbox/headers.json", 404),
        ("/vendor/office/LICENSE.md", 404),
        ("/js/", 404),
        ("/js/nope.js", 404),
        ("/js/../main.js", 400),
        ("/js/..%2f..%2fpyproject.toml", 400),
        ("/js/%2e%2e/%2e%2e/pyproject.toml", 400),
        ("/js/channel.js%00.css", 400),
        ("/.git/config", 400),
        ("/" + "a" * 5000, 400),
    ],
)
async def test_what_is_served_without_the_cookie(server: Server, path: str, status: int):
    answer = await ask(server, f"GET {path} HTTP/1.1\nHost: 127.0.0.1:{{port}}\n")
    assert answer.status == status


async def test_the_printed_address_lets_the_browser_in(server: Server):
    answer = await ask(server, "GET /p/{start}/taskpane.html HTTP/1.1\nHost: 127.0.0.1:{port}\n")
    assert answer.status == 303
    assert answer.headers["location"] == "/taskpane.html"
    assert answer.headers["cache-control"] == "no-store"
    cookie = answer.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
    page = await ask(
        server,
        f"GET /taskpane.html HTTP/1.1\nHost: 127.0.0.1:{{port}}\nCookie: {cookie.split(';')[0]}\n",
    )
    assert page.status == 200
    assert page.headers["content-security-policy"].startswith("default-src 'none'")


async def test_a_bomb_of_headers_is_refused(server: Server):
    many = "".join(f"X-{i}: {i}\n" for i in range(500))
    assert (await ask(server, f"GET / HTTP/1.1\nHost: 127.0.0.1:{{port}}\n{many}")).status == 400
    long = f"GET / HTTP/1.1\nHost: 127.0.0.1:{{port}}\nX: {'x' * 65_536}\n"
    assert (await ask(server, long)).status == 400


async def test_logs_name_neither_token_nor_start_path(
    server: Server, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)
    for request in (
        "GET /p/{start}/ HTTP/1.1\nHost: 127.0.0.1:{port}\n",
        socket_request(target="/ws?token={token}"),
        protocol("{token}"),
        protocol("tieout.v1, {token}, other"),
        "GET /api/workbook?t={token} HTTP/1.1\nHost: 127.0.0.1:{port}\nCookie: {cookie}\n",
    ):
        await ask(server, request)
    await server.close()
    assert "/api/workbook" in caplog.text
    assert server.access.start_path not in caplog.text
    assert server.access.token not in caplog.text
    assert token_offer(server.access.token) not in caplog.text


async def test_the_server_listens_on_loopback_only(server: Server):
    (address,) = server.runner.addresses
    assert address[0] == "127.0.0.1"


async def test_a_port_in_use_is_one_sentence(server: Server):
    with pytest.raises(SettingsError, match=f"Port {server.origin.port} is in use"):
        await start_server(EchoSession(), port=server.origin.port)
