"""The pane's sandbox as a `Sandbox`: a page in Chromium that holds nothing else, served with the
headers of `sandbox/headers.json`. Its questions are answered in Python."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from aiohttp import web
from playwright.async_api import Page, async_playwright
from pydantic import JsonValue

from tieout.errors import ModelVisibleError
from tieout.execution.ports import (
    CodeError,
    ConsoleLine,
    Killed,
    Returned,
    SandboxResult,
    SandboxRun,
    SandboxServices,
    Threw,
)
from tieout.office_wire.batch import Batch
from tieout.protocol.frames import SandboxDone

STATIC = Path(__file__).resolve().parents[2] / "taskpane_static"
PAGE = """<!doctype html><meta charset="utf-8"><body></body><script type="module" src="/page.js"></script>"""
SCRIPT = """
import { createSandboxPort } from "/js/sandbox_port.js";
const port = createSandboxPort({
  frameUrl: "/sandbox/frame.html", officeJsUrl: "/vendor/office/excel-web-16.00.js",
});
window.port = port;
window.runCode = (frame) => port.run(frame, {
  sync: (body, flags) => window.answerSync(body, flags),
  call: (name, args) => window.answerCall(name, args),
});
window.ticks = 0;
setInterval(() => { window.ticks += 1 }, 20);
"""
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; frame-src {origin}/sandbox/frame.html; "
    "worker-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'"
)


def frame_headers(origin: str) -> dict[str, str]:
    """The sandbox frame's headers, for pages served under `origin`."""
    listed = json.loads((STATIC / "sandbox" / "headers.json").read_text("utf-8"))
    return {
        name: value.replace("{origin}", origin)
        for name, value in listed.items()
        if not name.startswith("$")
    }


@dataclass
class PaneSandbox:
    """Runs code in the page. `requests` are all that reached the server, as method and path;
    `violations` what the page's console said about refused loads."""

    page: Page
    origin: str
    requests: list[str]
    problems: list[str] = field(default_factory=list)
    services: SandboxServices | None = None

    async def run(self, run: SandboxRun, services: SandboxServices) -> SandboxResult:
        """As `Sandbox.run`."""
        self.services = services
        frame = {
            "type": "sandbox.run",
            "run_id": run.run_id,
            "code": run.code,
            "requirement_sets": run.requirement_sets,
            "specs": run.specs,
            **asdict(run.limits),
        }
        answered = await self.page.evaluate("(frame) => runCode(frame)", frame)
        done = SandboxDone.model_validate({"type": "sandbox.done", **answered})
        assert done.run_id == run.run_id
        console = tuple(ConsoleLine(line.level, line.text) for line in done.console)
        if done.end == "returned":
            return Returned(done.value, console)
        if done.end == "threw":
            assert done.error is not None
            return Threw(CodeError(**done.error.model_dump()), console)
        assert done.reason is not None
        return Killed(done.reason, done.detail, console)

    async def answer_sync(self, body: dict[str, JsonValue], flags: int) -> dict[str, JsonValue]:
        """Answer one `context.sync()` of the code."""
        assert self.services is not None
        try:
            return {"body": dict((await self.services.sync(Batch(body, flags))).body)}
        except ModelVisibleError as refusal:
            return {"refusal": str(refusal)}

    async def answer_call(self, name: str, arguments: JsonValue) -> dict[str, JsonValue]:
        """Answer one call of the wrapped API."""
        assert self.services is not None
        try:
            return {"value": await self.services.call(name, arguments)}
        except ModelVisibleError as error:
            return {"error": str(error)}


@asynccontextmanager
async def serve(requests: list[str]) -> AsyncIterator[str]:
    """Serve taskpane_static on a free port of the loopback; yields the origin."""
    origin = ""

    @web.middleware
    async def headed(request: web.Request, handler: object) -> web.StreamResponse:
        requests.append(f"{request.method} {request.path_qs}")
        response: web.StreamResponse = await handler(request)  # type: ignore[operator]
        if request.path == "/sandbox/frame.html":
            response.headers.update(frame_headers(origin))
        return response

    async def page(_: web.Request) -> web.Response:
        policy = PAGE_POLICY.replace("{origin}", origin)
        return web.Response(
            text=PAGE, content_type="text/html", headers={"Content-Security-Policy": policy}
        )

    async def script(_: web.Request) -> web.Response:
        return web.Response(text=SCRIPT, content_type="text/javascript")

    application = web.Application(middlewares=[headed])
    application.router.add_get("/", page)
    application.router.add_get("/page.js", script)
    application.router.add_static("/", STATIC)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    origin = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield origin
    finally:
        await runner.cleanup()


@asynccontextmanager
async def pane_sandbox() -> AsyncIterator[PaneSandbox]:
    """A page in Chromium with its sandbox warm."""
    requests: list[str] = []
    async with serve(requests) as origin, async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        page = await browser.new_page()
        sandbox = PaneSandbox(page, origin, requests)
        page.on("console", lambda message: sandbox.problems.append(message.text))
        page.on("pageerror", lambda error: sandbox.problems.append(str(error)))
        await page.expose_function("answerSync", sandbox.answer_sync)
        await page.expose_function("answerCall", sandbox.answer_call)
        await page.goto(origin)
        await page.evaluate("() => port.warm()")
        try:
            yield sandbox
        finally:
            await browser.close()
