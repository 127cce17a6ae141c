"""Keeps traces in SQLite, beside the other things of a session.

Blocks are kept once by their hash: a session's requests share nearly all of theirs. The file holds
what the model saw of workbooks, so it is as confidential as they are; only its owner may read it.
"""

import json
import sqlite3
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from pydantic import TypeAdapter

from tieout.context.layers import Layer
from tieout.context.manifest import RequestManifest
from tieout.errors import SettingsError
from tieout.llm.client import Usage
from tieout.sessions.trace.values import Trace, TraceBlock, TracedRequest

MOST_SESSIONS: Final = 200
"""The oldest go first."""

_SCHEMA: Final = """
create table if not exists sessions(
  id text primary key, started text not null, workbook text not null, model text not null);
create table if not exists blocks(sha256 text primary key, text text not null);
create table if not exists requests(
  session text not null references sessions(id) on delete cascade, number integer not null,
  manifest text not null, blocks text not null, usage text, primary key(session, number));
"""
_MANIFEST: TypeAdapter[RequestManifest] = TypeAdapter(RequestManifest)
_USAGE: TypeAdapter[Usage] = TypeAdapter(Usage)
_Place: TypeAlias = tuple[Layer, str, str, str]
_PLACES: TypeAdapter[tuple[_Place, ...]] = TypeAdapter(tuple[_Place, ...])
_DELETE_UNUSED: Final = """delete from blocks where sha256 not in
  (select json_extract(value, '$[3]') from requests, json_each(requests.blocks))"""


@dataclass(frozen=True, slots=True)
class SessionLine:
    """A session as the list shows it."""

    id: str
    started: str
    workbook: str
    model: str
    requests: int


class TraceStore:
    """The traces of one machine's user.

    Args:
        path: The file; its folder is made when missing.

    Raises:
        SettingsError: It can't be opened or isn't such a file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            new = not path.exists()
            with self._open() as connection:
                connection.execute("pragma journal_mode=wal")
                connection.executescript(_SCHEMA)
            if new:
                path.chmod(0o600)
        except (sqlite3.Error, OSError) as error:
            raise SettingsError(
                f"The sessions can't be kept in {path}: {error}. Name another file with "
                "TIEOUT_SESSIONS_FILE, or keep none with TIEOUT_TRACE=false."
            ) from error

    def begin(self, session: str, started: str, workbook: str, model: str) -> None:
        """Begin a session; one of the same id is begun anew. Old ones are forgotten."""
        with self._open() as connection:
            connection.execute("delete from sessions where id = ?", (session,))
            connection.execute(
                "insert into sessions values (?, ?, ?, ?)", (session, started, workbook, model)
            )
            gone = connection.execute(
                "delete from sessions where id not in "
                "(select id from sessions order by started desc, id limit ?)",
                (MOST_SESSIONS,),
            ).rowcount
            if gone:
                connection.execute(_DELETE_UNUSED)

    def add(self, session: str, request: TracedRequest) -> None:
        """Keep one request, before it is sent."""
        places = [(b.layer, b.role, b.kind, b.sha256) for b in request.blocks]
        with self._open() as connection:
            connection.executemany(
                "insert or ignore into blocks values (?, ?)",
                [(block.sha256, block.text) for block in request.blocks],
            )
            connection.execute(
                "insert or replace into requests values (?, ?, ?, ?, ?)",
                (
                    session,
                    request.manifest.id,
                    _MANIFEST.dump_json(request.manifest).decode(),
                    json.dumps(places),
                    None if request.usage is None else _USAGE.dump_json(request.usage).decode(),
                ),
            )

    def counted(self, session: str, number: int, usage: Usage) -> None:
        """Keep what the service counted for a request."""
        with self._open() as connection:
            connection.execute(
                "update requests set usage = ? where session = ? and number = ?",
                (_USAGE.dump_json(usage).decode(), session, number),
            )

    def sessions(self) -> tuple[SessionLine, ...]:
        """All sessions, the newest first."""
        query = (
            "select id, started, workbook, model, "
            "(select count(*) from requests where session = id) from sessions "
            "order by started desc, id"
        )
        with self._open() as connection:
            return tuple(SessionLine(*row) for row in connection.execute(query))

    def trace(self, session: str) -> Trace:
        """One session.

        Raises:
            KeyError: There is none of this id.
        """
        with self._open() as connection:
            head: tuple[str, str, str, str] | None = connection.execute(
                "select id, started, workbook, model from sessions where id = ?", (session,)
            ).fetchone()
            if head is None:
                raise KeyError(session)
            rows: Sequence[tuple[str, str, str | None]] = connection.execute(
                "select manifest, blocks, usage from requests where session = ? order by number",
                (session,),
            ).fetchall()
            requests = tuple(_request(connection, *row) for row in rows)
        return Trace(*head, requests)

    @contextmanager
    def _open(self) -> Generator[sqlite3.Connection]:
        connection = sqlite3.connect(self._path, timeout=10)
        try:
            connection.execute("pragma foreign_keys=on")
            with connection:
                yield connection
        finally:
            connection.close()


def _request(
    connection: sqlite3.Connection, manifest: str, places: str, usage: str | None
) -> TracedRequest:
    blocks = tuple(
        TraceBlock(layer, role, kind, _text(connection, sha256))
        for layer, role, kind, sha256 in _PLACES.validate_json(places)
    )
    return TracedRequest(
        _MANIFEST.validate_json(manifest),
        blocks,
        None if usage is None else _USAGE.validate_json(usage),
    )


def _text(connection: sqlite3.Connection, sha256: str) -> str:
    found = connection.execute("select text from blocks where sha256 = ?", (sha256,)).fetchone()
    return "" if found is None else str(found[0])
