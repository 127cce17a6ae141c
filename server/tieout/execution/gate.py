"""The gate every batch of generated code passes before Excel sees it.

Every string in every argument is looked at, in actions and in object paths alike (`names.add`,
`tables.rows.add` and others carry theirs in paths only). A refusal is for the whole batch: nothing
of it ran.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import JsonValue

from tieout.errors import GateRefused
from tieout.execution.formulas_guard import check_formula, fold, is_external, is_formula
from tieout.office_wire.batch import Batch
from tieout.office_wire.places import Place, Places
from tieout.office_wire.request import Action, Request, parse_request
from tieout.office_wire.touch import Resolver, touched
from tieout.settings import EditMode
from tieout.workbook.address import Address

MAX_BATCH_BYTES = 4 * 1024 * 1024
MAX_ACTIONS = 200_000
_GRID_MEMBERS = ("Values", "Formulas", "FormulasR1C1")

_BLOCKED: dict[str, str] = {
    "InsertWorksheetsFromBase64": "inserting sheets from a file",
    "ConvertToLinkedDataType": "converting cells to online data types",
    "UpdateMentions": "mentioning people, which sends mail",
    "CreateWorkbook": "creating another workbook",
    "Close": "closing the workbook",
    "Save": "saving the workbook, which is the user's to do",
    "Unprotect": "removing protection; ask the user to do it",
    "RefreshAllDataConnections": "refreshing external data",
}
_REFRESH = frozenset({"Refresh", "RefreshAll", "RefreshAllLinks", "RefreshLinks"})
_REFRESH_ALLOWED = frozenset({"PivotTable", "PivotTableCollection"})
_BLOCKED_CLASSES = frozenset({"_V1Api", "InternalTest", "CustomFunctionManager", "Ribbon"})
_FORMULA_MEMBERS = frozenset({"Formula", "FormulaR1C1", "SetFormula", "Formula1", "Formula2"})
_ADDRESS_KEYS = frozenset({"address", "url", "logosourceaddress", "logotargetaddress"})
_SOURCES = frozenset(
    {
        ("Range", "CopyFrom"),
        ("Range", "MoveTo"),
        ("PivotTableCollection", "Add"),
        ("NamedItemCollection", "Add"),
        ("TableCollection", "Add"),
    }
)
"""Methods that take an address as text."""


@dataclass(frozen=True, slots=True)
class _Use:
    """One member used with arguments: an action, or a method of an object path."""

    name: str
    place: Place
    arguments: Sequence[JsonValue]
    kind: Literal["set", "call"]


def check_batch(batch: Batch, places: Places, mode: EditMode = "accept_edits") -> None:
    """Let a batch pass, or refuse all of it.

    Raises:
        GateRefused: One sentence naming the cell or member and what isn't allowed.
    """
    size = len(json.dumps(batch.body, ensure_ascii=False).encode("utf-8"))
    if size > MAX_BATCH_BYTES:
        raise GateRefused(
            f"This sync sends {size / 1048576:.1f} MB, more than the 4 MB one batch may have; "
            "write fewer rows between two calls of context.sync()."
        )
    request = parse_request(batch)
    if len(request.actions) > MAX_ACTIONS:
        raise GateRefused(f"This sync has more than {MAX_ACTIONS:,} actions; sync more often.")
    for use in _uses(request, Resolver(request, places)):
        _check_member(use)
        _check_texts(use)
    if mode == "read_only":
        writes = touched(batch, places).writes
        if writes:
            raise GateRefused(
                f"The session is read-only, and {writes[0].member} would change the workbook. "
                "Answer from what you can read, or tell the user what you would change."
            )


def _uses(request: Request, resolver: Resolver) -> Iterator[_Use]:
    for path in request.paths.values():
        if path.type == "new":
            raise GateRefused(f"{path.name or 'This object'} can't be used here.")
        place = resolver.place(path.parent)
        if path.type in ("method", "indexer"):
            yield _Use(path.name, place, path.arguments, "call")
        elif resolver.place(path.id).class_name in _BLOCKED_CLASSES:
            raise GateRefused(f"{path.name} can't be used here; use the Excel API.")
    for action in request.actions:
        place = resolver.place(action.path)
        if action.type in ("method", "set"):
            kind: Literal["set", "call"] = "set" if action.type == "set" else "call"
            yield _Use(action.name, place, action.arguments, kind)
        elif action.type == "update":
            yield from _updates(action, place)


def _updates(action: Action, place: Place) -> Iterator[_Use]:
    """An update carries camelCase members; each is judged as if it was set."""
    if isinstance(action.state, dict):
        for key, value in action.state.items():
            yield _Use(key[:1].upper() + key[1:], place, (value,), "set")


def _check_member(use: _Use) -> None:
    name, class_name = use.name, use.place.class_name
    if name.startswith("_Register"):
        raise GateRefused("Event handlers can't be registered from execute_code; read again later.")
    if class_name in _BLOCKED_CLASSES:
        raise GateRefused(f"{class_name}.{name} can't be used here; use the Excel API.")
    if name in _BLOCKED and use.kind == "call":
        raise GateRefused(f"Nothing of this batch ran: {_BLOCKED[name]} is not allowed.")
    if name in _REFRESH and class_name not in _REFRESH_ALLOWED:
        raise GateRefused("Nothing of this batch ran: refreshing external data is not allowed.")
    if name in ("FormulasLocal", "FormulaLocal", "AddFormulaLocal"):
        raise GateRefused(
            "Nothing of this batch ran: formulas in local language are not allowed; "
            "use range.formulas with English function names."
        )
    if name == "ReplaceAll":
        _check_replacement(use.arguments)
    if "Hyperlink" in name:
        _check_link(use)
    if name == "AddSvg" and _has_address(use.arguments, allowed="http://www.w3.org/"):
        raise GateRefused("Nothing of this batch ran: the SVG loads something from outside.")
    if "Mention" in use.arguments or _has_key(use.arguments, "mentions"):
        raise GateRefused(f"Nothing of this batch ran: {_BLOCKED['UpdateMentions']}, is refused.")
    if name.startswith("ValuesAsJson") or "ValueAsJson" in name:
        _check_json_values(use.arguments)


def _check_replacement(arguments: Sequence[JsonValue]) -> None:
    replacement = arguments[1] if len(arguments) > 1 else None
    if isinstance(replacement, str) and fold(replacement).lstrip()[:1] in ("=", "@"):
        raise GateRefused(
            "Nothing of this batch ran: replaceAll may not turn text into formulas; write "
            "range.formulas instead."
        )


def _check_link(use: _Use) -> None:
    for text, key in _leaves(use.arguments):
        target = fold(text).strip()
        is_target = key.lower() == "address" or (not key and isinstance(use.arguments[0], str))
        if is_target and target and not target.startswith("#"):
            where = _where(use.place.area, 0, 0)
            raise GateRefused(
                f"Nothing of this batch ran: the hyperlink of {where} leads outside the workbook. "
                "Use documentReference for a place in the workbook, or write the address as text."
            )


def _check_json_values(arguments: Sequence[JsonValue]) -> None:
    if _has_address(arguments) or any(
        key.lower() in _ADDRESS_KEYS for _, key in _leaves(arguments)
    ):
        raise GateRefused(
            "Nothing of this batch ran: a cell value with a web address would make Excel load it."
        )


def _has_address(arguments: Sequence[JsonValue], allowed: str = "\0") -> bool:
    for text, _ in _leaves(arguments):
        rest = text.replace(allowed, "")
        if "://" in rest or rest.startswith(("\\\\", "file:", "mailto:")):
            return True
    return False


def _has_key(value: object, wanted: str) -> bool:
    if isinstance(value, dict):
        items: dict[object, object] = dict(value)  # pyright: ignore[reportUnknownArgumentType]
        return wanted in items or any(_has_key(item, wanted) for item in items.values())
    if isinstance(value, list | tuple):
        sequence: list[object] = list(value)  # pyright: ignore[reportUnknownArgumentType]
        return any(_has_key(item, wanted) for item in sequence)
    return False


def _check_texts(use: _Use) -> None:
    if use.kind == "set" and use.name in _GRID_MEMBERS:
        _check_grid(use)
        return
    for text, key in _leaves(use.arguments):
        where = f"{use.place.class_name or 'the object'}.{use.name}"
        if is_formula(text):
            check_formula(text, where)
        elif use.name in _FORMULA_MEMBERS or key.lower().startswith("formula"):
            check_formula(f"={text}", where)
        elif (use.place.class_name, use.name) in _SOURCES and is_external(text):
            raise GateRefused(
                f"Nothing of this batch ran: {where} refers to another file or address."
            )


def _check_grid(use: _Use) -> None:
    value = use.arguments[0] if use.arguments else None
    rows: list[JsonValue] = value if isinstance(value, list) else [[value]]
    for down, row in enumerate(rows):
        for across, text in enumerate(row if isinstance(row, list) else [row]):
            if isinstance(text, str) and is_formula(text):
                check_formula(text, _where(use.place.area, down, across))


def _where(area: Address | None, down: int, across: int) -> str:
    if area is None:
        return "the range"
    return str(Address.cell(area.sheet, area.top + down, area.left + across))


def _leaves(value: Sequence[JsonValue] | JsonValue, key: str = "") -> Iterator[tuple[str, str]]:
    """Every string in a JSON value, with the key it stands under ("" in lists)."""
    stack: list[tuple[object, str]] = [(value, key)]
    while stack:
        current, name = stack.pop()
        if isinstance(current, str):
            yield current, name
        elif isinstance(current, dict):
            items: dict[str, object] = dict(current)  # pyright: ignore[reportUnknownArgumentType]
            stack.extend((item, inner) for inner, item in items.items())
        elif isinstance(current, list | tuple):
            sequence: list[object] = list(current)  # pyright: ignore[reportUnknownArgumentType]
            stack.extend((item, name) for item in sequence)
