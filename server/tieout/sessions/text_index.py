"""The words of a workbook in SQLite's full-text index: in memory, as long as its session lives."""

import sqlite3
from collections.abc import Collection, Sequence
from functools import cached_property

from tieout.workbook.index.texts import FIELD_WEIGHTS, TextEntry, ordered


class SqliteTextIndex:
    """A `TextIndex` on FTS5, opened at its first use.

    Words come split already (`workbook/index/words.py`), so its own tokenizer only sees the spaces.
    """

    @cached_property
    def _database(self) -> sqlite3.Connection:
        # Used by one conversation, one call at a time, but not always on one thread.
        database = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        database.executescript(
            "CREATE VIRTUAL TABLE entries USING fts5(part UNINDEXED, id UNINDEXED, label, heading,"
            " body, tokenize = 'unicode61 remove_diacritics 0')"
        )
        return database

    def __del__(self) -> None:
        if "_database" in self.__dict__:
            self._database.close()

    def put(self, part: str, entries: Sequence[TextEntry]) -> None:
        """Replace the entries of a part."""
        rows = [(part, one.id, *(" ".join(field) for field in one.fields)) for one in entries]
        with self._database:
            self._database.execute("BEGIN")
            self._database.execute("DELETE FROM entries WHERE part = ?", (part,))
            self._database.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", rows)

    def keep(self, parts: Collection[str]) -> None:
        """Forget every other part."""
        known = self._database.execute("SELECT DISTINCT part FROM entries").fetchall()
        for (part,) in known:
            if part not in parts:
                self._database.execute("DELETE FROM entries WHERE part = ?", (part,))

    def find(self, terms: Sequence[str], most: int) -> list[tuple[str, float]]:
        """Entries by BM25."""
        if not terms:
            return []
        wanted = " OR ".join(f'"{term}"' for term in dict.fromkeys(terms))
        found: list[tuple[str, float]] = self._database.execute(
            "SELECT id, -bm25(entries, 0, 0, ?, ?, ?) FROM entries WHERE entries MATCH ?",
            (*FIELD_WEIGHTS, wanted),
        ).fetchall()
        return ordered(found, most)
