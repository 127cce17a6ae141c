"""The pages of `/trace`: a session's requests by layer, and the difference between two of them.

Everything on them is escaped text, and their policy lets nothing run: they show what a model and a
workbook said.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from aiohttp import web
from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from tieout.context.layers import LAYERS
from tieout.sessions.trace.store import SessionLine, TraceStore
from tieout.sessions.trace.text import Cost, changed_lines
from tieout.sessions.trace.values import Trace, TracedRequest, difference

TRACE_POLICY: Final = (
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)


class TraceRoutes:
    """Handlers over the kept traces.

    Args:
        store: Where they are.
        cost: Dollars of a model's usage.
    """

    def __init__(self, store: TraceStore, cost: Cost) -> None:
        self._store = store
        self._cost = cost

    def add_to(self, app: web.Application) -> None:
        """Register the two pages."""
        app.router.add_get("/trace", self.sessions)
        app.router.add_get("/trace/{session}", self.trace)

    async def sessions(self, _: web.Request) -> web.StreamResponse:
        """All sessions."""
        return _page(sessions_html(self._store.sessions()))

    async def trace(self, request: web.Request) -> web.StreamResponse:
        """One session; with `from` and `to` also the difference between two requests."""
        try:
            trace = self._store.trace(request.match_info["session"])
        except KeyError:
            raise web.HTTPNotFound(text="No such session is kept here.\n") from None
        try:
            compared = _compared(request)
        except ValueError:
            raise web.HTTPBadRequest(text="`from` and `to` are numbers of requests.\n") from None
        known = {each.manifest.id for each in trace.requests}
        if compared is not None and not set(compared) <= known:
            raise web.HTTPNotFound(text="The session has no such request.\n")
        return _page(trace_html(trace, self._cost, compared))


def _compared(request: web.Request) -> tuple[int, int] | None:
    given = request.query.get("from"), request.query.get("to")
    if given[0] is None or given[1] is None:
        return None
    return int(given[0]), int(given[1])


def _page(html: str) -> web.Response:
    return web.Response(
        text=html, content_type="text/html", headers={"Content-Security-Policy": TRACE_POLICY}
    )


def sessions_html(sessions: Sequence[SessionLine]) -> str:
    """The list of sessions as a page."""
    return _template("traces.html.j2").render(sessions=sessions)


def trace_html(trace: Trace, cost: Cost, compared: tuple[int, int] | None = None) -> str:
    """One session as a page.

    Args:
        trace: The session.
        cost: Dollars of a model's usage.
        compared: Numbers of two of its requests, to show what differs.
    """
    by_number = {request.manifest.id: request for request in trace.requests}
    found = None if compared is None else difference(by_number[compared[0]], by_number[compared[1]])

    def dollars(request: TracedRequest) -> str:
        price = None if request.usage is None else cost(request.manifest.model, request.usage)
        return "" if price is None else f"{price:.4f}"

    return _template("trace.html.j2").render(
        trace=trace,
        layers=LAYERS,
        compared=compared,
        found=found,
        changed=[] if found is None else [changed_lines(each) for each in found.changes],
        dollars=dollars,
    )


@cache
def _template(name: str) -> Template:
    environment = Environment(
        loader=PackageLoader("tieout.web", "templates"),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(name)
