"""The pane's own channel and host port in Chromium, against the real server and the embedded Excel."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from echo_session import EchoSession
from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from embedded_excel.host import EmbeddedExcel
from tieout.office_wire.batch import Batch
from tieout.protocol.closing import CloseCode
from tieout.web.pane_socket import PaneSocket
from tieout.web.serving import Server, start_server

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

CONNECT = """async ({pane, roles}) => {
    const { createChannel, socketUrl } = await import("/js/channel.js");
    window.frames_ = [];
    window.states = [];
    window.channel = createChannel({
        url: socketUrl(location),
        hello: () => ({ pane, roles }),
        onFrame: (frame) => window.frames_.push(frame),
        onState: (state, sentence) => window.states.push([state, sentence]),
    });
}"""


@pytest_asyncio.fixture(loop_scope="module")
async def session() -> EchoSession:
    return EchoSession()


@pytest_asyncio.fixture(loop_scope="module")
async def server(session: EchoSession) -> AsyncIterator[Server]:
    server = await start_server(session)
    yield server
    await server.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--host-resolver-rules=MAP evil.test 127.0.0.1"],
        )
        yield chromium
        await chromium.close()


@pytest_asyncio.fixture(loop_scope="module")
async def browser(chromium: Browser) -> AsyncIterator[BrowserContext]:
    context = await chromium.new_context()
    yield context
    await context.close()


async def open_pane(browser: BrowserContext, server: Server) -> Page:
    """The task pane's page; outside Excel its own code does not connect, so tests may."""
    page = await browser.new_page()
    await page.goto(server.start_url + "taskpane.html")
    assert page.url == server.origin.url + "/taskpane.html"
    return page


async def until(page: Page, expression: str) -> Any:
    """Ask again and again: `wait_for_function` is blocked by the page's policy."""
    while not (found := await page.evaluate(expression)):  # noqa: ASYNC110 - it is in the page
        await asyncio.sleep(0.02)
    return found


async def test_the_channel_connects_sends_and_hears(
    browser: BrowserContext, server: Server, session: EchoSession
):
    page = await open_pane(browser, server)
    await page.evaluate(CONNECT, {"pane": "c1", "roles": ["ui"]})
    await until(page, "() => window.frames_.some((f) => f.type === 'welcome')")
    assert await page.evaluate("() => window.channel.send({type: 'user.message', text: 'tie out'})")
    await until(page, "() => window.frames_.some((f) => f.type === 'agent.turn_finished')")
    frames = await page.evaluate("() => window.frames_")
    assert "".join(f["text"] for f in frames if f["type"] == "agent.text") == "tieout"
    assert await page.evaluate("() => window.states") == [["connecting", ""], ["connected", ""]]


async def test_the_channel_comes_back_after_a_restart_and_names_its_session(
    browser: BrowserContext, server: Server, session: EchoSession
):
    page = await open_pane(browser, server)
    await page.evaluate(CONNECT, {"pane": "c1", "roles": ["ui"]})
    await session.attached.wait()
    assert isinstance(session.pane, PaneSocket)
    session.pane.dismiss(CloseCode.RESTART)
    await session.detached.wait()
    await session.attached.wait()
    assert [pane.hello.session for pane in session.panes] == ["", "s1"]
    states = await until(page, "() => window.states.length === 4 && window.states")
    assert [state for state, _ in states] == ["connecting", "connected", "connecting", "connected"]


async def test_the_channel_gives_way_to_a_newer_pane(
    browser: BrowserContext, server: Server, session: EchoSession
):
    first, second = await open_pane(browser, server), await open_pane(browser, server)
    await first.evaluate(CONNECT, {"pane": "old", "roles": ["ui"]})
    await session.attached.wait()
    await second.evaluate(CONNECT, {"pane": "new", "roles": ["ui"]})
    last = await until(first, "() => window.states.length === 3 && window.states[2]")
    assert last == ["disconnected", "Another pane took over this session."]
    assert not await first.evaluate("() => window.channel.send({type: 'user.stop'})")


async def test_without_the_cookie_the_channel_says_what_to_do(
    browser: BrowserContext, server: Server
):
    page = await open_pane(browser, server)
    await browser.clear_cookies()
    await page.evaluate(CONNECT, {"pane": "c1", "roles": ["ui"]})
    last = await until(page, "() => window.states.find(([state]) => state === 'disconnected')")
    assert last == [
        "disconnected",
        "Open the address that Tieout printed when it started; in Excel, run `tieout sideload` and restart Excel.",
    ]


async def test_batches_of_the_server_run_through_the_pages_host_port(
    browser: BrowserContext, server: Server, session: EchoSession
):
    excel = EmbeddedExcel.new()
    page = await open_pane(browser, server)

    def run(text: str, flags: int) -> str:
        return json.dumps(excel.run_batch(json.loads(text), flags))

    await page.expose_function("runInExcel", run)
    problem = await page.evaluate("""async () => {
        const { createHostPort, selfTest, throughDoor } = await import("/js/host_port.js");
        const door = (request, callback) =>
            void window.runInExcel(request[4], request[6]).then((text) =>
                callback({ status: "succeeded", value: { data: [200, [], text] } }));
        const watch = { onAnswer() {}, onSlow() {} };
        const send = (frame) => window.channel.send(frame);
        const way = throughDoor(door, false);
        window.port = createHostPort(way, send, watch);
        return selfTest(way);
    }""")
    assert problem == ""
    await page.evaluate(
        CONNECT.replace("window.frames_.push(frame)", "window.port.receive(frame)"),
        {"pane": "c1", "roles": ["host"]},
    )
    await session.attached.wait()
    assert session.pane is not None
    assert session.pane.host is not None
    body = {
        "Actions": [
            {"Id": 2, "ActionType": 1, "Name": "", "ObjectPathId": 1},
            {"Id": 3, "ActionType": 2, "Name": "", "ObjectPathId": 1, "QueryInfo": {}},
        ],
        "ObjectPaths": {"1": {"Id": 1, "ObjectPathType": 1, "Name": ""}},
    }
    answer = await session.pane.host.send(Batch(body))
    assert answer.body == excel.run_batch(body)
    excel.close()


EVIL = """<!doctype html><meta charset="utf-8"><script>
window.results = {};
const note = (name) => (value) => { window.results[name] = String(value); };
const target = new URLSearchParams(location.search).get("target");
const socket = new WebSocket(target.replace("http", "ws") + "/ws", ["tieout.v1"]);
socket.onopen = () => note("socket")("open");
socket.onerror = () => note("socket")("refused");
fetch(target + "/api/workbook", {credentials: "include"}).then((r) => r.text()).then(note("fetch"), () => note("fetch")("refused"));
fetch(location.origin + "/nothing").catch(() => 0);
const script = document.createElement("script");
script.onload = () => note("script")("ran");
script.onerror = () => note("script")("refused");
script.src = target + "/js/sentences.js";
document.documentElement.append(script);
const frame = document.createElement("iframe");
frame.onload = () => { try { note("frame")(frame.contentDocument === null ? "opaque" : frame.contentDocument.body.innerHTML); } catch (e) { note("frame")("refused"); } };
frame.src = target + "/taskpane.html";
document.documentElement.append(frame);
</script>"""


async def test_a_page_of_another_site_reaches_nothing(
    browser: BrowserContext, server: Server, session: EchoSession
):
    await open_pane(browser, server)  # the browser holds the cookie now

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"
        writer.write(f"{head}Content-Length: {len(EVIL)}\r\n\r\n{EVIL}".encode())
        await writer.drain()
        writer.close()

    evil = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = evil.sockets[0].getsockname()[1]
    for site in (f"http://evil.test:{port}", f"http://127.0.0.1:{port}"):
        page = await browser.new_page()
        await page.goto(f"{site}/?target={server.origin.url}")
        await until(page, "() => Object.keys(window.results).length === 4")
        results = await page.evaluate("() => window.results")
        assert (results["socket"], results["fetch"], results["script"]) == ("refused",) * 3
        assert results["frame"] in ("opaque", "refused")
    evil.close()
    assert session.log == []


async def test_a_rebound_name_reads_nothing(browser: BrowserContext, server: Server):
    page = await browser.new_page()
    response = await page.goto(f"http://evil.test:{server.origin.port}/")
    assert response is not None
    assert response.status == 403
    assert "not known under that name" in await response.text()
