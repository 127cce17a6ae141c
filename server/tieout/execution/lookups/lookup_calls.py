"""Wrapped calls about structure: `general.searchWorkbook`, `general.trace`, `general.impact`."""

import asyncio
from typing import Final, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from tieout.errors import ExcelError, ModelVisibleError
from tieout.execution.evidence.evidence_trail import WorkbookRevision
from tieout.execution.looks.snapshots import Snapshots
from tieout.execution.lookups.lookups import Lookups
from tieout.execution.ports import ExcelHost
from tieout.execution.reads.reads import CodeReads
from tieout.execution.reads.targets import Targets
from tieout.execution.undo.rule_looks import read_rules
from tieout.workbook.address import Address
from tieout.workbook.evidence import workbook_id
from tieout.workbook.index.told import Told, told_impact, told_search, told_trace
from tieout.workbook.index.walks import Direction
from tieout.workbook.index.workbook_index import WorkbookIndex
from tieout.workbook.near_names import listed
from tieout.workbook.rule_image import RuleImage
from tieout.workbook.snapshot import WorkbookSnapshot

LOOKUP_CALLS: Final = frozenset({"search_workbook", "trace", "impact"})

SEARCH_BUDGET, TRACE_BUDGET, IMPACT_BUDGET = 2_000, 2_000, 1_500
_LIMIT, _MOST_HITS = 12, 50
_DEPTH, _DEEPEST = 2, 8
_LONGEST = 4_000

_Arguments = TypeVar("_Arguments", bound=BaseModel)


class _Search(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    query: str = Field(min_length=1, max_length=_LONGEST)
    limit: int = Field(default=_LIMIT, ge=1, le=_MOST_HITS)


class _Trace(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    address: str = Field(min_length=1, max_length=_LONGEST)
    direction: Direction
    depth: int = Field(default=_DEPTH, ge=1, le=_DEEPEST)
    sheet: str | None = None


class _Impact(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    scope: str = Field(min_length=1, max_length=_LONGEST)
    sheet: str | None = None


class RunningExecution(Protocol):
    """The run that asks.

    Attributes:
        before: The workbook before it.
        wrote: Whether it may have changed something since.
        revision: How often the workbook has changed, for the ids of what is told.
        reads: Keeps the texts.
    """

    before: WorkbookSnapshot
    wrote: bool
    revision: WorkbookRevision
    reads: CodeReads

    @property
    def seen_sheets(self) -> frozenset[str]:
        """Sheets whose cells are known."""
        ...


class LookupCalls:
    """The lookups of one execution; their texts go to its result.

    Args:
        host: Asked what names and tables mean.
        snapshots: Looks again where the run has written.
        lookups: The session's index.
        run: Who asks.
    """

    def __init__(
        self, host: ExcelHost, snapshots: Snapshots, lookups: Lookups, run: RunningExecution
    ) -> None:
        self._host = host
        self._snapshots = snapshots
        self._lookups = lookups
        self._run = run
        self._one = asyncio.Lock()
        self._rules: tuple[int, RuleImage] | None = None
        """At which revision they were read, and what was found."""

    async def call(self, name: str, arguments: JsonValue) -> JsonValue:
        """Answer one call.

        Raises:
            ModelVisibleError: The arguments are wrong, or name nothing here; or Excel refused.
            PaneLost: The host went away.
        """
        async with self._one:
            match name:
                case "search_workbook":
                    return await self._search(_parsed(_Search, arguments, "searchWorkbook"))
                case "trace":
                    return await self._trace(_parsed(_Trace, arguments, "trace"))
                case _:
                    return await self._impact(_parsed(_Impact, arguments, "impact"))

    async def _look(self) -> WorkbookSnapshot:
        """The workbook as it is now, what the code wrote included."""
        run = self._run
        if not run.wrote:
            return run.before
        return await self._snapshots.take(last=run.before, named=run.seen_sheets)

    async def _index(self, now: WorkbookSnapshot) -> WorkbookIndex:
        """Its index, with the rules over its cells as they were at the run's last write."""
        revision = self._run.revision.number
        if self._rules is None or self._rules[0] != revision:
            sheets = [sheet.id for sheet in now.sheets if sheet.used is not None]
            try:
                rules: RuleImage = await read_rules(self._host, sheets) if sheets else {}
            except ExcelError:
                rules = {}
            self._rules = revision, rules
        return await asyncio.to_thread(self._lookups.index, now, self._rules[1])

    async def _search(self, asked: _Search) -> JsonValue:
        index = await self._index(await self._look())
        ranked = await self._lookups.search(index, asked.query)
        told = await asyncio.to_thread(
            told_search, index, asked.query, ranked, asked.limit, SEARCH_BUDGET
        )
        return self._tell("search", asked.query[:24], told)

    async def _trace(self, asked: _Trace) -> JsonValue:
        now = await self._look()
        areas = await self._areas(now, asked.address, asked.sheet)
        if len(areas) != 1:
            raise ModelVisibleError(f"general.trace: {asked.address} is not one area.")
        index = await self._index(now)
        told = await asyncio.to_thread(
            told_trace, index, areas[0], asked.direction, asked.depth, TRACE_BUDGET
        )
        return self._tell(asked.direction, str(areas[0]), told)

    async def _impact(self, asked: _Impact) -> JsonValue:
        now = await self._look()
        areas = await self._areas(now, asked.scope, asked.sheet)
        index = await self._index(now)
        told = await asyncio.to_thread(told_impact, index, areas, IMPACT_BUDGET)
        return self._tell("impact", asked.scope[:60], told)

    async def _areas(self, now: WorkbookSnapshot, text: str, sheet: str | None) -> list[Address]:
        """What a text means; a sheet alone means what is used of it."""
        whole = now.sheet(text.strip().removesuffix("!").strip("'").replace("''", "'"))
        if whole is not None and whole.used is not None:
            return [whole.used]
        areas = await Targets(self._host, now, sheet or "").resolve(text)
        for area in areas:
            if now.sheet(area.sheet) is None:
                there = listed("Sheets", area.sheet, (one.name for one in now.sheets))
                raise ModelVisibleError(f"No sheet '{area.sheet}'. {there}.")
        return areas

    def _tell(self, what: str, subject: str, told: Told) -> JsonValue:
        shown = workbook_id("graph", f"{what}-{subject}", self._run.revision.number)
        self._run.reads.tell("graph", shown, told.text)
        return told.answer


def _parsed(model: type[_Arguments], arguments: JsonValue, call: str) -> _Arguments:
    try:
        return model.model_validate(arguments)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "arguments"
        raise ModelVisibleError(f"general.{call}: {where}: {first['msg']}.") from error
