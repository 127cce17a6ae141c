"""Response headers by kind of route, as values. Each relaxation says what needs it."""

from tieout.web.security import RouteKind

OFFICE_CDN = "https://appsforoffice.microsoft.com"
FRAME_PAGE = "/sandbox/frame.html"

_EVERYWHERE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), display-capture=()",
}
_NEVER_STORED = {"Cache-Control": "no-store"}
# Excel refuses ribbon icons that may not be stored; vendored files change only at set-up.
_STORED_SHORTLY = {"Cache-Control": "private, max-age=3600"}
_OWN_PAGES_ONLY = {"Cross-Origin-Resource-Policy": "same-origin"}
# The sandbox's document has an opaque origin: to it even this server is another one.
_EVERY_PAGE = {"Cross-Origin-Resource-Policy": "cross-origin"}
_NOTHING_LOADS = {"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'"}


# No script, no request, no frame, no form; `sandbox` takes the origin away too.
_MADE_PAGE = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"
}


def headers_for(
    kind: RouteKind, path: str, *, scheme: str, host: str, office_cdn: bool
) -> dict[str, str]:
    """Headers that every response of a route gets, unless the route set one itself.

    Args:
        kind: The route.
        path: The request's path.
        scheme: `http` or `https`.
        host: The validated Host header, or "" when the request was refused for it.
        office_cdn: Whether the pane loads Office.js from Microsoft (live Excel).
    """
    if kind == "sandbox":
        return {**_EVERYWHERE, **_NEVER_STORED, **_EVERY_PAGE}
    headers = {**_EVERYWHERE, **_OWN_PAGES_ONLY}
    headers |= _STORED_SHORTLY if _may_be_stored(path) else _NEVER_STORED
    if kind == "made":
        return headers | _MADE_PAGE
    if kind == "page" and host:
        return headers | {"Content-Security-Policy": pane_policy(scheme, host, office_cdn)}
    return headers | _NOTHING_LOADS


def pane_policy(scheme: str, host: str, office_cdn: bool) -> str:
    """The Content-Security-Policy of the pane's pages."""
    socket = f"{'wss' if scheme == 'https' else 'ws'}://{host}"
    cdn = f" {OFFICE_CDN}" if office_cdn else ""
    directives = {
        "default-src": "'none'",
        "script-src": f"'self'{cdn}",
        # 'self' does not cover ws: in every engine, so the socket's origin is named.
        # The sandbox gets the same Excel library as the page, as a text.
        "connect-src": f"'self' {socket}{cdn}",
        "img-src": "'self' data:",
        # The grid library and Office.js set style attributes.
        "style-src": "'self' 'unsafe-inline'",
        "font-src": "'self'",
        "frame-src": f"{scheme}://{host}{FRAME_PAGE}",
        "worker-src": "'none'",
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'self'",
    }
    return "; ".join(f"{name} {value}" for name, value in directives.items())


def _may_be_stored(path: str) -> bool:
    return path.startswith(("/vendor/", "/addin/"))
