"""Places as the model reads them: one line each, as many as a budget of tokens holds."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from tieout.workbook.address import Address
from tieout.workbook.cell_text import number_text
from tieout.workbook.index.nodes import Node
from tieout.workbook.index.workbook_index import WorkbookIndex
from tieout.workbook.range_layouts import in_cell
from tieout.workbook.snapshot import WorkbookSnapshot
from tieout.workbook.tokens import estimate_tokens

_Item = TypeVar("_Item")

_LABEL, _HEADING, _FORMULA, _VALUE = 100, 60, 120, 24
_FIRST = 3


def card(index: WorkbookIndex, node: Node) -> str:
    """`Model!D12:H12 5 formulas | Revenue | 2025 · 2026 … | =C12*(1+$B$2) | 1,260, 1,323 … 1,531`."""
    parts = [_what(node), _cut(node.label, _LABEL), _cut(node.heading, _HEADING)]
    if node.formula:
        parts.append(in_cell(_cut(node.formula, _FORMULA)).lstrip())
    if node.area is not None:
        parts.append(", ".join(shown_values(index.workbook, node.area)))
    parts.append("; ".join(marks(index, node)))
    return f"{node.id} {' | '.join(part for part in parts if part)}"


def _what(node: Node) -> str:
    if node.kind == "formulas":
        return "formula" if node.cells == 1 else f"{node.cells:,} formulas"
    if node.kind in ("inputs", "texts"):
        return node.kind[:-1] if node.cells == 1 else f"{node.cells:,} {node.kind}"
    return f"{node.kind} {node.area}" if node.area is not None else node.kind


def marks(index: WorkbookIndex, node: Node) -> tuple[str, ...]:
    """What one must know before trusting or touching a place."""
    found: list[str] = []
    if node.reads.dynamic:
        found.append("dynamic: reads more than its references say")
    if node.reads.broken:
        found.append("broken reference")
    if node.reads.outside:
        found.append(f"outside: {_cut(', '.join(node.reads.outside), _LABEL)}")
    standing = index.standings.get(node.sheet, "")
    if standing:
        found.append(f"{standing} sheet")
    return tuple(found)


def shown_values(workbook: WorkbookSnapshot, area: Address) -> list[str]:
    """The first values of an area as displayed, and its last."""
    sheet = workbook.sheet(area.sheet)
    if sheet is None or sheet.cells is None:
        return []
    places = [
        (area.top + step // area.columns, area.left + step % area.columns)
        for step in range(min(area.size, _FIRST))
    ]
    if area.size > _FIRST:
        places.append((area.bottom, area.right))
    texts = [_shown(state.text, state.value) for state in sheet.states(places)]
    if area.size > _FIRST + 1:
        texts[-2:] = [f"{texts[-2]} … {texts[-1]}"]
    return texts if any(text.strip(" …∅") for text in texts) else []


def _shown(text: str, value: object) -> str:
    shown = text.strip()
    if not shown.strip("#") and isinstance(value, float):
        shown = number_text(value)
    return _cut(in_cell(shown).strip() or "∅", _VALUE)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def fitting(items: Sequence[_Item], text: Callable[[Sequence[_Item]], str], budget: int) -> int:
    """How many of some ranked items a text under a budget can show, by halving."""
    low, high = 0, len(items)
    while low < high:
        middle = (low + high + 1) // 2
        if estimate_tokens(text(items[:middle])) <= budget:
            low = middle
        else:
            high = middle - 1
    return low
