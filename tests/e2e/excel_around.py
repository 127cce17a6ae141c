"""Desktop Excel around a page in Chromium: real office.js finds it, an embedded Excel answers.

Everything office.js does to reach Excel (`window.external`) goes to `embedded_excel.rich_client`, as
in `tests/conformance/office_page.py`; here the page is a browser's, with its policy and its frames.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, FrameLocator, Page, Route, WebSocket, expect
from typing_extensions import override

from embedded_excel.host import EmbeddedExcel
from embedded_excel.rich_client import EXECUTE_RICH_API, RichClient, Theme
from tieout.cli.serve import LiveRecord, live_session
from tieout.live.certificate_files import Usable, examine, keep, own_files, server_context
from tieout.live.certificates import make_certificates
from tieout.sessions.models import open_model
from tieout.settings import Settings
from tieout.web.pane_socket import PaneTimes
from tieout.web.serving import Server, start_server

ROOT = Path(__file__).resolve().parents[2]
OFFICE = ROOT / "node_modules" / "@microsoft" / "office-js" / "dist"
SURROUNDINGS = ROOT / "tests" / "excel_surroundings"
# A busy machine draws late; waiting longer costs nothing where it draws in time.
expect.set_options(timeout=20_000)
CDN = "https://appsforoffice.microsoft.com/**"


@asynccontextmanager
async def live_server(
    folder: Path,
    replies: list[Any] | None = None,
    times: PaneTimes | None = None,
    record: LiveRecord | None = None,
) -> AsyncIterator[Server]:
    """`tieout serve --live` in this process, with a model that gives these replies."""
    now = datetime.now(UTC)
    files = own_files(folder)
    keep(make_certificates(now), files)
    found = examine(files, now)
    assert isinstance(found, Usable)
    model = None
    if replies is not None:
        path = folder / "replies.json"
        path.write_text(json.dumps(replies), "utf-8")
        model = open_model(f"scripted:{path}", Settings())
    with ExitStack() as stack:
        session = live_session(model, Settings(), record, stack)
        server = await start_server(
            session, office_cdn=True, certificate=server_context(found), times=times
        )
        try:
            yield server
        finally:
            await server.close()
            await session.close()


def code_replies(*codes: str, answer: str = "That is **done**.") -> list[Any]:
    """Replies of a model that runs each code in turn and then answers."""
    replies: list[Any] = [
        {
            "content": [{"type": "tool_use", "name": "execute_code", "input": {"code": code}}],
            "stop_reason": "tool_use",
        }
        for code in codes
    ]
    return [*replies, {"content": [{"type": "text", "text": answer}], "stop_reason": "end_turn"}]


async def office_from_disk(page: Page) -> None:
    """Microsoft's address answers with the files of the npm package."""

    async def office(route: Route) -> None:
        file = OFFICE / route.request.url.partition("/hosted/")[2].partition("?")[0]
        if file.is_file():
            headers = {"Access-Control-Allow-Origin": "*"}
            await route.fulfill(path=file, content_type="text/javascript", headers=headers)
        else:
            await route.abort()

    await page.route(CDN, office)


class Watched:
    """A browser whose pages have the messages they send noted."""

    def __init__(self, browser: Browser, texts: list[str]) -> None:
        self._browser = browser
        self._texts = texts

    async def new_page(self, **options: bool) -> Page:
        page = await self._browser.new_page(**options)
        page.on("websocket", self._listen)
        return page

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", self._note)

    def _note(self, text: str) -> None:
        self._texts.append(text)


class ExcelAround:
    """Desktop Excel with one workbook, and the pane in it."""

    def __init__(self, excel: EmbeddedExcel, *, theme: Theme = "white") -> None:
        self.excel = excel
        self.client = RichClient(excel, theme=theme)
        self.page: Page
        self.complaints: list[str] = []
        self.before_message: Any = None
        """Called with each message of the page before Excel sees it."""
        self.held = asyncio.Event()
        """Set when a message waits for the user to leave a cell."""
        self.shut = False
        """Excel refuses batches of the page's own; those of its public API come another way."""

    async def open(self, browser: "Browser | Watched", server: Server) -> Page:
        """Open the pane as the manifest does."""
        self.page = await browser.new_page(ignore_https_errors=True)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        await office_from_disk(self.page)
        await self.page.expose_binding("excelMessage", self._message)
        script = (SURROUNDINGS / "rich_client.js").read_text("utf-8")
        given = json.dumps({**self.client.context(), "bridge": self.shut})
        await self.page.add_init_script(
            f"if (window === window.top) {{ {script}; globalThis.richClient = richClient;"
            "richClient.install(text => excelMessage(text).then("
            f"all => all.forEach(one => richClient.receive(one))), {given}); }}"
        )
        await self.page.goto(f"{server.start_url.replace('127.0.0.1', 'localhost')}taskpane.html")
        return self.page

    async def deliver(self, message: Any) -> None:
        """Excel tells the page something."""
        await self.page.evaluate("text => richClient.receive(text)", json.dumps(message))

    async def happens(self) -> None:
        """Deliver events that the workbook has by now."""
        message = self.client.events()
        if message is not None:
            await self.deliver(message)

    async def leaves_the_cell(self) -> None:
        """The user has finished editing: what waited is answered."""
        for message in self.client.ask_again():
            await self.deliver(message)

    async def _message(self, _source: Any, text: str) -> list[str]:
        await asyncio.sleep(0)
        message = json.loads(text)
        if self.before_message is not None:
            self.before_message(message)
        if self.shut and message.get("call") == EXECUTE_RICH_API:
            return [json.dumps({"kind": "executed", "id": message["id"], "result": [5000]})]
        answers = [self.client.receive(message), self.client.events()]
        if self.client.waiting:
            self.held.set()
        return [json.dumps(answer) for answer in answers if answer is not None]


class ExcelOnline(ExcelAround):
    """Excel on the web with one workbook: the pane is a frame in its page."""

    frame: FrameLocator

    @override
    async def open(self, browser: Browser, server: Server) -> Page:
        """Open Excel's page with the pane in it.

        The page comes from the server's own host name: of others, office.js trusts Microsoft's alone.
        """
        self.page = await browser.new_page(ignore_https_errors=True)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        await office_from_disk(self.page)
        await self.page.expose_binding("excelMessage", self._message)
        start = server.start_url.replace("127.0.0.1", "localhost")
        around = f"{start.partition('/p/')[0]}/excel-on-the-web"
        body = "<!doctype html><title>Excel on the web</title><body></body>"
        await self.page.route(
            around, lambda route: route.fulfill(body=body, content_type="text/html")
        )
        await self.page.goto(around)
        script = (SURROUNDINGS / "online_frame.js").read_text("utf-8")
        await self.page.evaluate(script + "; globalThis.onlineFrame = onlineFrame;")
        await self.page.evaluate(
            "([given, address]) => onlineFrame.open(text => excelMessage(text), given, address)",
            [self.client.context(), f"{start}taskpane.html"],
        )
        self.frame = self.page.frame_locator("iframe[name=pane]")
        return self.page

    @override
    async def deliver(self, message: Any) -> None:
        """Excel tells the pane something."""
        await self.page.evaluate("message => onlineFrame.deliver(message)", message)


async def send_task(page: Page | FrameLocator, text: str) -> None:
    """Type a task and send it."""
    await page.locator(".state-words", has_text="Ready").wait_for(timeout=20_000)
    await page.locator("#message").fill(text)
    await page.locator("#message").press("Enter")
