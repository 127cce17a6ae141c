"""Who may ask for what: pure decisions on the facts of one HTTP request.

A browser on the same machine sends requests for any page it shows, so being local proves nothing.
A request is answered only when it names this server exactly (against DNS rebinding), comes from
this server's own pages (against other sites), and shows the access token of this start. Equality is
always of whole strings; nothing is matched by prefix, and forwarded headers are never read.
"""

import hmac
import re
import secrets
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tieout.protocol.handshake import SUBPROTOCOL, offered_token
from tieout.sessions.made_pages import PAGES as MADE_PAGES

PAGES = {"/": "", "/demo.html": "demo.html", "/taskpane.html": "taskpane.html"}
"""Path of a page → its file; the first page depends on what is open."""
START = "/p/"
ATTACHMENTS = "/api/attachments"
_PLAIN_TARGET = re.compile(r"/(?:[A-Za-z0-9_~-][A-Za-z0-9_.~-]*(?:/(?=[A-Za-z0-9_~-]|\Z)|\Z))*\Z")
_MAX_TARGET = 2048

RouteKind: TypeAlias = Literal[
    "start", "page", "trace", "asset", "sandbox", "socket", "api", "upload", "made", "open"
]
"""`start`: the printed address. `page`: HTML of the pane. `trace`: what a model saw. `asset`: css, js, vendored files, icons.
`sandbox`: files that the sandbox's opaque origin loads. `upload`: attached files, the only route that
takes anything in. `made`: pages made from the workbook, for whoever has their address. `open`: healthz, and unknown paths."""


@dataclass(frozen=True, slots=True)
class Access:
    """The secrets of one start of the server. Never logged, never in a frame.

    Attributes:
        token: Shown by cookie, or by subprotocol where there is no browser.
        start_path: The unguessable part of the printed address.
    """

    token: str
    start_path: str

    def __repr__(self) -> str:  # pyright: ignore[reportImplicitOverride]
        return "Access(…)"


def new_access() -> Access:
    """Fresh secrets: 256 bits of token, 128 bits of start path."""
    return Access(secrets.token_urlsafe(32), secrets.token_urlsafe(16))


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the server can be reached.

    Attributes:
        scheme: `http`, or `https` when it has a certificate.
        port: The port it is bound to.
        ipv6: Whether it is bound to [::1] too.
    """

    scheme: Literal["http", "https"]
    port: int
    ipv6: bool = False

    @property
    def hosts(self) -> tuple[str, ...]:
        """Exact values of the Host header that name this server."""
        names = ("127.0.0.1", "localhost", *(("[::1]",) if self.ipv6 else ()))
        return tuple(f"{name}:{self.port}" for name in names)

    @property
    def url(self) -> str:
        """The base address to print and to connect to, without a slash at the end."""
        return f"{self.scheme}://{self.hosts[0]}"

    @property
    def cookie(self) -> str:
        """Name of the access cookie. Browsers share cookies between ports: the name is the port's,
        so that two servers don't overwrite each other's.
        """
        return f"tieout-{self.port}"

    def of(self, host: str) -> str:
        """The origin of pages that were loaded under this Host."""
        return f"{self.scheme}://{host}"


@dataclass(frozen=True, slots=True)
class RequestFacts:
    """What a decision needs of a request. Repeatable headers are tuples, in order."""

    kind: RouteKind
    method: str
    target: str
    """As it was sent, with the query."""
    http_version: tuple[int, int]
    hosts: tuple[str, ...]
    origins: tuple[str, ...] = ()
    fetch_sites: tuple[str, ...] = ()
    subprotocols: tuple[str, ...] = ()
    cookie: str = ""
    upgrade: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """The request is not answered; `sentence` may be shown to anybody."""

    status: Literal[400, 401, 403, 405]
    sentence: str


Decision: TypeAlias = Refused | None


_PREFIXES: tuple[tuple[str, RouteKind], ...] = (
    (START, "start"),
    (MADE_PAGES, "made"),
    ("/api/", "api"),
    ("/trace/", "trace"),
    ("/sandbox/", "sandbox"),
    ("/css/", "asset"),
    ("/js/", "asset"),
    ("/addin/", "asset"),
    ("/vendor/", "asset"),
)


def decide(facts: RequestFacts, origin: Origin, access: Access) -> Decision:
    """Whether a request may reach its route; None means yes. The first objection counts."""
    return (
        _malformed(facts)
        or _foreign_host(facts, origin)
        or _wrong_method(facts)
        or _foreign_page(facts, origin)
        or _no_access(facts, access)
    )


def route_kind(path: str) -> RouteKind:
    """Which kind of route a path belongs to; paths that don't exist are `open` too."""
    if path in PAGES:
        return "page"
    if path == "/ws":
        return "socket"
    if path == ATTACHMENTS:
        return "upload"
    if path == "/trace":
        return "trace"
    for prefix, kind in _PREFIXES:
        if path.startswith(prefix):
            return kind
    return "open"


def is_start_path(given: str, access: Access) -> bool:
    """Whether this is the unguessable part of the printed address, in constant time."""
    return _same(given, access.start_path)


def _malformed(facts: RequestFacts) -> Decision:
    path = facts.target.partition("?")[0]
    if len(facts.target) > _MAX_TARGET or not _PLAIN_TARGET.match(path):
        return Refused(400, "The request target is no path of this server.")
    if len(facts.hosts) != 1:
        return Refused(400, "The request needs exactly one Host header.")
    if facts.upgrade and facts.http_version < (1, 1):
        return Refused(400, "A WebSocket needs HTTP/1.1.")
    return None


def _foreign_host(facts: RequestFacts, origin: Origin) -> Decision:
    if facts.hosts[0] not in origin.hosts:
        return Refused(403, "This server is not known under that name.")
    return None


def _wrong_method(facts: RequestFacts) -> Decision:
    if facts.kind == "upload":
        if facts.method not in ("POST", "DELETE"):
            return Refused(405, "This address only takes files.")
        return None
    allowed = ("GET",) if facts.kind == "socket" else ("GET", "HEAD")
    if facts.method not in allowed:
        return Refused(405, "This address can only be read.")
    return None


def _foreign_page(facts: RequestFacts, origin: Origin) -> Decision:
    """Fetch metadata and Origin. The sandbox's origin is opaque, so its files, which hold nothing
    secret, are served to every page; only the socket insists on an Origin, as browsers always
    send it there.
    """
    if facts.kind == "sandbox":
        return None
    if any(site not in ("same-origin", "none") for site in facts.fetch_sites):
        return Refused(403, "Other sites may not use this server.")
    own = origin.of(facts.hosts[0])
    if facts.kind in ("socket", "upload") and len(facts.origins) != 1:
        return Refused(403, "A WebSocket or a file needs exactly one Origin header.")
    if any(given != own for given in facts.origins):
        return Refused(403, "Other sites may not use this server.")
    return None


def _no_access(facts: RequestFacts, access: Access) -> Decision:
    match facts.kind:
        case "start" | "asset" | "sandbox" | "made" | "open":
            return None
        case "page" | "trace" | "api" | "upload":
            allowed = _same(facts.cookie, access.token)
        case "socket":
            if SUBPROTOCOL not in facts.subprotocols:
                return Refused(400, f"A WebSocket here needs the subprotocol {SUBPROTOCOL}.")
            allowed = _same(facts.cookie, access.token) or any(
                _same(offered_token(offer), access.token) for offer in facts.subprotocols
            )
    if allowed:
        return None
    return Refused(
        401,
        "Open the address that Tieout printed when it started; "
        "in Excel, run `tieout sideload` and restart Excel.",
    )


def _same(given: str, secret: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), secret.encode())
