"""Evidence read again as it is now, by the server itself, for the pack of a new step."""

import asyncio
from collections.abc import Callable, Sequence

from tieout.errors import ExcelError, ModelVisibleError
from tieout.execution.looks.mirror import Mirror
from tieout.execution.ports import ExcelHost
from tieout.execution.reads.range_reads import read_range
from tieout.workbook.address import Address, InvalidAddress
from tieout.workbook.evidence import EvidencePiece, range_id
from tieout.workbook.range_text import range_text
from tieout.workbook.tokens import estimate_tokens

_LEAST = 300
"""A range under fewer tokens than this shows hardly more than its address."""


class EvidenceReads:
    """Reads ranges by their anchors. No run is under way meanwhile.

    Args:
        host: Where cells come from.
        mirror: The workbook as it was last seen.
        lock: The executor's.
    """

    def __init__(self, host: ExcelHost, mirror: Mirror, lock: asyncio.Lock) -> None:
        self._host = host
        self._mirror = mirror
        self._lock = lock

    @property
    def revision(self) -> int:
        """How often the workbook has changed, as far as was seen."""
        return self._mirror.revision.number

    async def reread(
        self, areas: Sequence[str], budget: int, count: Callable[[str], int] = estimate_tokens
    ) -> tuple[EvidencePiece, ...]:
        """The ranges as they are now, the first ones first, while the budget lasts.

        A range that is gone, or that Excel refuses, is left out.

        Raises:
            PaneLost: The host went away.
        """
        if not areas:
            return ()
        async with self._lock:
            try:
                known = await self._mirror.look()
            except ExcelError:
                return ()
            pieces: list[EvidencePiece] = []
            left = budget
            for position, text in enumerate(areas):
                share = max(_LEAST, left // (len(areas) - position))
                if left < _LEAST:
                    break
                piece = await self._piece(text, min(share, left), known.sheet)
                if piece is not None and (cost := count(piece.text)) <= left:
                    left -= cost
                    pieces.append(piece)
            return tuple(pieces)

    async def _piece(
        self, text: str, budget: int, sheet: Callable[[str], object]
    ) -> EvidencePiece | None:
        try:
            area = Address.parse(text)
        except InvalidAddress:
            return None
        if sheet(area.sheet) is None:
            return None
        known = self._mirror.last
        assert known is not None
        try:
            read = await read_range(self._host, area, known)
        except (ExcelError, ModelVisibleError):
            return None
        shown = range_text(read.cells, context=read.context, budget=budget)
        bare = str(read.cells.address)
        identity = range_id(bare, self._mirror.revision.number)
        return EvidencePiece("range", identity, identity + shown.removeprefix(bare))
