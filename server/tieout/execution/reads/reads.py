"""Answers the calls of running code that need the server, and keeps their texts for the result.

`read`, `used_range`, `selection`, `cell_info`, `find`, `tables`, `names`, `render`, `api_info`.
"""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from tieout.errors import ExcelError, ModelVisibleError
from tieout.execution.looks.wire_cells import wire_values
from tieout.execution.ports import ExcelHost
from tieout.execution.reads.inspected_cell import inspected_cell
from tieout.execution.reads.object_reads import find_cells, names_read, selected, tables_read
from tieout.execution.reads.pictures import picture_of
from tieout.execution.reads.range_reads import RangeRead, read_range
from tieout.execution.reads.sheet_reads import SheetRead, read_sheet, used_range
from tieout.execution.reads.targets import Targets
from tieout.reference.members import describe
from tieout.workbook.address import Address
from tieout.workbook.evidence import (
    EvidenceKind,
    EvidencePiece,
    range_id,
    standing_id,
    workbook_id,
)
from tieout.workbook.range_layouts import Layout
from tieout.workbook.range_text import DEFAULT_BUDGET, range_text
from tieout.workbook.sheet_map import is_worth_a_map, map_text, region_headings
from tieout.workbook.snapshot import WorkbookSnapshot
from tieout.workbook.tokens import estimate_tokens

_Answer = TypeVar("_Answer")

_LEAST_BUDGET = 300
_MOST_PICTURES = 2
"""Of one execution: each costs the model about as much as a long read."""


class _Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _ReadArguments(_Arguments):
    address: str
    sheet: str | None = None
    layout: Layout = "rows"


class _UsedArguments(_Arguments):
    sheet: str | None = None
    layout: Layout = "rows"


class _CellArguments(_Arguments):
    address: str
    sheet: str | None = None


class _FindArguments(_Arguments):
    text: str
    sheet: str | None = None
    match_case: bool = False
    complete: bool = False


class _NameArguments(_Arguments):
    name: str


class CodeReads:
    """The reads of one execution. Their texts are kept for its result.

    Args:
        host: Where cells come from.
        known: The latest snapshot, for tables and headings around a range.
        budget: Estimated tokens for all texts together; every read still gets a short one.
        describe: What there is to know about a name of an API.
        revision: How often the workbook has changed, for the ids of what is read.
    """

    def __init__(
        self,
        host: ExcelHost,
        known: Callable[[], WorkbookSnapshot],
        budget: int,
        describe: Callable[[str], str] = describe,
        revision: Callable[[], int] = lambda: 0,
    ) -> None:
        self._host = host
        self._describe = describe
        self._known = known
        self._left = budget
        self._revision = revision
        self.pieces: list[EvidencePiece] = []
        self.texts: list[str] = []
        self.pictures: list[str] = []

    async def call(self, name: str, arguments: JsonValue) -> JsonValue:
        """Answer one call.

        Raises:
            ModelVisibleError: Unknown call, wrong arguments, or Excel refused.
            PaneLost: The host went away.
        """
        try:
            return await self._call(name, arguments or {})
        except ValidationError as cause:
            raise ModelVisibleError(f"The arguments of {name} are wrong.") from cause

    async def _call(self, name: str, arguments: JsonValue) -> JsonValue:
        known = self._known()
        match name:
            case "read":
                return await self._read(_ReadArguments.model_validate(arguments))
            case "used_range":
                used = _UsedArguments.model_validate(arguments)
                return await self._sheet(used.sheet or known.active_sheet, used.layout)
            case "selection":
                address = await selected(self._host)
                return await self._read(_ReadArguments(address=address))
            case "cell_info":
                cell = _CellArguments.model_validate(arguments)
                areas = await self._targets(cell.sheet).resolve(cell.address)
                info = await inspected_cell(self._host, cell.address, areas, known)
                return self._told(info, "cell", str(areas[0]) if areas else cell.address)
            case "find":
                wanted = _FindArguments.model_validate(arguments)
                sheets = [wanted.sheet] if wanted.sheet else [s.name for s in known.sheets]
                found = find_cells(
                    self._host, wanted.text, sheets, (wanted.match_case, wanted.complete)
                )
                answer = await self._or_missing(found, wanted.sheet or "")
                return self._told(answer, "find", wanted.text[:24])
            case "tables":
                return self._told(await tables_read(self._host), "objects", "tables")
            case "names":
                return self._told(await names_read(self._host), "objects", "names")
            case "render":
                return await self._picture(_CellArguments.model_validate(arguments))
            case "api_info":
                name = _NameArguments.model_validate(arguments).name
                text = self._describe(name)
                self.tell("api", standing_id("api", name), text)
                return text
            case _:
                raise ModelVisibleError(f"There is no server call {name!r}.")

    async def _picture(self, wanted: _CellArguments) -> JsonValue:
        """Keep a picture for the result; the code gets the address it shows."""
        if len(self.pictures) == _MOST_PICTURES:
            raise ModelVisibleError(f"One run shows at most {_MOST_PICTURES} pictures.")
        area, *_ = await self._targets(wanted.sheet).resolve(wanted.address)
        self.pictures.append(await picture_of(self._host, area))
        shown = workbook_id("picture", str(area), self._revision())
        self.tell("picture", shown, f"picture {len(self.pictures)}: {area}")
        return str(area)

    def _targets(self, sheet: str | None) -> Targets:
        return Targets(self._host, self._known(), sheet or "")

    async def _read(self, asked: _ReadArguments) -> JsonValue:
        sheet = self._as_sheet(asked.address)
        if sheet is not None:
            return await self._sheet(sheet, asked.layout)
        targets = self._targets(asked.sheet)
        areas = await targets.resolve(asked.address)
        if not areas:
            return self._nothing(asked.address)
        answers: list[JsonValue] = []
        for area in areas:
            try:
                read = await read_range(self._host, area, self._known())
            except ExcelError as error:
                raise await targets.missing(asked.address, [area], error) from error
            answers.append(self._show(read, asked.layout))
        if len(answers) == 1:
            return answers[0]
        return {"address": ",".join(map(str, areas)), "areas": answers, "values": []}

    def _as_sheet(self, text: str) -> str | None:
        """The sheet a text names without an address, unless a name or table is called the same."""
        bare = text.strip().removesuffix("!")
        if bare.startswith("'") and bare.endswith("'") and len(bare) > 1:
            bare = bare[1:-1].replace("''", "'")
        known = self._known()
        folded = bare.casefold()
        others = (*(name.name for name in known.names), *(table.name for table in known.tables))
        if known.sheet(bare) is None or folded in {other.casefold() for other in others}:
            return None
        return bare

    async def _sheet(self, name: str, layout: Layout) -> JsonValue:
        """A sheet without an address: its cells while it is one small region, else a map."""
        used = await self._or_missing(used_range(self._host, name), name)
        if used is None:
            return self._nothing(name)
        known = self._known()
        read = await read_sheet(self._host, used, known)
        if layout == "rows" and is_worth_a_map(used, read.regions):
            budget = min(DEFAULT_BUDGET, max(_LEAST_BUDGET, self._left))
            self._keep("map", str(used), map_text(used, read.regions, read.look, budget))
            return _wire_map(read)
        return self._show(await read_range(self._host, used, known), layout)

    async def _or_missing(self, answer: Awaitable[_Answer], sheet: str) -> _Answer:
        try:
            return await answer
        except ExcelError as error:
            raise await self._targets(None).missing(
                sheet, [Address.cell(sheet, 1, 1)], error
            ) from error

    def _nothing(self, text: str) -> JsonValue:
        self._keep("note", text, f"{text}: no cells with content")
        return {"address": "", "values": [], "formulas": [], "text": [], "numberFormat": []}

    def _show(self, read: RangeRead, layout: Layout) -> JsonValue:
        budget = min(DEFAULT_BUDGET, max(_LEAST_BUDGET, self._left))
        text = range_text(read.cells, layout=layout, context=read.context, budget=budget)
        self._keep("range", str(read.cells.address), text)
        return wire_values(read.cells)

    def _told(self, answer: tuple[str, JsonValue], kind: EvidenceKind, subject: str) -> JsonValue:
        text, value = answer
        self._keep(kind, subject, text)
        return value

    def _keep(self, kind: EvidenceKind, subject: str, text: str) -> None:
        """Keep a text of the workbook as it is now."""
        if kind == "range":
            self.tell(kind, range_id(subject, self._revision()), text)
        else:
            self.tell(kind, workbook_id(kind, subject, self._revision()), text)

    def tell(self, kind: EvidenceKind, evidence_id: str, text: str) -> None:
        """Show the model a text with its id: in place of a range's address, else in front."""
        bare = evidence_id.rpartition("@")[0]
        if kind == "range" and text.startswith(bare):
            shown = evidence_id + text[len(bare) :]
        else:
            shown = f"[{evidence_id}] {text}"
        self._left -= estimate_tokens(shown)
        self.texts.append(shown)
        self.pieces.append(EvidencePiece(kind, evidence_id, shown))


def _wire_map(read: SheetRead) -> JsonValue:
    """The regions for the code; with all values when the sheet was read whole."""
    regions: list[JsonValue] = [
        {
            "address": str(region.address),
            "kind": "table" if region.table else "block",
            "name": region.table,
            "cells": region.cells,
            "formulas": region.formulas,
            "headerRows": list[JsonValue](region_headings(read.look, region)),
        }
        for region in read.regions
    ]
    values = {} if read.cells is None else wire_values(read.cells)
    return {"address": str(read.used), "values": [], **values, "regions": regions}
