"""Search the reference by lines, in process: grep's options, linear time, capped output.

The pattern language is RE2's, which can't backtrack, so no pattern takes longer than the file is
long. A pattern is searched in the whole text at once and never matches across a line's end.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Protocol, cast

import re2

from tieout.assets import asset
from tieout.errors import ModelVisibleError

_PATTERN_LENGTH = 400
_PATTERN_MEMORY = 2 << 20
_COLUMNS = 600
_COUNTED = 300
"""Matching lines counted beyond those shown; after that the rest is given as "at least"."""


class PatternRefused(ModelVisibleError):
    """The pattern or an option can't be used; the sentence says why and what can."""


@dataclass(frozen=True, slots=True)
class GrepOptions:
    """As grep's: `-A`, `-B`, `-n`, `-i`, `-F`; `head` limits the printed lines.

    Attributes:
        fixed: The pattern is text, not a regular expression.
        characters: Longest output; never more, whatever `head` says.
    """

    after: int = 0
    before: int = 0
    numbers: bool = False
    ignore_case: bool = False
    fixed: bool = False
    head: int = 60
    characters: int = 12_000


class _Match(Protocol):
    def start(self) -> int: ...
    def end(self) -> int: ...


class _Pattern(Protocol):
    def search(self, text: bytes, pos: int = 0) -> _Match | None: ...


class _Choices(Protocol):
    never_nl: bool
    log_errors: bool
    never_capture: bool
    max_mem: int
    case_sensitive: bool


class _Re2(Protocol):
    error: type[Exception]

    def Options(self) -> _Choices: ...  # noqa: N802 - the library's name
    def compile(self, pattern: str, options: _Choices) -> _Pattern: ...
    def escape(self, pattern: str) -> str: ...


_RE2 = cast("_Re2", re2)
"""The library has no type declarations; this is what of it is used."""


class LinedText:
    """A text kept in memory with where its lines begin."""

    def __init__(self, text: str) -> None:
        self._bytes = text.rstrip("\n").encode("utf-8") + b"\n"
        starts = [0]
        position = self._bytes.find(b"\n")
        while position >= 0:
            starts.append(position + 1)
            position = self._bytes.find(b"\n", position + 1)
        self._starts = starts

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return len(self._starts) - 1

    def line(self, index: int) -> str:
        """One line by its 0-based index, cut where it is very long."""
        raw = self._bytes[self._starts[index] : self._starts[index + 1] - 1]
        text = raw.decode("utf-8")
        more = len(text) - _COLUMNS
        return text if more <= 0 else f"{text[:_COLUMNS]}… {more:,} more characters"

    def matching(self, pattern: _Pattern) -> Iterator[int]:
        """Indexes of the lines that match, ascending."""
        position = 0
        while position < len(self._bytes):
            found = pattern.search(self._bytes, position)
            if found is None or found.start() >= len(self._bytes):
                return
            index = bisect_right(self._starts, found.start()) - 1
            yield index
            position = self._starts[index + 1]


def grep(text: LinedText, pattern: str, options: GrepOptions = GrepOptions()) -> str:
    """Matching lines with their context, as grep prints them.

    Raises:
        PatternRefused: The pattern isn't one, or an option is out of range.
    """
    matching = text.matching(_compile(pattern, options))
    page = _Page(text, options)
    for index in matching:
        left = page.add(index)
        if left is not None:
            more = sum(1 for _ in islice(matching, _COUNTED))
            return "\n".join([*page.lines, *_tail(left, more)])
    return "\n".join(page.lines) or "No line matches."


class _Page:
    """What is printed so far, within its caps."""

    def __init__(self, text: LinedText, options: GrepOptions) -> None:
        self.lines: list[str] = []
        self._text = text
        self._options = options
        self._last = -1
        self._room = options.characters

    def add(self, index: int) -> int | None:
        """Print a match with its context; None, or how many of its lines didn't fit any more."""
        options = self._options
        if index <= self._last:
            self._mark(index)
        first = max(index - options.before, self._last + 1)
        end = min(index + options.after, self._text.lines - 1)
        block = [self._printed(at, is_match=at == index) for at in range(first, end + 1)]
        if block and self.lines and (options.before or options.after) and first > self._last + 1:
            block.insert(0, "--")
        self._last = max(self._last, end)
        fitting = self._fitting(block[: options.head - len(self.lines)])
        self.lines.extend(fitting)
        full = len(fitting) < len(block) or len(self.lines) >= options.head
        return len(block) - len(fitting) if full else None

    def _mark(self, index: int) -> None:
        """A match inside the context of the one before is printed already, as context."""
        at = len(self.lines) - 1 - (self._last - index)
        if self._options.numbers and at >= 0:
            self.lines[at] = self._printed(index, is_match=True)

    def _printed(self, index: int, *, is_match: bool) -> str:
        line = self._text.line(index)
        return f"{index + 1}{':' if is_match else '-'}{line}" if self._options.numbers else line

    def _fitting(self, block: list[str]) -> list[str]:
        for count, line in enumerate(block):
            if len(line) >= self._room:
                return block[:count]
            self._room -= len(line) + 1
        return block


@cache
def reference_text() -> LinedText:
    """The reference, read once.

    Raises:
        FileNotFoundError: It isn't installed.
    """
    path = asset("office_js_reference/api-reference.json")
    return LinedText(path.read_text(encoding="utf-8"))


def _compile(pattern: str, options: GrepOptions) -> _Pattern:
    if not pattern:
        raise PatternRefused("The pattern is empty: give a word or a quoted key.")
    if len(pattern) > _PATTERN_LENGTH or "\n" in pattern:
        raise PatternRefused(
            f"The pattern must be one line of {_PATTERN_LENGTH} characters at most."
        )
    if min(options.after, options.before) < 0 or options.head < 1:
        raise PatternRefused("-A and -B count from 0, --head from 1.")
    choices = _RE2.Options()
    choices.never_nl = True
    choices.log_errors = False
    choices.never_capture = True
    choices.max_mem = _PATTERN_MEMORY
    choices.case_sensitive = not options.ignore_case
    wanted = _RE2.escape(pattern) if options.fixed else pattern
    try:
        _RE2.compile(wanted, choices)
        # Its own group makes `^` and `$` mean lines for every alternative of the pattern.
        return _RE2.compile(f"(?m:{wanted})", choices)
    except _RE2.error as error:
        why = error.args[0] if error.args else "it doesn't parse"
        reason = why.decode("utf-8", "replace") if isinstance(why, bytes) else str(why)
        raise PatternRefused(
            f"The pattern can't be used: {reason}. Use RE2 syntax (no look-around, no "
            "back-references), or -F for plain text."
        ) from None


def _tail(left: int, more: int) -> list[str]:
    if not left and not more:
        return []
    least = "at least " if more >= _COUNTED else ""
    return [f"… {least}{left + more:,} more lines; make the pattern narrower"]
