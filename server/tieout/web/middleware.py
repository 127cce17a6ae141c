"""`security` and `headers` applied to every request and response of the application."""

from collections.abc import Awaitable, Callable

from aiohttp import hdrs, web
from aiohttp.abc import AbstractAccessLogger
from aiohttp.typedefs import Handler, Middleware

from tieout.web.deps import Deps
from tieout.web.headers import headers_for
from tieout.web.security import MADE_PAGES, START, Refused, RequestFacts, decide, route_kind


def guard(deps: Deps) -> Middleware:
    """Refuses what `decide` refuses, before any route sees the request."""

    @web.middleware
    async def refuse_or_pass(request: web.Request, handler: Handler) -> web.StreamResponse:
        match decide(facts_of(request, deps.origin.cookie), deps.origin, deps.access):
            case Refused(status, sentence):
                allowed = "POST, DELETE" if route_kind(request.path) == "upload" else "GET, HEAD"
                headers = {hdrs.ALLOW: allowed} if status == 405 else None  # noqa: PLR2004
                return web.Response(status=status, text=sentence + "\n", headers=headers)
            case None:
                return await handler(request)

    return refuse_or_pass


def response_headers(
    deps: Deps,
) -> Callable[[web.Request, web.StreamResponse], Awaitable[None]]:
    """A signal handler that puts the security headers on every response."""

    async def add(request: web.Request, response: web.StreamResponse) -> None:
        hosts = request.headers.getall(hdrs.HOST, [])
        host = hosts[0] if len(hosts) == 1 and hosts[0] in deps.origin.hosts else ""
        headers = headers_for(
            route_kind(request.path),
            request.path,
            scheme=deps.origin.scheme,
            host=host,
            office_cdn=deps.office_cdn,
        )
        for name, value in headers.items():
            response.headers.setdefault(name, value)
        if response.status >= 400:  # noqa: PLR2004
            response.headers[hdrs.CACHE_CONTROL] = "no-store"
        del response.headers[hdrs.SERVER]

    return add


def facts_of(request: web.BaseRequest, cookie: str) -> RequestFacts:
    """What `decide` needs of a request."""
    headers = request.headers
    offered = ",".join(headers.getall(hdrs.SEC_WEBSOCKET_PROTOCOL, []))
    return RequestFacts(
        kind=route_kind(request.path),
        method=request.method,
        target=request.raw_path,
        http_version=(request.version.major, request.version.minor),
        hosts=tuple(headers.getall(hdrs.HOST, [])),
        origins=tuple(headers.getall(hdrs.ORIGIN, [])),
        fetch_sites=tuple(headers.getall("Sec-Fetch-Site", [])),
        subprotocols=tuple(part.strip() for part in offered.split(",") if part.strip()),
        cookie=request.cookies.get(cookie, ""),
        upgrade=hdrs.UPGRADE in headers,
    )


class AccessLog(AbstractAccessLogger):
    """One line per request: no query, no header, and of unguessable paths only their beginning."""

    def log(  # pyright: ignore[reportImplicitOverride]
        self, request: web.BaseRequest, response: web.StreamResponse, time: float
    ) -> None:
        """Write the line."""
        path = request.path
        secret = next((start for start in (START, MADE_PAGES) if path.startswith(start)), "")
        shown = f"{secret}…" if secret else path[:200]
        self.logger.info("%s %r %d %.0f ms", request.method, shown, response.status, time * 1000)
