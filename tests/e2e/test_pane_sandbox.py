"""The pane's sandbox in Chromium keeps to the contract, and nothing leaves it."""

import asyncio
import sys
from pathlib import Path

import pytest
import pytest_asyncio
from pane_sandbox import PaneSandbox, pane_sandbox

from tieout.execution.ports import Killed, Returned, SandboxRun

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "contract"))
import sandbox_behaviours  # noqa: F401 - importing registers what it proves
import sandbox_walls  # noqa: F401 - as above
from sandbox_bench import BEHAVIOURS, LIMITS, Behaviour, Bench, WorkbookServices

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def pane():
    async with pane_sandbox() as sandbox:
        yield sandbox


@pytest.mark.parametrize("prove", BEHAVIOURS, ids=lambda prove: prove.__name__)
async def test_the_pane_keeps_the_contract(pane: PaneSandbox, prove: Behaviour):
    await prove(Bench(pane))


async def test_nothing_leaves_the_worker(pane: PaneSandbox):
    await pane.run(SandboxRun("run-0", "return 1", LIMITS), WorkbookServices())
    before = len(pane.requests)
    code = """
      const url = "%s/leak?";
      const made = new Function("return this")();
      const proto = Object.getPrototypeOf(made);
      const tries = {
        fetch: () => (made.fetch ?? proto.fetch)(url + "fetch"),
        xhr: () => { const x = new made.XMLHttpRequest(); x.open("GET", url + "xhr"); x.send(); },
        socket: () => new made.WebSocket(url.replace("http", "ws") + "socket"),
        events: () => new made.EventSource(url + "events"),
        scripts: () => made.importScripts(url + "scripts"),
        module: () => import(url + "module"),
        worker: () => new made.Worker(url + "worker"),
        font: () => new made.FontFace("x", `url(${url}font)`).load(),
        beacon: () => made.navigator.sendBeacon(url + "beacon"),
        storage: () => made.indexedDB.open("x"),
      };
      const blocked = [];
      for (const [name, attempt] of Object.entries(tries)) {
        try { await attempt() } catch { blocked.push(name) }
      }
      return blocked.length === Object.keys(tries).length;
    """
    run = SandboxRun("run-1", code % pane.origin, LIMITS)
    assert await pane.run(run, WorkbookServices()) == Returned(True)
    await asyncio.sleep(0.2)
    assert pane.requests[before:] == []


async def test_the_policy_alone_stops_a_worker_that_kept_its_globals(pane: PaneSandbox):
    """Belt without braces: a Worker of the frame with nothing removed still reaches nobody."""
    before = len(pane.requests)
    frame = pane.page.frames[1]
    code = """
      const url = "%s/leak?";
      const tries = [
        () => fetch(url + "fetch"),
        () => new Promise((resolve, reject) => { const x = new XMLHttpRequest();
          x.onerror = reject; x.onload = resolve; x.open("GET", url + "xhr"); x.send(); }),
        () => new Promise((resolve, reject) => { const s = new WebSocket(
          url.replace("http", "ws")); s.onerror = reject; s.onopen = resolve; }),
        () => importScripts(url + "scripts"),
        () => import(url + "module"),
        () => new FontFace("x", `url(${url}font)`).load(),
        () => new Promise((resolve, reject) => { const o = indexedDB.open("x");
          o.onsuccess = resolve; o.onerror = reject; }),
      ];
      (async () => {
        let through = 0;
        for (const attempt of tries) { try { await attempt(); through += 1 } catch {} }
        postMessage(through);
      })();
    """
    through = await frame.evaluate(
        """(source) => new Promise((resolve) => {
          const worker = new Worker(URL.createObjectURL(new Blob([source])));
          worker.onmessage = ({ data }) => { worker.terminate(); resolve(data) };
        })""",
        code % pane.origin,
    )
    assert through == 0
    assert pane.requests[before:] == []


async def test_nothing_leaves_the_frame(pane: PaneSandbox):
    before = len(pane.requests)
    frame = pane.page.frames[1]
    await frame.evaluate(
        """async (url) => {
          const attempts = [
            () => fetch(url + "fetch"),
            () => navigator.sendBeacon(url + "beacon"),
            () => { new Image().src = url + "image" },
            () => { const l = document.createElement("link"); l.rel = "prefetch";
              l.href = url + "prefetch"; document.head.append(l) },
            () => { const f = document.createElement("form"); f.action = url + "form";
              document.body.append(f); f.submit() },
            () => window.open(url + "open"),
            () => { const s = document.createElement("script"); s.src = url + "script";
              document.head.append(s) },
            () => { const i = document.createElement("iframe"); i.src = url + "frame";
              document.body.append(i) },
            () => { window.top.location = url + "top" },
            () => window.parent.document.title,
            () => localStorage.length,
          ];
          for (const attempt of attempts) { try { await attempt() } catch {} }
        }""",
        f"{pane.origin}/leak?",
    )
    await asyncio.sleep(0.3)
    assert pane.requests[before:] == []
    assert pane.page.url == f"{pane.origin}/"


async def test_the_page_stays_alive_while_code_loops_and_floods(pane: PaneSandbox):
    for code in ("while (true);", "for (;;) console.log(1), general.getAPIInfo('x')"):
        before = await pane.page.evaluate("ticks")
        result = await pane.run(SandboxRun("run-1", code, LIMITS), WorkbookServices())
        assert isinstance(result, Killed)
        assert await pane.page.evaluate("ticks") > before


async def test_cancel_ends_the_run(pane: PaneSandbox):
    services = WorkbookServices()
    run = SandboxRun("run-9", "while (true) await general.getAPIInfo('x')", LIMITS)
    task = asyncio.create_task(pane.run(run, services))
    await services.called.wait()
    await pane.page.evaluate("() => { port.cancel('another'); port.cancel('run-9') }")
    result = await task
    assert isinstance(result, Killed)
    assert result.reason == "cancelled"


async def test_a_stranger_gets_no_port(pane: PaneSandbox):
    """A second connect, even of the pane itself, is not answered: the frame has its one port."""
    answered = await pane.page.evaluate(
        """() => new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(true);
          setTimeout(() => resolve(false), 200);
          document.querySelector("iframe").contentWindow.postMessage(
            { type: "connect" }, "*", [port2]);
        })"""
    )
    assert answered is False


async def test_the_frame_has_no_origin_and_the_normal_path_violates_nothing():
    async with pane_sandbox() as fresh:
        result = await fresh.run(SandboxRun("r", "return 2", LIMITS), WorkbookServices())
        assert result == Returned(2)
        assert await fresh.page.frames[1].evaluate("self.origin") == "null"
        assert fresh.problems == []
        before = len(fresh.requests)
        await fresh.page.frames[1].evaluate(
            "(url) => { location.href = url }", f"{fresh.origin}/leak?self"
        )
        await asyncio.sleep(0.3)
        assert fresh.requests[before:] == []
        await fresh.page.evaluate("() => fetch('/leak?allowed')")
        assert fresh.requests[before:] == ["GET /leak?allowed"], "the page itself may ask"
