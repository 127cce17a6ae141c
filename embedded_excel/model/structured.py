"""Column names inside structured references, for when a column is renamed."""

import re
from dataclasses import replace

from embedded_excel.calc.cells import Formula, Rect, Table
from embedded_excel.model.areas import contains
from embedded_excel.model.formula_shift import formulas_of
from embedded_excel.model.workbook import OpenWorkbook

_STRING = re.compile(r'"(?:[^"]|"")*"')
_WORD = re.compile(r"[^\W\d][\w.\\]*|[_\\][\w.\\]*")
_SHEET = re.compile(r"'(?:[^']|'')*'")
_SPECIAL = frozenset("[]#'@")


def reaches_out(formula: str) -> bool:
    """Whether a formula, in A1 notation, names a table's parts or another workbook.

    Rules of conditional formats and validation may do neither.
    """
    return "[" in _STRING.sub("", formula)


def escaped(name: str) -> str:
    """A column name as it stands between brackets: some characters get an apostrophe."""
    return "".join(f"'{character}" if character in _SPECIAL else character for character in name)


def _bracket_end(formula: str, start: int) -> int:
    depth, position = 0, start
    while position < len(formula):
        character = formula[position]
        if character == "'":
            position += 1
        depth += (character == "[") - (character == "]")
        position += 1
        if depth == 0:
            return position
    return len(formula)


def _renamed_inside(brackets: str, old: str, new: str) -> str:
    """`[Old]`, `[@Old]`, `[[#This Row],[Old]]`, `[[Old]:[Other]]` with the column renamed."""
    old_text, new_text = escaped(old), escaped(new)
    inner = brackets[1:-1]
    if "[" not in inner:
        mark = "@" if inner.startswith("@") else ""
        if inner[len(mark) :].casefold() != old_text.casefold():
            return brackets
        simple = re.fullmatch(r"[\w.]+", new_text) is not None
        return f"[{mark}{new_text if simple or not mark else f'[{new_text}]'}]"
    parts = re.split(r"(\[(?:[^\[\]']|'.)*\])", inner)
    return (
        "["
        + "".join(
            f"[{new_text}]" if part.casefold() == f"[{old_text}]".casefold() else part
            for part in parts
        )
        + "]"
    )


def with_renamed_column(formula: str, table: str, old: str, new: str, *, inside: bool) -> str:
    """A formula after a column of a table got another name.

    Args:
        formula: Its text.
        table: The table's name.
        old: The column's name before.
        new: The column's name now.
        inside: Whether the formula's cell is in the table, where the table's name may be missing.
    """
    parts: list[str] = []
    position = 0
    word = ""
    while position < len(formula):
        match = (
            _STRING.match(formula, position)
            or _SHEET.match(formula, position)
            or _WORD.match(formula, position)
        )
        if match is not None:
            word = match[0]
            parts.append(word)
            position = match.end()
            continue
        if formula[position] == "[":
            end = _bracket_end(formula, position)
            brackets = formula[position:end]
            ours = word.casefold() == table.casefold() if word else inside
            parts.append(_renamed_inside(brackets, old, new) if ours else brackets)
            position = end
        else:
            parts.append(formula[position])
            position += 1
        word = ""
    return "".join(parts)


def renamed_formulas(
    workbook: OpenWorkbook, table: Table, old: str, new: str
) -> dict[int, list[tuple[int, int, Formula]]]:
    """Formulas to store again once the table's column has its new name, by sheet."""
    changed: dict[int, list[tuple[int, int, Formula]]] = {}
    for sheet in range(len(workbook.engine.sheet_names())):
        for place, formula in formulas_of(workbook, sheet):
            if "[" not in formula:
                continue
            inside = sheet == table.sheet and contains(table.rect, Rect(*place, *place))
            text = with_renamed_column(formula, table.name, old, new, inside=inside)
            if text != formula:
                changed.setdefault(sheet, []).append((*place, Formula(text)))
    return changed


def column_ids(workbook: OpenWorkbook, table: Table) -> list[int]:
    """Identity of each column within its table, in order; they last through renames and moves."""
    known = workbook.column_ids.setdefault(table.id, {})
    names = [column.name.casefold() for column in table.columns]
    highest = max(known.values(), default=0)
    for name in names:
        if name not in known:
            highest += 1
            known[name] = highest
    for name in set(known) - set(names):
        del known[name]
    return [known[name] for name in names]


def rename_columns(workbook: OpenWorkbook, table: Table) -> None:
    """Store a table whose columns got other names, and let formulas that name them follow."""
    engine = workbook.engine
    before = next(known for known in engine.tables() if known.id == table.id)
    changed: dict[int, list[tuple[int, int, Formula]]] = {}
    renames = [
        (old.name, new.name)
        for old, new in zip(before.columns, table.columns, strict=True)
        if old.name != new.name
    ]
    for old, new in renames:
        changed |= renamed_formulas(workbook, before, old, new)
    ids = column_ids(workbook, before)
    engine.update_table(table)
    workbook.column_ids[table.id] = {
        column.name.casefold(): number for column, number in zip(table.columns, ids, strict=True)
    }
    for sheet, cells in changed.items():
        engine.write(sheet, cells)
    for defined in engine.names():
        text = defined.formula
        for old, new in renames:
            text = with_renamed_column(text, before.name, old, new, inside=False)
        if text != defined.formula:
            engine.set_name(replace(defined, formula=text))
