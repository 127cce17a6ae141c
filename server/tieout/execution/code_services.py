"""What running code may ask of the server, and what the server learns from watching it."""

import asyncio
import contextlib
from collections.abc import Iterator, Sequence

from pydantic import JsonValue

from tieout.errors import GateRefused, ModelVisibleError, PaneLost
from tieout.execution.approvals import ApprovalRequest, Grant, Refused
from tieout.execution.constraints.constraint_calls import KEEP_CONSTRAINT, keep_constraint
from tieout.execution.evidence.evidence_trail import RunTold, WorkbookRevision
from tieout.execution.evidence.step_calls import STEP_CALLS, step_call
from tieout.execution.gate import check_batch
from tieout.execution.looks.refresh import Touched
from tieout.execution.looks.snapshots import Snapshots
from tieout.execution.lookups.api_info import api_info
from tieout.execution.lookups.lookup_calls import LOOKUP_CALLS, LookupCalls
from tieout.execution.lookups.lookups import Lookups
from tieout.execution.lookups.perturb import perturb
from tieout.execution.ports import ExcelHost
from tieout.execution.reads.reads import CodeReads
from tieout.execution.undo.format_aspects import aspects_of
from tieout.execution.undo.format_watch import FormatWatch
from tieout.execution.undo.object_looks import is_taken_back
from tieout.execution.undo.rule_watch import sets_rules
from tieout.execution.user_edits import edited_under
from tieout.office_wire.batch import Batch, BatchResponse
from tieout.office_wire.excel_errors import is_outcome_unknown
from tieout.office_wire.places import Places
from tieout.office_wire.response import error_of
from tieout.office_wire.touch import Touch, Write, learn, touched
from tieout.skills.library import NO_SKILLS, SkillLibrary
from tieout.workbook.address import Address, InvalidAddress
from tieout.workbook.changes import CellChange, ObjectChange
from tieout.workbook.compare import WriteTargets
from tieout.workbook.hints import HintedAreas
from tieout.workbook.row_shifts import RowShift, find_shift
from tieout.workbook.snapshot import WorkbookSnapshot

_GROWTH = 100_000
_MOST_UNCOVERED = 5
_CELL_SETTERS = frozenset({"values", "formulas", "formulasR1C1", "clear", "copyFrom"})
_RESTORABLE = frozenset({"Worksheet.name", "Worksheet.visibility", "Worksheet.delete"})
_MOVERS = frozenset(
    {"Range.insert", "Range.delete", "RangeSort.apply", "TableSort.apply", "TableRow.delete"}
)
_MADE = ("WorksheetCollection.", "NamedItem", "Table", "Application.")
_LOOKS = ("RangeFormat", "RangeFont", "RangeFill", "RangeBorder", "ConditionalFormat", "CellValue")
_CELL_LOOKS = ("RangeFormat", "RangeFont", "RangeFill", "RangeBorder", "RangeBorderCollection")
_HIDERS = frozenset({"Range.rowHidden", "Range.columnHidden"})
_ELSEWHERE = ("Chart", "Shape", "WorksheetFreezePanes", "PageLayout", "HeaderFooter", "Comment")
_SHEET_LOOKS = frozenset(
    {
        "Worksheet.name",
        "Worksheet.tabColor",
        "Worksheet.visibility",
        "Worksheet.position",
        "Worksheet.showGridlines",
        "Worksheet.showHeadings",
        "WorksheetCollection.add",
        "NamedItemCollection.add",
        "NamedItem.delete",
        "NamedItem.formula",
        "Range.numberFormat",
        "Application.calculate",
    }
)


class CodeServices:
    """`SandboxServices` of one execution, on one host.

    Attributes:
        before: The workbook before the run; cells of sheets are added just before they are written.
        wrote: Whether a batch that may write was sent.
        unanswered: Whether Excel still owed an answer when the run was over.
        lost: The host's death, when it died.
        seen: Areas the code loaded or set.
        wanted: What the user must be asked before the code can go on, if anything.
        formats: Pre-images of what the code formats.
        revision: The session's count of changes; raised by every batch that may write.
        told: What the code said of its step and of evidence.
    """

    def __init__(
        self,
        host: ExcelHost,
        snapshots: Snapshots,
        before: WorkbookSnapshot,
        *,
        grant: Grant,
        read_budget: int,
        untold: Sequence[CellChange] = (),
        skills: SkillLibrary = NO_SKILLS,
        revision: WorkbookRevision | None = None,
        lookups: Lookups | None = None,
    ) -> None:
        self.before = before
        self.wanted: ApprovalRequest | None = None
        self.seen: dict[Address, None] = {}
        self.wrote = False
        self.unanswered = False
        self.lost: PaneLost | None = None
        self.revision = revision or WorkbookRevision()
        self.told = RunTold()
        self.reads = CodeReads(
            host,
            lambda: self.before,
            read_budget,
            lambda name: api_info(name, skills),
            lambda: self.revision.number,
        )
        self._lookups = LookupCalls(host, snapshots, lookups or Lookups(), self)
        self.formats = FormatWatch(host)
        self._host = host
        self._snapshots = snapshots
        self.grant = grant
        self._untold = tuple(untold)
        self._places = known_places(before)
        self._writes: list[Write] = []
        self._sheets: set[str] = set()
        self.others: HintedAreas = {}
        self._in_excel: set[asyncio.Task[BatchResponse]] = set()

    async def sync(self, batch: Batch) -> BatchResponse:
        """Gate and run one batch of the code.

        Raises:
            GateRefused: Nothing of it ran.
            ExcelError: What it would overwrite couldn't be read first.
            PaneLost: The host went away.
        """
        check_batch(batch, self._places, self.grant.mode)
        touch = touched(batch, self._places)
        self._sheets |= touch.sheets
        self.seen.update(dict.fromkeys(touch.reads))
        if touch.writes:
            try:
                await self._look_first(touch)
                self._check_grant(touch)
                await self.formats.before(touch.writes, self.before)
            except PaneLost as lost:
                self.lost = lost
                raise
            self.wrote = True
            self.revision.changed()
            self._writes.extend(touch.writes)
            self.seen.update({write.area: None for write in touch.writes if write.area})
        sending = asyncio.create_task(self._host.send(batch))
        self._in_excel.add(sending)
        sending.add_done_callback(self._arrived)
        response = await asyncio.shield(sending)
        learn(batch, response, self._places)
        if touch.writes and is_outcome_unknown(error_of(response)):
            self.unanswered = True
        return response

    def _check_grant(self, touch: Touch) -> None:
        """Refuse what the user must be asked about, and what somebody else just edited.

        Raises:
            GateRefused: Nothing of the batch ran; `wanted` is the question to ask.
        """
        self._ask_first(self.grant.refuses(touch.writes, self.before))
        edited = edited_under(touch.writes, self._untold)
        if edited:
            raise GateRefused(edited)

    def _ask_first(self, refused: Refused | None) -> None:
        if refused is not None:
            self.wanted = refused.request
            raise GateRefused(refused.sentence)

    async def call(self, name: str, arguments: JsonValue) -> JsonValue:
        """Answer a call of the wrapped API.

        Raises:
            ModelVisibleError: The call failed.
            PaneLost: The host went away.
        """
        try:
            if name == "perturb":
                return await self._perturb(arguments)
            if name in STEP_CALLS:
                return step_call(self.told, name, arguments)
            if name == KEEP_CONSTRAINT:
                return keep_constraint(self.grant.guard, self.before, arguments)
            if name in LOOKUP_CALLS:
                return await self._lookups.call(name, arguments)
            answer = await self.reads.call(name, arguments)
        except PaneLost as lost:
            self.lost = lost
            raise
        if isinstance(answer, dict) and isinstance(address := answer.get("address"), str):
            with contextlib.suppress(InvalidAddress):
                self.seen[Address.parse(address)] = None
        return answer

    async def _perturb(self, arguments: JsonValue) -> JsonValue:
        """The change and its way back count as writes: the look afterwards proves the latter."""
        if self.grant.mode == "read_only":
            raise ModelVisibleError(
                "The session is read-only, and general.perturb changes a cell for a moment."
            )
        done = await perturb(self._host, arguments, self._places.active, self._perturbs)
        self.revision.changed()
        self.reads.texts.append(done.receipt)
        return done.answer

    async def _perturbs(self, cell: Address) -> None:
        touch = Touch((Write(cell.sheet, cell, "Range.values"),), frozenset({cell.sheet}))
        await self._look_first(touch)
        self._ask_first(self.grant.forbids(touch.writes, self.before))
        self.wrote = True
        self._writes.extend(touch.writes)

    async def drain(self, seconds: float) -> None:
        """Wait for batches that are still in Excel; after that they count as unanswered."""
        if self._in_excel:
            _, waiting = await asyncio.wait(set(self._in_excel), timeout=seconds)
            self.unanswered = self.unanswered or bool(waiting)

    @property
    def seen_sheets(self) -> frozenset[str]:
        """Sheets the code addressed, and those read before the run."""
        read = {sheet.name for sheet in self.before.sheets if sheet.was_read}
        return frozenset(self._sheets | read)

    @property
    def may_grow(self) -> bool:
        """Whether a used range may have grown far."""
        return any(self._grows(write) for write in self._writes)

    def targets(self) -> WriteTargets:
        """What the code set itself, as far as its batches tell."""
        bounded: dict[str, list[Address]] = {}
        for write in self._writes:
            class_name, _, member = write.member.partition(".")
            known = class_name == "Range" and member in _CELL_SETTERS and write.sheet
            if known and write.area is not None:
                bounded.setdefault(write.sheet.casefold(), []).append(write.area)
            elif not (write.member in _SHEET_LOOKS or class_name.startswith(_LOOKS + _ELSEWHERE)):
                return WriteTargets()
        areas = {key: tuple(found) for key, found in bounded.items()}
        return WriteTargets(areas, complete=True, others=self.others)

    def touched(self) -> Touched | None:
        """Everything that can have changed cells; None when that can't be bounded."""
        cells: dict[str, list[Address]] = {}
        columns: dict[str, list[Address]] = {}
        for write in self._writes:
            class_name = write.member.partition(".")[0]
            if class_name not in ("Range", *_CELL_LOOKS):
                return None
            if not write.sheet or write.area is None or write.member in _MOVERS | _HIDERS:
                return None
            kind = columns if class_name == "RangeFormat" else cells
            kind.setdefault(write.sheet.casefold(), []).append(write.area)
        return Touched(cells, columns)

    def uncovered(self, after: WorkbookSnapshot) -> tuple[str, ...]:
        """What was written that an undo doesn't restore, such as shapes.

        Nothing on a sheet that the run added counts: an undo deletes the sheet.
        """
        known = {sheet.id for sheet in self.before.sheets}
        added = {sheet.name.casefold() for sheet in after.sheets if sheet.id not in known}
        found: dict[str, None] = {}
        for write in self._writes:
            restored = self._is_restored(write) or self._on_new_charts(write)
            if write.sheet.casefold() in added or restored:
                continue
            where = f" on {write.area or write.sheet}" if write.area or write.sheet else ""
            found[f"{write.member}{where}"] = None
        for missing in self.formats.uncovered:
            if missing.sheet.casefold() not in added:
                found[missing.text] = None
        texts = tuple(found)
        more = len(texts) - _MOST_UNCOVERED
        return texts[:_MOST_UNCOVERED] + (
            (f"{more:,} more formats or objects",) if more > 0 else ()
        )

    def _on_new_charts(self, write: Write) -> bool:
        """Whether a write concerns a chart of a sheet that had none: undoing deletes those."""
        if not write.member.startswith("Chart"):
            return False
        return all(chart.sheet.casefold() != write.sheet.casefold() for chart in self.before.charts)

    def _is_restored(self, write: Write) -> bool:
        class_name, _, member = write.member.partition(".")
        cells = class_name == "Range" and member in (*_CELL_SETTERS, "insert", "delete")
        known = write.member in _RESTORABLE or write.member in _MOVERS
        made = write.member.startswith(_MADE)
        return cells or known or made or aspects_of(write) is not None or _is_watched(write)

    def format_changes(self) -> tuple[ObjectChange, ...]:
        """Formats the code set, by area; snapshots hold no fonts, fills or sizes."""
        members: dict[Address, dict[str, None]] = {}
        for write in self._writes:
            if write.area is None:
                continue
            class_name, _, member = write.member.partition(".")
            if class_name.startswith(_LOOKS):
                part = class_name.removeprefix("Range").removeprefix("Format").lower()
                members.setdefault(write.area, {})[f"{part}.{member}".lstrip(".")] = None
        return tuple(
            ObjectChange("format", str(area), "changed", ", ".join(names))
            for area, names in members.items()
        )

    @property
    def formatted(self) -> tuple[Address, ...]:
        """Areas that `format_changes` names."""
        return tuple(
            {
                write.area: None
                for write in self._writes
                if write.area is not None and write.member.startswith((*_LOOKS, "Range.numberF"))
            }
        )

    @property
    def moved(self) -> frozenset[str]:
        """Sheets, in lower case, on which cells changed places."""
        return frozenset(
            write.sheet.casefold() for write in self._writes if write.member in _MOVERS
        )

    def row_shifts(self, after: WorkbookSnapshot) -> tuple[RowShift, ...]:
        """Whole rows that the code inserted or deleted, one run of rows per sheet."""
        moved = {
            write.sheet.casefold()
            for write in self._writes
            if write.member in _MOVERS or write.member.startswith("TableRow")
        }
        before = {sheet.id: sheet for sheet in self.before.sheets}
        found = (
            find_shift(before[sheet.id], sheet)
            for sheet in after.sheets
            if sheet.id in before and sheet.name.casefold() in moved
        )
        return tuple(shift for shift in found if shift is not None)

    def notes(self) -> tuple[str, ...]:
        """Sentences that qualify the change set."""
        if any(write.member in _MOVERS for write in self._writes):
            return (
                "Cells were inserted, deleted or sorted: cells that only moved are counted as "
                "changed.",
            )
        return ()

    async def _look_first(self, touch: Touch) -> None:
        unread = {sheet.name for sheet in self.before.unread}
        if not unread:
            return
        wanted = {write.sheet for write in touch.writes}
        self.before = await self._snapshots.read_more(self.before, wanted)

    def _grows(self, write: Write) -> bool:
        class_name = write.member.partition(".")[0]
        if write.member in _SHEET_LOOKS or class_name.startswith(_LOOKS + _ELSEWHERE):
            return False
        if write.area is None:
            return True
        sheet = self.before.sheet(write.sheet)
        used = write.area if sheet is None or sheet.used is None else sheet.used
        rows = max(used.bottom, write.area.bottom) - min(used.top, write.area.top) + 1
        columns = max(used.right, write.area.right) - min(used.left, write.area.left) + 1
        return rows * columns > _GROWTH

    def _arrived(self, sending: asyncio.Task[BatchResponse]) -> None:
        self._in_excel.discard(sending)
        if not sending.cancelled() and isinstance(failure := sending.exception(), PaneLost):
            self.lost = failure


def _is_watched(write: Write) -> bool:
    return (sets_rules(write) and write.sheet != "") or is_taken_back(write)


def known_places(snapshot: WorkbookSnapshot) -> Places:
    """What a snapshot tells about ids and names."""
    sheets: dict[str, str] = {}
    for sheet in snapshot.sheets:
        sheets[sheet.id] = sheets[sheet.name.casefold()] = sheet.name
    tables: dict[str, Address] = {}
    for table in snapshot.tables:
        tables[table.id.casefold()] = tables[table.name.casefold()] = table.address
    return Places(sheets, snapshot.active_sheet, tables, dict(_name_areas(snapshot)))


def _name_areas(snapshot: WorkbookSnapshot) -> Iterator[tuple[str, Address]]:
    for name in snapshot.names:
        area = name.area
        if area is not None:
            yield name.name.casefold(), area
