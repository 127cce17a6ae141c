"""Writes a session's trace while it runs. A disk that fails ends the trace, never the session."""

import logging
import sqlite3
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from tieout.context.layers import Layer
from tieout.context.manifest import CacheUsage, RequestManifest
from tieout.sessions.trace.store import TraceStore
from tieout.sessions.trace.values import TracedRequest, blocks_of

_log = logging.getLogger(__name__)


class Tracer:
    """One session's way into the store.

    Args:
        store: Where traces are kept.
        session: The session's id.
        started: When it began, ISO 8601 in UTC.
        workbook: File name of its workbook.
        model: Name of its model.

    Attributes:
        failed: Whether keeping the trace failed; what comes after that isn't kept.
    """

    def __init__(
        self, store: TraceStore, session: str, *, started: str, workbook: str, model: str
    ) -> None:
        self._store = store
        self.session = session
        self._begin = (started, workbook, model)
        self._begun = False
        self.failed = False

    def request(
        self, manifest: RequestManifest, parts: Mapping[Layer, Sequence[JsonValue]]
    ) -> None:
        """A request is about to be sent."""
        self._keep(TracedRequest(manifest, blocks_of(parts)))

    def counted(self, usage: CacheUsage) -> None:
        """The service answered a request."""
        if self.failed:
            return
        try:
            self._store.counted(self.session, usage.request_id, usage.usage)
        except sqlite3.Error as error:
            self._fail(error)

    def _keep(self, request: TracedRequest) -> None:
        if self.failed:
            return
        try:
            if not self._begun:
                # A session in which nothing was asked leaves no trace.
                self._store.begin(self.session, *self._begin)
                self._begun = True
            self._store.add(self.session, request)
        except sqlite3.Error as error:
            self._fail(error)

    def _fail(self, error: sqlite3.Error) -> None:
        self.failed = True
        _log.warning("the trace can't be kept: %s", type(error).__name__)
