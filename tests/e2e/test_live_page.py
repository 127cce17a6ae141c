"""The pane as Excel opens it, in Chromium: https, the manifest's address, real Office.js."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, Route, expect

from tieout.cli.serve import live_session
from tieout.live.certificate_files import Usable, examine, keep, own_files, server_context
from tieout.live.certificates import make_certificates
from tieout.settings import Settings
from tieout.web.serving import Server, start_server

OFFICE = Path(__file__).resolve().parents[2] / "node_modules" / "@microsoft" / "office-js" / "dist"
pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(loop_scope="module")
async def server(tmp_path) -> AsyncIterator[Server]:
    now = datetime.now(UTC)
    files = own_files(tmp_path)
    keep(make_certificates(now), files)
    found = examine(files, now)
    assert isinstance(found, Usable)
    session = live_session(None, Settings())
    server = await start_server(session, office_cdn=True, certificate=server_context(found))
    yield server
    await server.close()
    await session.close()


async def open_pane(browser: Browser, server: Server, query: str = "", *, cdn: bool = True) -> Page:
    """Open the address of the manifest. This machine doesn't trust the certificate's authority."""
    page = await browser.new_page(ignore_https_errors=True)

    async def office(route: Route) -> None:
        name = route.request.url.partition("/hosted/")[2].partition("?")[0]
        file = OFFICE / name
        if not cdn or not file.is_file():
            await route.abort()
            return
        await route.fulfill(path=file, content_type="text/javascript")

    await page.route("https://appsforoffice.microsoft.com/**", office)
    start = server.start_url.replace("127.0.0.1", "localhost")
    await page.goto(f"{start}taskpane.html{query}")
    return page


async def test_outside_excel_the_pane_says_where_it_works(browser: Browser, server: Server):
    page = await open_pane(browser, server)
    await expect(page.get_by_role("status")).to_contain_text("This pane works inside Excel")
    [cookie] = await page.context.cookies()
    assert (cookie.get("secure"), cookie.get("httpOnly")) == (True, True)


async def test_what_excel_says_of_itself_survives_the_way_to_the_page(
    browser: Browser, server: Server
):
    page = await open_pane(browser, server, "?_host_Info=Excel$Win32$16.01$en-US$$$$0")
    assert page.url.endswith("/taskpane.html?_host_Info=Excel$Win32$16.01$en-US$$$$0")
    assert "/p/" not in page.url


async def test_without_office_js_the_pane_says_so_instead_of_waiting(
    browser: Browser, server: Server
):
    page = await open_pane(browser, server, cdn=False)
    await expect(page.get_by_role("status")).to_contain_text("Office.js could not be loaded")


async def test_the_page_s_socket_opens_over_tls(browser: Browser, server: Server):
    page = await open_pane(browser, server)
    opened = await page.evaluate(
        """() => new Promise((resolve) => {
          const socket = new WebSocket(location.origin.replace("https", "wss") + "/ws", ["tieout.v1"]);
          socket.onopen = () => resolve(socket.protocol);
          socket.onerror = () => resolve("refused");
        })"""
    )
    assert opened == "tieout.v1"


async def test_a_pane_that_was_open_comes_back_after_the_server_s_restart(
    browser: Browser, server: Server, tmp_path
):
    page = await open_pane(browser, server)
    await page.evaluate(
        """async () => {
          const { createChannel, socketUrl } = await import("/js/channel.js");
          window.states = [];
          window.channel = createChannel({
            url: socketUrl(location),
            hello: () => ({ pane: "p", roles: ["ui"] }),
            onFrame: () => {},
            onState: (state) => window.states.push(state),
          });
        }"""
    )
    await page.wait_for_function("() => window.states.at(-1) === 'connected'")
    await server.close()
    await page.wait_for_function("() => window.states.at(-1) === 'connecting'")
    again = live_session(None, Settings())
    found = examine(own_files(tmp_path), datetime.now(UTC))
    assert isinstance(found, Usable)
    restarted = await start_server(
        again,
        port=server.origin.port,
        office_cdn=True,
        certificate=server_context(found),
        access=server.access,
    )
    try:
        await page.wait_for_function("() => window.states.at(-1) === 'connected'")
        await page.evaluate("() => window.channel.close()")
    finally:
        await restarted.close()
        await again.close()
