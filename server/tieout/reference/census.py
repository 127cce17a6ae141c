"""What the type packages declare, counted line by line.

A second, independent reading beside the parser's: what one of them misses, the comparison shows.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tieout.assets import asset
from tieout.errors import SettingsError

NOT_EXCEL = re.compile(r"^Office\.Project")
"""Enums of Microsoft Project in the common namespace: 512 values that Excel has no use for."""


@dataclass(frozen=True, slots=True)
class Source:
    """A package and the blocks of its namespaces that concern Excel."""

    package: str
    blocks: dict[str, int]


SOURCES = (
    # The namespace Office is opened twice: the second block is Outlook's.
    Source("@types/office-js", {"Excel": 1, "OfficeExtension": 1, "OfficeCore": 1, "Office": 1}),
    Source("@types/office-runtime", {"OfficeRuntime": 1}),
    Source("@types/custom-functions-runtime", {"CustomFunctions": 1}),
)


def census() -> list[str]:
    """`Namespace.Declaration.member` of everything declared, from the lines of the files."""
    return list(dict.fromkeys(name for source in SOURCES for name in _census_of(source)))


_OPEN = re.compile(r"^(?:declare |export )*namespace ([\w.]+) \{")
_DECLARED = re.compile(
    r"^(?:declare |export |abstract )*(class|interface|enum|type|function|const|let|var) (\w+)"
)
_MEMBER = re.compile(
    r"^(?:(?:readonly|static|private|public|protected) )*"
    r"(?:(\w+)\??\s*[:(<]|['\"]?(\w+)['\"]?\s*(?:=[^>]|,?$))"
)


class _Lines:
    """Where a line of declarations stands: the open blocks, innermost last."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._opened: dict[str, int] = {}
        self._blocks: list[tuple[str, str]] = []
        self._in_comment = False
        self._parentheses = 0

    def names(self, raw: str) -> Iterator[str]:
        """What a line declares."""
        line = raw.strip()
        if self._is_comment(line):
            return
        if space := _OPEN.match(line):
            self._open_namespace(space.group(1))
            return
        if not self._blocks:
            return
        inside, self._parentheses = self._parentheses, self._parentheses + _balance(line, "()")
        kind, name = self._blocks[-1]
        declared = _DECLARED.match(line) if kind in {"namespace", "skip"} else None
        if declared is not None:
            yield from self._declaration(line, declared, kind, name)
            return
        if kind in {"class", "interface", "enum"} and not inside and (found := _MEMBER.match(line)):
            member = found.group(1) or found.group(2)
            if member != "new":
                yield f"{name}.{member}"
        balance = _balance(line, "{}")
        if balance < 0:
            self._blocks.pop()
        elif balance > 0:
            self._blocks.append(("skipped", name))

    def _is_comment(self, line: str) -> bool:
        if not self._in_comment and not line.startswith(("/*", "//")):
            return False
        self._in_comment = "*/" not in line and not line.startswith("//")
        return True

    def _open_namespace(self, name: str) -> None:
        if self._blocks:
            kind, outer = self._blocks[-1]
            self._blocks.append((kind, f"{outer}.{name}"))
            return
        self._opened[name] = self._opened.get(name, 0) + 1
        wanted = self._opened[name] <= self._source.blocks.get(name, 0)
        self._blocks.append(("namespace" if wanted else "skip", name))

    def _declaration(
        self, line: str, declared: re.Match[str], kind: str, name: str
    ) -> Iterator[str]:
        inner = f"{name}.{declared.group(2)}"
        kept = kind == "namespace" and not NOT_EXCEL.match(inner)
        if kept:
            yield inner
        if line.endswith("{"):
            body = declared.group(1) in {"class", "interface", "enum"} and kept
            self._blocks.append((declared.group(1) if body else "skipped", inner))


def _balance(line: str, pair: str) -> int:
    return line.count(pair[0]) - line.count(pair[1])


def _census_of(source: Source) -> Iterator[str]:
    lines = _Lines(source)
    for line in types_file(source.package).read_text(encoding="utf-8").splitlines():
        yield from lines.names(line)


def types_file(package: str) -> Path:
    """The declarations of an installed package.

    Raises:
        SettingsError: It isn't installed.
    """
    try:
        path = asset("node_modules") / package / "index.d.ts"
    except FileNotFoundError:
        raise SettingsError(
            "The reference is built and checked in a checkout of Tieout, after `make setup`."
        ) from None
    if not path.is_file():
        raise SettingsError(f"{package} isn't installed: run `make setup`.")
    return path
