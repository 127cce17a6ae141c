"""The aiohttp application: one port for pages, files, cells and the pane's socket."""

from collections.abc import AsyncIterator

from aiohttp import web

from tieout.assets import asset
from tieout.llm.prices import dollars
from tieout.web.deps import Deps
from tieout.web.middleware import guard, response_headers
from tieout.web.outside_routes import OutsideRoutes
from tieout.web.routes import Routes
from tieout.web.seat import Seat
from tieout.web.static_files import find_static_files
from tieout.web.trace_page import TraceRoutes

MAX_BODY_BYTES = 8 * 1024 * 1024


def create_app(deps: Deps) -> web.Application:
    """The application around one session.

    Args:
        deps: Its `origin` has to name the port that the application will be served on.

    Raises:
        SettingsError: Files that the pages load are missing; the sentence says what to run.
    """
    app = web.Application(middlewares=[guard(deps)], client_max_size=MAX_BODY_BYTES)
    app.on_response_prepare.append(response_headers(deps))
    static = find_static_files(asset("taskpane_static"), deps.office_js, asset("addin_manifest"))
    seat = Seat(deps.session)
    Routes(deps, static, seat).add_to(app)
    OutsideRoutes(deps).add_to(app)
    if deps.traces is not None:
        TraceRoutes(deps.traces, dollars).add_to(app)

    async def send_panes_away(_: web.Application) -> None:
        seat.dismiss_all()

    async def finish_work(_: web.Application) -> AsyncIterator[None]:
        yield
        await seat.finish()

    app.on_shutdown.append(send_panes_away)
    app.cleanup_ctx.append(finish_work)
    return app
