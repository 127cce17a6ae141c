"""The index of a session's workbook, made at the first question and kept up to date with its looks."""

import asyncio
import contextlib
from collections.abc import Iterable, Sequence

from tieout.workbook.address import Address
from tieout.workbook.cell_references import BadReference, parse_references
from tieout.workbook.index.meaning import MOST_COMPARED, MeaningOrder, meaning_text
from tieout.workbook.index.rank import Ranked, named_places, rank
from tieout.workbook.index.sheet_nodes import SheetNodes
from tieout.workbook.index.texts import TextIndex, WordCounts, entry
from tieout.workbook.index.workbook_index import NO_RULES, WorkbookIndex, build_index
from tieout.workbook.rule_image import RuleImage
from tieout.workbook.snapshot import WorkbookSnapshot

_OBJECTS = ""
_MOST_AROUND = 20


class Lookups:
    """Answers questions about structure; one per session.

    Args:
        texts: Holds the words; plain counts in memory when none is given.
        meaning: Also orders places by meaning.
    """

    def __init__(self, texts: TextIndex | None = None, meaning: MeaningOrder | None = None) -> None:
        self._texts: TextIndex = WordCounts() if texts is None else texts
        self._meaning = meaning
        self._index: WorkbookIndex | None = None
        self._known: dict[str, SheetNodes] = {}
        self._task = ""
        self._touched: dict[Address, None] = {}

    def about(self, task: str) -> None:
        """What the user asks for now: places it names draw searches towards them."""
        self._task = task

    def touched(self, areas: Iterable[Address]) -> None:
        """Cells that code read or changed, or the user; the newest count."""
        for area in areas:
            self._touched.pop(area, None)
            self._touched[area] = None
        while len(self._touched) > _MOST_AROUND:
            del self._touched[next(iter(self._touched))]

    def selected(self, text: str) -> None:
        """What the user has selected, as addresses; "" and what is none are left out."""
        with contextlib.suppress(BadReference):
            places = parse_references(text) if text else ()
            self.touched(place for place in places if isinstance(place, Address))

    def index(self, workbook: WorkbookSnapshot, rules: RuleImage = NO_RULES) -> WorkbookIndex:
        """The index of a look; only sheets whose cells changed are read again.

        Args:
            workbook: The look.
            rules: What lies over its cells.
        """
        last = self._index
        if last is not None and last.workbook is workbook and last.rules == rules:
            return last
        index = build_index(workbook, last, rules)
        for name, sheet in index.sheets.items():
            if self._known.get(name) is not sheet:
                self._texts.put(f"sheet:{name}", [entry(node) for node in sheet.nodes])
        cells = sum(len(sheet.nodes) for sheet in index.sheets.values())
        self._texts.put(_OBJECTS, [entry(node) for node in index.nodes[cells:]])
        self._texts.keep((_OBJECTS, *(f"sheet:{name}" for name in index.sheets)))
        self._index, self._known = index, dict(index.sheets)
        return index

    async def search(self, index: WorkbookIndex, query: str) -> tuple[Ranked, ...]:
        """Places for a query, the best first."""
        around = self._around(index)
        ranked = await asyncio.to_thread(rank, index, query, self._texts, around=around)
        if self._meaning is None:
            return ranked
        nodes = [index.nodes[one.place] for one in ranked[:MOST_COMPARED]]
        texts = [(node.id, text) for node in nodes if (text := meaning_text(node))]
        order = await asyncio.to_thread(self._meaning.order, query, texts)
        return rank(index, query, self._texts, around=around, meaning=order)

    def _around(self, index: WorkbookIndex) -> Sequence[Address]:
        named = (index.nodes[place].area for place in named_places(index, self._task))
        return [*self._touched, *(area for area in named if area is not None)]
