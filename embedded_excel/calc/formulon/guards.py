"""Arguments the engine takes differently from Excel only for some values, which a formula can't show.

Such an argument is put into a question about its value that stands for it in either case: a format
with a condition in its only section gets a second one, an empty delimiter becomes the error it is in
Excel. The guard repeats the argument and is known by its texts, so it comes off again exactly. It uses
functions only that have no prefix in files.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Guard:
    """The texts around and between the places where the argument stands."""

    pieces: tuple[str, ...]

    def put(self, argument: str) -> str:
        """The guarded argument."""
        return argument.join(self.pieces)

    def take(self, argument: str) -> str:
        """The argument, if this guard is on it; else what was given."""
        around = sum(map(len, self.pieces))
        length, rest = divmod(len(argument) - around, len(self.pieces) - 1)
        start = self.pieces[0]
        if rest or length <= 0 or not argument.startswith(start):
            return argument
        bare = argument[len(start) : len(start) + length]
        return bare if argument == self.put(bare) else argument


_FORMAT: Final = Guard(
    (
        "((",
        ')&IF(ISERROR(FIND(";",',
        '))*(1-ISERROR(FIND("[<",',
        '))*ISERROR(FIND("[>",',
        '))*ISERROR(FIND("[=",',
        '))),";General",""))',
    )
)
_DELIMITER: Final = Guard(("((IF(LEN(", "),", ",#VALUE!)))"))
_NOT_FOUND: Final = Guard(("((IF(ISBLANK(", '),"",', ")))"))
_NUMBERS: Final = Guard(("((IF(ISNUMBER(", ")+ISERROR(", "),", ",#VALUE!)))"))

GUARDS: Final = {
    "TEXT": {1: _FORMAT},
    "TEXTSPLIT": {1: _DELIMITER, 2: _DELIMITER},
    "TEXTBEFORE": {5: _NOT_FOUND},
    "TEXTAFTER": {5: _NOT_FOUND},
    "MMULT": {0: _NUMBERS, 1: _NUMBERS},
}
"""Function → position of an argument → its guard."""


def guarded(function: str, arguments: list[str]) -> list[str]:
    """The arguments of a call; a constant is guarded only if it is one the engine takes differently."""
    guards = GUARDS[function]
    return [
        guards[index].put(argument) if index in guards and _needs(function, argument) else argument
        for index, argument in enumerate(arguments)
    ]


def unguarded(function: str, arguments: list[str]) -> list[str]:
    """The arguments as they were."""
    guards = GUARDS[function]
    return [
        guards[index].take(argument) if index in guards else argument
        for index, argument in enumerate(arguments)
    ]


def _needs(function: str, argument: str) -> bool:
    text = argument.strip()
    if not text.startswith('"'):
        return bool(text) and not text.startswith("{")
    if function == "TEXTSPLIT":
        return text == '""'
    return function == "TEXT" and ";" not in text and any(sign in text for sign in _CONDITIONS)


_CONDITIONS: Final = ("[<", "[>", "[=")
