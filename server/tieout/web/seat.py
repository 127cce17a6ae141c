"""The one seat of a session: the newest pane takes it, the older one is sent away."""

import asyncio
import logging
from collections.abc import Coroutine

from tieout.protocol.closing import CloseCode
from tieout.sessions.ports import SessionPort
from tieout.web.pane_socket import PaneSocket

log = logging.getLogger(__name__)

MAX_SOCKETS = 32
"""Connections at the same time, said hello or not; one person has a few panes open."""


class Seat:
    """Attaches at most one pane to the session, and holds the work that outlives a connection."""

    def __init__(self, session: SessionPort) -> None:
        self._session = session
        self._sockets: set[PaneSocket] = set()
        self._newest: PaneSocket | None = None
        self._attached: PaneSocket | None = None
        self._lock = asyncio.Lock()
        self._work: set[asyncio.Task[None]] = set()

    @property
    def session(self) -> SessionPort:
        """The session behind all panes."""
        return self._session

    @property
    def is_full(self) -> bool:
        """Whether another connection is one too many."""
        return len(self._sockets) >= MAX_SOCKETS

    async def host(self, pane: PaneSocket) -> None:
        """Serve a connection to its end."""
        self._sockets.add(pane)
        try:
            await pane.serve()
        finally:
            self._sockets.discard(pane)

    async def take(self, pane: PaneSocket) -> None:
        """Attach a pane that said hello. The one before it fails its waiters first, so that a
        session that waits for it can't hold up the newcomer.
        """
        if self._newest is not None:
            self._newest.dismiss(CloseCode.REPLACED)
        self._newest = pane
        async with self._lock:
            if self._newest is not pane:
                return
            await self._detach()
            self._attached = pane
            try:
                await self._session.attach(pane)
            except Exception:
                log.exception("the session did not accept a pane")
                pane.dismiss(CloseCode.INTERNAL)

    async def leave(self, pane: PaneSocket) -> None:
        """Detach a pane whose connection is over, if it still has the seat."""
        if self._newest is pane:
            self._newest = None
        async with self._lock:
            if self._attached is pane:
                await self._detach()

    def keep(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        """Run work in a task that lives until it is done or the server ends."""
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return task

    def dismiss_all(self) -> None:
        """The server ends: say so to every pane."""
        for pane in tuple(self._sockets):
            pane.dismiss(CloseCode.RESTART)

    async def finish(self) -> None:
        """Cancel what is still under way and wait for it."""
        work = tuple(self._work)
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)

    async def _detach(self) -> None:
        pane, self._attached = self._attached, None
        if pane is None:
            return
        try:
            await self._session.detach(pane)
        except Exception:
            log.exception("the session failed to let a pane go")
