"""A server on a free port and panes that try to connect: one that may, and two that may not."""

import ssl
from dataclasses import dataclass

from websockets.exceptions import InvalidHandshake

from tieout.cli.serve import live_session
from tieout.errors import PaneLost, TieoutError
from tieout.headless.pane import HeadlessPane
from tieout.live.certificate_files import Examined, Usable, server_context
from tieout.settings import Settings
from tieout.web.serving import Server, start_server


@dataclass(frozen=True, slots=True)
class Loopback:
    """What came of it.

    Attributes:
        problem: Why the pane that may connect could not, or "".
        let_in: Strangers that were let in.
        encrypted: Whether the server's certificate was used.
    """

    problem: str
    let_in: tuple[str, ...] = ()
    encrypted: bool = False


async def try_loopback(found: Examined, settings: Settings) -> Loopback:
    """Start a server on a free port, connect to it, and try to get in as a stranger."""
    session = live_session(None, settings)
    authority = found.files.authority if isinstance(found, Usable) else None
    try:
        with_tls = isinstance(found, Usable) and authority is not None and authority.is_file()
        server = await start_server(
            session,
            office_cdn=True,
            office_js=settings.office_js,
            certificate=server_context(found) if with_tls and isinstance(found, Usable) else None,
        )
    except (TieoutError, OSError) as error:
        return Loopback(str(error))
    try:
        tls = ssl.create_default_context(cafile=authority) if with_tls else None
        problem = await _connect(server, server.origin.url, server.access.token, tls)
        strangers = {
            "a foreign origin": ("https://stranger.example", server.access.token),
            "a wrong token": (server.origin.url, "-" * 43),
        }
        let_in = [
            name
            for name, (origin, token) in strangers.items()
            if not await _connect(server, origin, token, tls)
        ]
        return Loopback(problem, tuple(let_in), with_tls)
    finally:
        await server.close()
        await session.close()


async def _connect(server: Server, origin: str, token: str, tls: ssl.SSLContext | None) -> str:
    """Connect as a pane; "" when it was welcomed, else why not."""
    try:
        async with await HeadlessPane.connect(
            server.socket_url, origin=origin, token=token, tls=tls, name="doctor"
        ) as pane:
            await pane.welcome()
    except (InvalidHandshake, PaneLost, OSError) as error:
        return str(error) or type(error).__name__
    return ""
