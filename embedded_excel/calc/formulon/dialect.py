"""Formulas the engine reads differently from Excel, in a form it reads alike, and back.

Some things differ. A defined name that is also a function's (`Year`, `Rate`, `Price`) hides the
function from the engine; here such a name carries a mark. `SEQUENCE` and `RANDARRAY` take an argument
left out for zero; here it is written out, in double brackets. Criteria of `MAXIFS` and `MINIFS` in
files of older Excels are cut to one cell; that `@` is taken out after loading. Some arguments are
guarded (`guards`). `#REF!:#REF!`, of which both corners are gone, is `#REF!`.
"""

import re
from collections.abc import Callable, Collection, Iterator
from itertools import pairwise
from typing import Final

from embedded_excel.calc.formulon.guards import GUARDS, guarded, unguarded

MARK: Final = "_.definedname"
"""Ends a name that would hide a function."""
_DEFAULTS: Final = {
    "SEQUENCE": ("1", "1", "1", "1"),
    "RANDARRAY": ("1", "1", "0", "1", "0"),
}
_FILLERS: Final = ("((1))", "((0))")
_FILLED = re.compile(r"(?<![\w.])(?:_xlfn\.)?(SEQUENCE|RANDARRAY)\(", re.IGNORECASE)
_GUARDED = re.compile(rf"(?<![\w.])(?:_xlfn\.)?({'|'.join(GUARDS)})\(", re.IGNORECASE)
_MOST_FORMULA: Final = 8_192
_LOST: Final = "#REF!:#REF!"
_LOST_HERE: Final = "((#REF!))"
_CRITERIA = re.compile(r"(?<![\w.])(?:_xlfn\.)?(MAXIFS|MINIFS)\(", re.IGNORECASE)
_CLOSING: Final = {"(": ")", "{": "}", "[": "]"}
_NAME = re.compile(r"(?<![\w.\\\"'$\[])(?:[^\W\d]|[\\_])[\w.\\?]*")


def to_dialect(formula: str, hiding: Collection[str], *, guards: bool = True) -> str:
    """A formula in Excel's form, as the engine has to get it.

    Args:
        formula: With long structured references; a quote may be left open.
        hiding: Defined names that are functions' too, in capitals.
        guards: Whether arguments may be guarded.
    """
    if _FILLED.search(formula):
        formula = _each_call(formula, _FILLED, _fill)
    if guards and _GUARDED.search(formula):
        longer = _each_call(formula, _GUARDED, guarded)
        formula = longer if len(longer) <= _MOST_FORMULA else formula
    if _LOST in formula:
        formula = _outside_quotes(formula, _LOST, _LOST_HERE)
    if hiding:
        formula = _mark_names(formula, hiding)
    return formula


def is_dialect(formula: str) -> bool:
    """Whether a formula of the engine may differ from Excel's form."""
    return MARK in formula or "((" in formula


def from_dialect(formula: str) -> str:
    """A formula of the engine in Excel's form."""
    if any(filler in formula for filler in _FILLERS):
        formula = _each_call(formula, _FILLED, _empty)
    if "((" in formula:
        formula = _each_call(formula, _GUARDED, unguarded)
        formula = _outside_quotes(formula, _LOST_HERE, _LOST)
    return formula.replace(MARK, "") if MARK in formula else formula


def without_cut_criteria(formula: str) -> str:
    """A formula of the engine with whole ranges where criteria are looked for."""
    if "@" not in formula or not _CRITERIA.search(formula):
        return formula
    return _each_call(formula, _CRITERIA, _uncut)


# -- calls -------------------------------------------------------------------------------------
_Change = Callable[[str, list[str]], list[str]]


def _fill(function: str, arguments: list[str]) -> list[str]:
    defaults = _DEFAULTS[function]
    if len(arguments) > len(defaults) or len(arguments) == 1:
        return arguments
    return [
        argument if argument.strip() else f"(({default}))"
        for argument, default in zip(arguments, defaults, strict=False)
    ]


def _empty(_function: str, arguments: list[str]) -> list[str]:
    return ["" if argument in _FILLERS else argument for argument in arguments]


def _uncut(_function: str, arguments: list[str]) -> list[str]:
    return [
        argument.removeprefix("@") if index == 0 or index % 2 else argument
        for index, argument in enumerate(arguments)
    ]


def _each_call(formula: str, call: re.Pattern[str], change: _Change) -> str:
    """Change the arguments of every call, inner ones first."""
    quoted = list(_quoted(formula))
    for match in reversed(list(call.finditer(formula))):
        if any(start <= match.start() < end for start, end in quoted):
            continue
        commas, end = _arguments(formula, match.end())
        if end is None:
            continue
        bounds = [match.end() - 1, *commas, end]
        arguments = [formula[first + 1 : last] for first, last in pairwise(bounds)]
        changed = ",".join(change(match[1].upper(), arguments))
        formula = formula[: match.end()] + changed + formula[end:]
    return formula


def _arguments(formula: str, start: int) -> tuple[list[int], int | None]:
    """Positions of the commas between a call's arguments, and of its closing bracket."""
    commas: list[int] = []
    open_: list[str] = []
    position = start
    while position < len(formula):
        mark = formula[position]
        if mark in "\"'" and "]" not in open_:
            position = _end_of_quote(formula, position)
            continue
        if mark == "'":
            position += 1
        elif mark in _CLOSING:
            open_.append(_CLOSING[mark])
        elif open_ and mark == open_[-1]:
            open_.pop()
        elif mark == ")" and not open_:
            return commas, position
        elif mark == "," and not open_:
            commas.append(position)
        position += 1
    return commas, None


def _end_of_quote(formula: str, start: int) -> int:
    mark = formula[start]
    end = formula.find(mark, start + 1)
    while end >= 0 and formula[end + 1 : end + 2] == mark:
        end = formula.find(mark, end + 2)
    return len(formula) if end < 0 else end + 1


def _outside_quotes(formula: str, old: str, new: str) -> str:
    pieces: list[str] = []
    start = 0
    for begin, end in [*_quoted(formula), (len(formula), len(formula))]:
        pieces += [formula[start:begin].replace(old, new), formula[begin:end]]
        start = end
    return "".join(pieces)


# -- names -------------------------------------------------------------------------------------
def _quoted(formula: str) -> Iterator[tuple[int, int]]:
    """Texts, quoted sheets and brackets, where no name can stand."""
    position = depth = begin = 0
    while position < len(formula):
        mark = formula[position]
        if depth == 0 and mark in "\"'":
            end = _end_of_quote(formula, position)
            yield position, end
            position = end
            continue
        if mark == "[":
            begin = position if depth == 0 else begin
            depth += 1
        elif mark == "]" and depth:
            depth -= 1
            if depth == 0:
                yield begin, position + 1
        elif mark == "'":
            position += 1
        position += 1


def _mark_names(formula: str, hiding: Collection[str]) -> str:
    quoted = list(_quoted(formula))

    def marked(match: re.Match[str]) -> str:
        after = formula[match.end() : match.end() + 1]
        inside = any(start <= match.start() < end for start, end in quoted)
        if inside or (after and after in "(!['\"") or match[0].upper() not in hiding:
            return match[0]
        return match[0] + MARK

    return _NAME.sub(marked, formula)
