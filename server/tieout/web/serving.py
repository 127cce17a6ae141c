"""Starting and ending the server: loopback sockets, the application, the address to open."""

import errno
import socket
import ssl
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from aiohttp import web

from tieout.errors import SettingsError
from tieout.sessions.ports import SessionPort
from tieout.sessions.trace.store import TraceStore
from tieout.web.app import create_app
from tieout.web.deps import Deps, WorkbookView
from tieout.web.middleware import AccessLog
from tieout.web.pane_socket import PaneTimes
from tieout.web.security import START, Access, Origin, new_access

SHUTDOWN_SECONDS = 5.0
KEEP_ALIVE_SECONDS = 75.0


@dataclass(frozen=True, slots=True)
class Server:
    """A running server. `close` ends it.

    Attributes:
        origin: Where it is reached; `origin.url` + "/ws" (with ws for http) is the socket.
        access: Its secrets, for clients in the same process.
    """

    origin: Origin
    access: Access
    runner: web.AppRunner

    @property
    def start_url(self) -> str:
        """The address to print. It lets whoever opens it in: show it to the user, log it never."""
        return f"{self.origin.url}{START}{self.access.start_path}/"

    @property
    def socket_url(self) -> str:
        """The address of the pane's socket."""
        return "ws" + self.origin.url.removeprefix("http") + "/ws"

    async def close(self) -> None:
        """Send the panes away, stop listening, end what is under way."""
        await self.runner.cleanup()


async def start_server(
    session: SessionPort,
    *,
    port: int = 0,
    workbook: Callable[[], WorkbookView | None] | None = None,
    office_cdn: bool = False,
    office_js: Path | None = None,
    certificate: ssl.SSLContext | None = None,
    access: Access | None = None,
    times: PaneTimes | None = None,
    traces: TraceStore | None = None,
) -> Server:
    """Serve a session on loopback.

    Args:
        session: What the pane talks to.
        port: 0 takes a free one.
        workbook: Gives the embedded workbook that is open now; None in live Excel.
        office_cdn: The pane loads Office.js from Microsoft (live Excel).
        office_js: Another copy of the Excel host file of Office.js for the pane's sandbox.
        certificate: Serve https; live Excel needs it.
        access: Secrets to use instead of fresh ones.
        times: How long a pane's connection may take, if not as usual.
        traces: What requests held, to be looked at under `/trace`.

    Raises:
        SettingsError: The port is taken or can't be bound, or browser files are missing.
    """
    listener = _bind_loopback(port)
    origin = Origin("https" if certificate else "http", listener.getsockname()[1])
    access = access or new_access()
    view = workbook or (lambda: None)
    times = times or PaneTimes()
    deps = Deps(session, origin, access, view, office_cdn, office_js, times, traces)
    runner = web.AppRunner(
        create_app(deps),
        access_log_class=AccessLog,
        keepalive_timeout=KEEP_ALIVE_SECONDS,
        shutdown_timeout=SHUTDOWN_SECONDS,
    )
    await runner.setup()
    await web.SockSite(runner, listener, ssl_context=certificate).start()
    return Server(origin, access, runner)


def _bind_loopback(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    # Windows would let another process take a reusable port over.
    if sys.platform == "win32":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise SettingsError(
                f"Port {port} is in use. Is Tieout running already? Else choose another --port."
            ) from error
        raise SettingsError(f"Port {port} can't be opened: {error.strerror}.") from error
    return listener
