"""A small server for the pages alone: the real files under the real content security policy, a
workbook written down here, and the frames a test wants to be sent. It has no agent and no Excel.

Run it by hand to look at the pages: `python tests/e2e/page_server.py [--port N] [--grid FILE.json]`.
"""

import argparse
import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "taskpane_static"
PAGE_POLICY = (
    "default-src 'none'; script-src 'self' https://appsforoffice.microsoft.com; "
    "connect-src 'self' ws://127.0.0.1:*; img-src 'self' data:; "
    "style-src 'self' 'unsafe-inline'; font-src 'self'; frame-src 'self'; worker-src 'none'; "
    "object-src 'none'; base-uri 'none'; form-action 'none'"
)
FRAME_POLICY = (
    "sandbox allow-scripts; default-src 'none'; script-src 'self' 'unsafe-eval' blob:; "
    "worker-src blob:; connect-src 'none'"
)

Frame = dict[str, Any]
Reply = Callable[["Pane", Frame], Awaitable[None]]


class Pane:
    """The connection of one page: what it sent, and a way to send it frames."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self._socket = socket

    async def send(self, kind: str, **fields: Any) -> None:
        await self._socket.send_str(json.dumps({"type": kind, **fields}))

    async def close(self) -> None:
        await self._socket.close(code=1012)


class PageServer:
    """Serves the pages. `received` holds every frame of every page, in order."""

    def __init__(
        self,
        workbook: Frame,
        reply: Reply | None = None,
        *,
        model: str = "claude-opus-5-5",
        demonstrations: tuple[Frame, ...] = (),
    ) -> None:
        self.workbook = workbook
        self.received: list[Frame] = []
        self.panes: list[Pane] = []
        self._arrived = asyncio.Condition()
        self._reply = reply
        self._welcome = {"model": model, "demonstrations": list(demonstrations)}

    @asynccontextmanager
    async def running(self, port: int = 0):
        app = web.Application()
        app.router.add_get("/ws", self._socket)
        app.router.add_get("/api/workbook", self._workbook)
        app.router.add_get("/api/cells", self._cells)
        app.router.add_get("/{path:.*}", self._file)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", port)
        await site.start()
        try:
            yield f"http://127.0.0.1:{runner.addresses[0][1]}/"
        finally:
            await runner.cleanup()

    async def until(self, seen: Callable[[list[Frame]], bool], seconds: float = 10) -> None:
        """Wait until the frames received so far satisfy `seen`."""
        async with asyncio.timeout(seconds), self._arrived:
            await self._arrived.wait_for(lambda: seen(self.received))

    async def _file(self, request: web.Request) -> web.StreamResponse:
        path = (STATIC / (request.match_info["path"] or "demo.html")).resolve()
        if not path.is_relative_to(STATIC) or not path.is_file():
            raise web.HTTPNotFound
        in_frame = path.name == "frame.html"
        response = web.FileResponse(path)
        if path.suffix == ".mjs":
            response.content_type = "text/javascript"
        response.headers["Content-Security-Policy"] = FRAME_POLICY if in_frame else PAGE_POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Cache-Control"] = "no-store"
        return response

    async def _workbook(self, request: web.Request) -> web.Response:
        sheets = [{k: v for k, v in s.items() if k != "cells"} for s in self.workbook["sheets"]]
        return web.json_response({**self.workbook, "sheets": sheets, "styles": None})

    async def _cells(self, request: web.Request) -> web.Response:
        query = request.query
        top, left, bottom, right = (int(query[k]) for k in ("top", "left", "bottom", "right"))
        sheet = next(s for s in self.workbook["sheets"] if s["name"] == query["sheet"])
        cells = [c for c in sheet["cells"] if top <= c[0] <= bottom and left <= c[1] <= right]
        return web.json_response(
            {
                "revision": self.workbook["revision"],
                "sheet": sheet["name"],
                "cells": cells,
                "styles": self.workbook["styles"],
            }
        )

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(protocols=("tieout.v1",), max_msg_size=8 << 20)
        await socket.prepare(request)
        pane = Pane(socket)
        self.panes.append(pane)
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            frame = json.loads(message.data)
            async with self._arrived:
                self.received.append(frame)
                self._arrived.notify_all()
            if frame["type"] == "hello":
                await pane.send(
                    "welcome", v=1, session="s-1", workbook=self.workbook["name"], **self._welcome
                )
            elif self._reply:
                await self._reply(pane, frame)
        return socket


# -- a workbook small enough to check by eye -------------------------------------------------

_PLAIN, _HEAD, _INPUT, _NUMBER, _PERCENT, _TITLE, _WRAP, _TOTAL = range(8)
_FONT = {"name": "Calibri", "size": 11, "bold": False, "italic": False, "color": None}
STYLES: list[Frame] = [
    {"font": _FONT},
    {"font": {**_FONT, "bold": True, "color": "#FFFFFF"}, "fill": "#1F3864"},
    {"font": {**_FONT, "color": "#0000FF"}, "numberFormat": "#,##0"},
    {"font": _FONT, "numberFormat": "#,##0.00"},
    {"font": {**_FONT, "italic": True}, "numberFormat": "0.0%"},
    {"font": {**_FONT, "bold": True, "size": 16}, "vertical": "center", "horizontal": "center"},
    {"font": _FONT, "wrap": True, "vertical": "top", "fill": "#FFF2CC"},
    {
        "font": {**_FONT, "bold": True},
        "borders": {"top": "1px solid #000000", "bottom": "3px double #000000"},
    },
]


def sample_workbook(rows: int = 200) -> Frame:
    """Sales with a merged title, frozen headings, a hidden row, formulas; a second and a hidden sheet."""
    cells: list[list[Any]] = [
        [0, 0, "Sales by region", "", _TITLE, "c"],
        *(
            [1, c, t, "", _HEAD, "l" if c == 0 else "r"]
            for c, t in enumerate(("Region", "Units", "Price", "Revenue", "Margin"))
        ),
    ]
    for r in range(2, rows + 2):
        units, price = 100 + 7 * r, 9.5 + r / 4
        cells += [
            [r, 0, ("North", "South", "East", "West")[r % 4], "", _PLAIN, "l"],
            [r, 1, f"{units:,}", "", _INPUT, "r"],
            [r, 2, f"{price:,.2f}", "", _NUMBER, "r"],
            [r, 3, f"{units * price:,.2f}", f"=B{r + 1}*C{r + 1}", _NUMBER, "r"],
            [r, 4, f"{(r % 30) / 100:.1%}", "", _PERCENT, "r"],
        ]
    last = rows + 2
    cells += [
        [last, 0, "Total", "", _TOTAL, "l"],
        [last, 1, "", "", _TOTAL, "r"],
        [last, 3, "1,234,567.89", f"=SUM(D3:D{last})", _TOTAL, "r"],
        [3, 6, "A long remark that runs over the empty cells beside it", "", _PLAIN, "l"],
        [5, 6, "Wrapped text in a filled cell, two lines", "", _WRAP, "l"],
        [7, 6, "<img src=x onerror=\"document.title='owned'\">", "", _PLAIN, "l"],
        [8, 6, "abc\u202ecba\u202c end", "", _PLAIN, "l"],
    ]
    facts: Frame = {
        "visibility": "visible",
        "frozenRows": 0,
        "frozenColumns": 0,
        "gridlines": True,
        "tabColor": None,
        "defaultRowHeight": 15,
        "defaultColumnWidth": 48,
        "rowHeights": {},
        "columnWidths": {},
        "hiddenRows": [],
        "hiddenColumns": [],
        "merges": [],
        "tables": [],
    }
    sales = {
        **facts,
        "name": "Sales",
        "rows": rows + 3,
        "columns": 7,
        "frozenRows": 2,
        "frozenColumns": 1,
        "tabColor": "#2E75B6",
        "rowHeights": {"0": 27, "5": 30},
        "columnWidths": {"0": 66, "3": 72, "6": 110},
        "hiddenRows": [4],
        "merges": [[0, 0, 0, 4]],
        "cells": cells,
    }
    notes = {
        **facts,
        "name": "Notes & risks",
        "rows": 1,
        "columns": 1,
        "cells": [[0, 0, "Source: ledger", "", _PLAIN, "l"]],
    }
    hidden = {
        **facts,
        "name": "Hidden",
        "visibility": "hidden",
        "rows": 0,
        "columns": 0,
        "cells": [],
    }
    return {
        "revision": 1,
        "name": "Regional sales.xlsx",
        "active": "Sales",
        "sheets": [sales, notes, hidden],
        "styles": STYLES,
    }


async def _serve(port: int, workbook: Frame) -> None:
    server = PageServer(workbook)
    async with server.running(port) as url:
        print(url, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--port", type=int, default=0)
    options.add_argument("--grid", type=Path)
    arguments = options.parse_args()
    grid = json.loads(arguments.grid.read_text()) if arguments.grid else sample_workbook()
    asyncio.run(_serve(arguments.port, grid))
