"""Formulas that can't give a value: errors, circles, formulas stored as text."""

from collections.abc import Iterator, Mapping

from tieout.workbook.address import Address, quote_sheet
from tieout.workbook.findings import Finding
from tieout.workbook.formula_tokens import tokenize
from tieout.workbook.lint.graph import Node
from tieout.workbook.lint.rule import Example, Rule
from tieout.workbook.lint.view import SheetView, WorkbookView
from tieout.workbook.sampling import list_some

_MOST_NAMED = 5


def _means_it(view: WorkbookView, node: Node) -> bool:
    """Whether the formula asks for #N/A itself, as formulas under charts do."""
    sheet = view.sheet(node[0])
    return sheet is not None and "NA" in sheet.formulas[node[1:]].functions


def _invalid(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    errors = view.errors
    roots: dict[str, list[Node]] = {}
    for node, sources in errors.items():
        if node[0] == sheet.name and not sources and not _means_it(view, node):
            roots.setdefault(str(sheet.value(*node[1:])), []).append(node)
    for error, nodes in sorted(roots.items()):
        yield invalid_formula(rule, sheet, error, nodes, infected_by(errors, nodes))
    broken = [
        place
        for place, formula in sheet.formulas.items()
        if any(token.text == "#REF!" for token in formula.tokens)
        and (sheet.name, *place) not in errors
    ]
    if broken:
        why = "The formula refers to cells that no longer exist, although it shows no error."
        yield Finding(
            rule.severity,
            rule.code,
            tuple(sheet.address(p) for p in broken),
            why,
            error_fix("#REF!"),
        )


def infected_by(errors: Mapping[Node, tuple[Node, ...]], roots: list[Node]) -> list[Node]:
    """Error cells that take their error from these, directly or not."""
    readers: dict[Node, list[Node]] = {}
    for node, sources in errors.items():
        for source in sources:
            readers.setdefault(source, []).append(node)
    seen, left = dict.fromkeys(roots), list(roots)
    while left:
        for reader in readers.get(left.pop(), ()):
            if reader not in seen:
                seen[reader] = None
                left.append(reader)
    return sorted(node for node in seen if node not in set(roots))


def invalid_formula(
    rule: Rule, sheet: SheetView, error: str, roots: list[Node], infected: list[Node]
) -> Finding:
    """The finding about cells of one sheet where errors start, with what they infect."""
    cells = tuple(sheet.address(node[1:]) for node in roots)
    why = f"The formula gives {error}"
    if infected:
        names = [str(Address.cell(*node)) for node in infected]
        count = "1 cell" if len(infected) == 1 else f"{len(infected):,} cells"
        shown = list_some(names, _MOST_NAMED, "cells")
        why += f", and {count} downstream take over an error because of it: {shown}"
    return Finding(rule.severity, rule.code, cells, f"{why}.", error_fix(error))


def error_fix(error: str) -> str:
    """What mends an error value."""
    match error:
        case "#REF!":
            return "Point the formula at cells that exist."
        case "#DIV/0!":
            return "Handle a zero or empty divisor, or correct the reference to it."
        case "#NAME?":
            return "Correct the function or name; check the quotes around text."
        case "#N/A":
            return "Check the lookup value and the range it is looked up in."
        case "#SPILL!":
            return "Clear the cells the result needs, or place the formula elsewhere."
        case "#VALUE!":
            return "Check that the arguments are numbers where numbers are needed."
        case _:
            return "Correct the formula or what it refers to."


INVALID_FORMULA = Rule(
    "INVALID_FORMULA",
    "must_fix",
    "Formula that shows an error",
    "A formula shows an error value and refers to no cell that shows one: the root of a chain. The cells "
    "that take the error over are counted and named in its sentence. Named too: a formula with #REF! in "
    "it, whatever it shows. Not named: a formula that calls NA(). In a change, only errors are reported "
    "that were not there before.",
    "The formula gives an error.",
    "Correct the formula or what it refers to.",
    Example({"A1": ("=1/0", "#DIV/0!"), "A2": ("=A1+1", "#DIV/0!")}, ("A1",)),
    _invalid,
)


def reads_as_formula(value: object) -> bool:
    """Whether a text was meant to be a formula."""
    return (
        isinstance(value, str)
        and value.startswith("=")
        and any(token.kind in ("cells", "function") for token in tokenize(value))
    )


def _as_text(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    del view
    found = [place for place, value in sheet.constants.items() if reads_as_formula(value)]
    if found:
        yield rule.finding(sheet, found)


FORMULA_AS_TEXT = Rule(
    "FORMULA_AS_TEXT",
    "must_fix",
    "Formula stored as text",
    "A cell without a formula holds a text that begins with = and has a cell reference or a function in "
    "it.",
    "The cell holds the text of a formula, so nothing is calculated.",
    'Set the number format to "General" first, then write the formula again.',
    Example({"A1": 1, "A2": ("", "=SUM(A1:A1)")}, ("A2",)),
    _as_text,
)


def _circular(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    for circle in view.circles:
        if circle[0][0] == sheet.name:
            names = [
                f"{quote_sheet(name)}!{Address.cell('', row, column).local}"
                for name, row, column in circle
            ]
            why = "The formula depends on itself."
            if len(circle) > 1:
                why = f"The formulas depend on one another in a circle: {list_some(names, _MOST_NAMED, 'cells')}."
            cells = tuple(Address.cell(*node) for node in circle)
            yield Finding(rule.severity, rule.code, cells, why, rule.fix)


CIRCULAR_REFERENCE = Rule(
    "CIRCULAR_REFERENCE",
    "must_fix",
    "Circular reference",
    "Formulas that refer to one another, directly or over others, in a circle; references made by names, "
    "OFFSET or INDIRECT are not followed. Workbooks with more than two million references between "
    "formulas are not searched.",
    "The formula depends on itself.",
    "Break the circle: let one of the cells take its value from somewhere else.",
    Example({"A1": "=B1+1", "B1": "=A1*2"}, ("A1", "B1")),
    _circular,
    spreads=True,
)
