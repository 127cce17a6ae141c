"""Routes of what a session reaches beyond its workbook: attached files come in, made pages go out."""

import asyncio

from aiohttp import web

from tieout.errors import UserError
from tieout.tools.attachments import MOST_BYTES
from tieout.web.deps import Deps
from tieout.web.security import ATTACHMENTS, MADE_PAGES

UPLOAD_SECONDS = 120.0
_CHUNK = 256 * 1024
_LONGEST_NAME = 255


class OutsideRoutes:
    """Request handlers over the session."""

    def __init__(self, deps: Deps) -> None:
        self._deps = deps

    def add_to(self, app: web.Application) -> None:
        """Register the routes."""
        app.router.add_post(ATTACHMENTS, self.attach)
        app.router.add_delete(ATTACHMENTS, self.remove)
        app.router.add_get(MADE_PAGES + "{token}/", self.page)

    async def attach(self, request: web.Request) -> web.StreamResponse:
        """Take a file in: its name in the query, its bytes as the body."""
        name = request.query.get("name", "")
        if not name or len(name) > _LONGEST_NAME:
            return _failure(400, "An attached file needs a name.")
        length = request.content_length
        if length is not None and length > MOST_BYTES:
            return _too_large()
        content = bytearray()
        try:
            async with asyncio.timeout(UPLOAD_SECONDS):
                async for chunk in request.content.iter_chunked(_CHUNK):
                    content += chunk
                    if len(content) > MOST_BYTES:
                        return _too_large()
        except TimeoutError:
            return _failure(408, "The file took too long to arrive.")
        try:
            await self._deps.session.attach_file(name, bytes(content))
        except UserError as error:
            return _failure(422, str(error))
        return web.json_response({"attached": True})

    async def remove(self, request: web.Request) -> web.StreamResponse:
        """Let a file go."""
        await self._deps.session.remove_file(request.query.get("name", ""))
        return web.json_response({"attached": False})

    async def page(self, request: web.Request) -> web.StreamResponse:
        """A page that was made from the workbook, to whoever has its address."""
        file = self._deps.session.made_page(request.match_info["token"])
        if file is None or not file.is_file():
            raise web.HTTPNotFound(
                text="There is no such page; pages are served while Tieout runs.\n"
            )
        return web.FileResponse(file, headers={"Content-Type": "text/html; charset=utf-8"})


def _too_large() -> web.Response:
    # The rest of the body is not read: the connection can't be used again.
    response = _failure(413, f"A file may have at most {MOST_BYTES // 1024**2} MB.")
    response.force_close()
    return response


def _failure(status: int, message: str) -> web.Response:
    return web.json_response({"message": message}, status=status)
