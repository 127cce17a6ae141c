"""What exists instead: names like one that doesn't, nearest first."""

from collections.abc import Iterable
from difflib import SequenceMatcher

_MOST = 8


def nearest(wanted: str, names: Iterable[str]) -> list[str]:
    """Names by how much they look like the wanted one, alphabetically where equal."""
    folded = wanted.casefold()

    def distance(name: str) -> tuple[float, str]:
        ratio = SequenceMatcher(None, folded, name.casefold(), autojunk=False).ratio()
        return -ratio, name.casefold()

    return sorted(names, key=distance)


def listed(noun: str, wanted: str, names: Iterable[str]) -> str:
    """`Sheets: 'Sales 2024', Costs, and 3 more`, nearest first; "" when there are none."""
    ordered = nearest(wanted, names)
    if not ordered:
        return ""
    shown = [f"'{name}'" if " " in name else name for name in ordered[:_MOST]]
    more = len(ordered) - _MOST
    return f"{noun}: {', '.join(shown)}" + (f", and {more} more" if more > 0 else "")
