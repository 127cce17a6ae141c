"""The routes: pages, files, the workbook's cells, the socket. Security is in `middleware`."""

from collections.abc import Mapping

from aiohttp import hdrs, web
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from tieout.errors import UserError
from tieout.protocol.handshake import SUBPROTOCOL
from tieout.protocol.reading import MAX_FRAME_BYTES
from tieout.web.deps import Deps, TileRequest, WorkbookView
from tieout.web.headers import FRAME_PAGE
from tieout.web.pane_socket import PaneSocket
from tieout.web.seat import Seat
from tieout.web.security import PAGES, START, is_start_path
from tieout.web.static_files import CONTENT_TYPES, StaticFiles

MAX_TILE_CELLS = 20_000
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class _TileQuery(BaseModel):
    model_config = ConfigDict(extra="forbid")

    sheet: str = Field(min_length=1, max_length=255)
    top: int = Field(ge=0, lt=1_048_576)
    left: int = Field(ge=0, lt=16_384)
    bottom: int = Field(ge=0, lt=1_048_576)
    right: int = Field(ge=0, lt=16_384)

    @model_validator(mode="after")
    def _is_small(self) -> "_TileQuery":
        rows, columns = self.bottom - self.top + 1, self.right - self.left + 1
        if rows < 1 or columns < 1 or rows * columns > MAX_TILE_CELLS:
            raise ValueError(f"a tile has between 1 and {MAX_TILE_CELLS:,} cells")
        return self


class Routes:
    """Request handlers over what the application is made of."""

    def __init__(self, deps: Deps, static: StaticFiles, seat: Seat) -> None:
        self._deps = deps
        self._static = static
        self._seat = seat

    def add_to(self, app: web.Application) -> None:
        """Register every route; GET routes answer HEAD too, the socket does not."""
        get = app.router.add_get
        get(START + "{secret}/", self.start)
        get(START + "{secret}/{page}", self.start)
        for path in PAGES:
            get(path, self.page)
        get("/healthz", self.health)
        get("/api/workbook", self.workbook)
        get("/api/cells", self.cells)
        get("/api/workbook/file", self.workbook_file)
        get("/ws", self.socket, allow_head=False)
        for folder in ("css", "js", "addin", "vendor", "sandbox"):
            get(f"/{folder}/{{name:.+}}", self.static_file)

    async def start(self, request: web.Request) -> web.StreamResponse:
        """The printed address: hand over the access cookie and go to the page."""
        if not is_start_path(request.match_info["secret"], self._deps.access):
            raise web.HTTPNotFound(
                text="This address is of an earlier start of Tieout. In Excel: run `tieout sideload`, "
                "then restart Excel.\n"
            )
        target = "/" + request.match_info.get("page", "")
        if target not in PAGES:
            raise web.HTTPNotFound
        # Excel says there which host and platform the page is in; Office.js reads it.
        query = request.rel_url.raw_query_string
        response = web.Response(
            status=303, headers={hdrs.LOCATION: f"{target}?{query}" if query else target}
        )
        response.set_cookie(
            self._deps.origin.cookie,
            self._deps.access.token,
            path="/",
            httponly=True,
            samesite="Strict",
            secure=self._deps.origin.scheme == "https",
        )
        return response

    async def page(self, request: web.Request) -> web.StreamResponse:
        """A page of the pane; the first one shows the grid when a workbook is embedded."""
        name = PAGES[request.path]
        if not name:
            name = "demo.html" if self._deps.workbook() is not None else "taskpane.html"
        return self._file("/" + name)

    async def static_file(self, request: web.Request) -> web.StreamResponse:
        """A browser file; the sandbox's page brings its own headers."""
        own: Mapping[str, str] = {}
        if request.path == FRAME_PAGE:
            origin = self._deps.origin.of(request.headers[hdrs.HOST])
            own = {
                name: value.replace("{origin}", origin)
                for name, value in self._static.sandbox_headers.items()
            }
        return self._file(request.path, own)

    async def health(self, _: web.Request) -> web.StreamResponse:
        """Whether the server is up; says nothing else."""
        return web.json_response({"status": "ok"})

    async def workbook(self, _: web.Request) -> web.StreamResponse:
        """The embedded workbook's name, revision and sheets."""
        return web.json_response(await self._open_workbook().describe())

    async def cells(self, request: web.Request) -> web.StreamResponse:
        """Cells of a rectangle, for the browser's grid."""
        view = self._open_workbook()
        try:
            query = _TileQuery.model_validate(dict(request.query))
        except ValidationError as error:
            problem = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(part) for part in problem["loc"])
            return _failure(400, f"{where}: {problem['msg']}" if where else problem["msg"])
        try:
            tile = await view.tile(TileRequest(**query.model_dump()))
        except LookupError:
            # The page may ask for a sheet of the workbook that was just replaced: no fault of
            # anyone's, but a browser reports every 404 as an error.
            return web.json_response({"gone": True, "message": "The workbook has no such sheet."})
        return web.json_response(tile)

    async def workbook_file(self, _: web.Request) -> web.StreamResponse:
        """The embedded workbook to download."""
        try:
            file = await self._open_workbook().file()
        except UserError as error:
            return _failure(500, str(error))
        response = web.Response(body=file.content, content_type=XLSX)
        response.headers[hdrs.CONTENT_DISPOSITION] = attachment(file.name)
        return response

    async def socket(self, request: web.Request) -> web.StreamResponse:
        """The pane's WebSocket."""
        if self._seat.is_full:
            raise web.HTTPServiceUnavailable(text="Too many panes are connected.\n")
        times = self._deps.times
        socket = web.WebSocketResponse(
            protocols=(SUBPROTOCOL,),
            heartbeat=times.heartbeat,
            max_msg_size=MAX_FRAME_BYTES,
            compress=False,
            timeout=times.flush,
        )
        await socket.prepare(request)
        transport = request.transport

        def abort() -> None:
            if transport is not None:
                transport.abort()

        await self._seat.host(PaneSocket(socket, abort, self._seat, times=times))
        return socket

    def _open_workbook(self) -> WorkbookView:
        view = self._deps.workbook()
        if view is None:
            raise web.HTTPNotFound(text="No workbook is open here; it is in Excel.\n")
        return view

    def _file(self, path: str, own: Mapping[str, str] | None = None) -> web.StreamResponse:
        file = self._static.files.get(path)
        if file is None:
            raise web.HTTPNotFound
        return web.FileResponse(
            file, headers={**(own or {}), hdrs.CONTENT_TYPE: CONTENT_TYPES[file.suffix]}
        )


def attachment(name: str) -> str:
    """A Content-Disposition for any file name: quoted ASCII, and RFC 8187 for the rest."""
    plain = "".join(c if c.isascii() and c.isprintable() and c not in '"\\' else "_" for c in name)
    encoded = "".join(
        chr(b) if (chr(b).isalnum() and b < 128) or b in b"-._~" else f"%{b:02X}"  # noqa: PLR2004
        for b in name.encode("utf-8", "replace")
    )
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{encoded}"


def _failure(status: int, message: str) -> web.Response:
    return web.json_response({"message": message}, status=status)
