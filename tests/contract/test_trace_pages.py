"""The pages of `/trace`: for the one with the token, in escaped text, under a policy that runs nothing."""

import asyncio
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from email.message import Message
from pathlib import Path

import pytest
from echo_session import EchoSession
from traced import parts, trace, traced

from tieout.sessions.trace.store import TraceStore
from tieout.web.serving import Server, start_server

HOSTILE = '<script>alert(1)</script><img src="https://evil.example/x">'


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    store = TraceStore(tmp_path / "sessions.db")
    kept = trace(traced(1), traced(2, parts(HOSTILE), held=1_300), traced(3, usage=None))
    store.begin(kept.session, kept.started, HOSTILE, kept.model)
    for request in kept.requests:
        store.add(kept.session, request)
    server = await start_server(EchoSession(), traces=store)
    yield server
    await server.close()


async def get(server: Server, path: str, *, cookie: bool = True) -> tuple[int, Message, str]:
    request = urllib.request.Request(server.origin.url + path)
    if cookie:
        request.add_header("Cookie", f"{server.origin.cookie}={server.access.token}")

    def fetch() -> tuple[int, Message, str]:
        try:
            with urllib.request.urlopen(request) as response:
                return response.status, response.headers, response.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers, error.read().decode()

    return await asyncio.to_thread(fetch)


async def test_a_session_shows_its_requests_by_layer_with_costs_and_gates(server: Server) -> None:
    status, headers, page = await get(server, "/trace/s-1")
    assert status == 200
    assert headers["Content-Security-Policy"].startswith("default-src 'none'; style-src 'self'")
    assert headers["Cache-Control"] == "no-store"
    for shown in ("L0", "capabilities", "Sheet1!A1@r2", "contradiction dropped it: r2 is newer"):
        assert shown in page
    assert "<td>0.0174</td>" in page
    assert "L0 holds 1,300 tokens, 1,200 is the most." in page
    assert '<td colspan="5">not answered</td>' in page


async def test_nothing_that_a_workbook_or_model_said_is_markup(server: Server) -> None:
    for path in ("/trace", "/trace/s-1", "/trace/s-1?from=1&to=2"):
        _, _, page = await get(server, path)
        assert "<script" not in page
        assert "<img" not in page
        assert "&lt;script&gt;alert(1)" in page
    assert "Sum &lt;b&gt;it&lt;/b&gt;." in (await get(server, "/trace/s-1"))[2]


async def test_two_requests_are_compared(server: Server) -> None:
    _, _, page = await get(server, "/trace/s-1?from=1&to=2")
    assert "They differ, first in <strong>tail</strong> (evidence)." in page
    assert '<span class="removed">-Sheet1!A1@r1: 5' in page
    _, _, same = await get(server, "/trace/s-1?from=1&to=3")
    assert "They are the same in every layer." in same


async def test_the_list_leads_to_the_sessions(server: Server) -> None:
    assert '<a href="/trace/s-1">s-1</a>' in (await get(server, "/trace"))[2]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/trace/none", 404),
        ("/trace/s-1?from=x&to=2", 400),
        ("/trace/s-1?from=1&to=9", 404),
        ("/trace/../etc", 400),
    ],
)
async def test_what_is_not_there_is_said(server: Server, path: str, status: int) -> None:
    assert (await get(server, path))[0] == status


async def test_nobody_without_the_token_sees_a_trace(server: Server) -> None:
    for path in ("/trace", "/trace/s-1"):
        assert (await get(server, path, cookie=False))[0] == 401
