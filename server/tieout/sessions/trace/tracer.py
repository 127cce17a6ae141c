"""Writes a session's trace while it runs. A disk that fails ends the trace, never the session."""

import logging
import secrets
import sqlite3
from dataclasses import replace
from datetime import UTC, datetime
from typing import Protocol

from tieout.context.assembler import RequestParts
from tieout.context.manifest import CacheUsage, RequestManifest
from tieout.errors import SettingsError
from tieout.sessions.trace.store import TraceStore
from tieout.sessions.trace.values import TracedRequest, blocks_of
from tieout.settings import Settings

_log = logging.getLogger(__name__)


class RequestWatcher(Protocol):
    """Hears of every request of a conversation."""

    def request(self, manifest: RequestManifest, parts: RequestParts) -> None:
        """A request is about to be sent."""
        ...

    def counted(self, usage: CacheUsage) -> None:
        """The service answered a request."""
        ...


class TraceCollector:
    """A `RequestWatcher` that keeps everything in memory."""

    def __init__(self) -> None:
        self._requests: dict[int, TracedRequest] = {}

    @property
    def requests(self) -> tuple[TracedRequest, ...]:
        """All requests so far, in order."""
        return tuple(self._requests.values())

    def request(self, manifest: RequestManifest, parts: RequestParts) -> None:
        """As `RequestWatcher.request`."""
        self._requests[manifest.id] = TracedRequest(manifest, blocks_of(parts))

    def counted(self, usage: CacheUsage) -> None:
        """As `RequestWatcher.counted`."""
        known = self._requests[usage.request_id]
        self._requests[usage.request_id] = replace(known, usage=usage.usage)


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

    def request(self, manifest: RequestManifest, parts: RequestParts) -> None:
        """As `RequestWatcher.request`."""
        self._keep(TracedRequest(manifest, blocks_of(parts)))

    def counted(self, usage: CacheUsage) -> None:
        """As `RequestWatcher.counted`."""
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


def open_store(settings: Settings) -> TraceStore | None:
    """The user's file of sessions; None where traces are turned off, or the usual place can't be used.

    Raises:
        SettingsError: The user named a file, and it can't be opened.
    """
    if not settings.trace:
        return None
    try:
        return TraceStore(settings.sessions_file)
    except SettingsError as error:
        if "sessions_file" in settings.model_fields_set:
            raise
        # A trace nobody asked for by name must not keep anybody from working.
        _log.warning("no trace is kept: %s", error)
        return None


def open_tracer(settings: Settings, session: str, *, workbook: str, model: str) -> Tracer | None:
    """A tracer into the user's file of sessions; None as for `open_store`.

    Raises:
        SettingsError: The user named a file, and it can't be opened.
    """
    store = open_store(settings)
    if store is None:
        return None
    started = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    return Tracer(store, session, started=started, workbook=workbook, model=model)


def run_id() -> str:
    """An id for a run without a page, such as `run-20261130-101500-3f9a`."""
    return f"run-{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"
