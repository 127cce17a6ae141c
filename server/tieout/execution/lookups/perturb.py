"""The perturbation test: change one input, see what moves, put everything back, show a receipt.

A model whose output doesn't move when its driver does is wrong, however good its numbers look; and
checks that were zero must stay zero.
"""

import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from tieout.errors import ModelVisibleError
from tieout.execution.looks.wire_cells import range_snapshot
from tieout.execution.ports import ExcelHost
from tieout.office_wire.build import BatchBuilder, ResultHandle
from tieout.office_wire.response import Results
from tieout.workbook.address import Address, InvalidAddress
from tieout.workbook.changes import CellState

_CELL = ("Values", "Formulas", "Text", "NumberFormat")
_MOST_WATCHED = 50
_TOLERANCE = 1e-6


class _Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid")
    input: str
    change: float | None = Field(default=None, allow_inf_nan=False)
    to: float | None = Field(default=None, allow_inf_nan=False)
    outputs: list[str] = Field(min_length=1, max_length=_MOST_WATCHED)
    checks: list[str] = Field(default_factory=list, max_length=_MOST_WATCHED)


@dataclass(frozen=True, slots=True)
class Perturbed:
    """What a perturbation showed.

    Attributes:
        receipt: The lines the model and the user read.
        answer: The same for the code.
        restored: Whether every watched cell is as it was.
    """

    receipt: str
    answer: JsonValue
    restored: bool


@dataclass(frozen=True, slots=True)
class _Look:
    cells: dict[Address, CellState]
    mode: str
    state: str


async def perturb(
    host: ExcelHost,
    arguments: JsonValue,
    default_sheet: str,
    before_write: Callable[[Address], Awaitable[None]],
) -> Perturbed:
    """Run one perturbation test.

    Args:
        host: The workbook's Excel.
        arguments: As the code gave them.
        default_sheet: What addresses without a sheet mean.
        before_write: Told which cell is about to be changed for a moment.

    Raises:
        ModelVisibleError: The arguments are wrong, or what it would change can't be put back.
        ExcelError: Excel refused a step; the executor takes the run back.
        PaneLost: The host went away.
    """
    asked = _parsed(arguments)
    changed = _cell(asked.input, default_sheet, "input")
    outputs = [_cell(text, default_sheet, "outputs") for text in asked.outputs]
    checks = [_cell(text, default_sheet, "checks") for text in asked.checks]
    watched = list(dict.fromkeys((changed, *outputs, *checks)))
    before = await _look(host, watched)
    start = _restorable(changed, before)
    tried = asked.to if asked.to is not None else start * (1 + (asked.change or 0.0))
    if tried == start:
        raise ModelVisibleError(
            f"general.perturb: {changed} is {start:.15g} and would stay so; give `to` instead of "
            "`change` when the input is 0."
        )
    await before_write(changed)
    await _write(host, changed, tried)
    try:
        during = await _look(host, watched)
    finally:
        await _write(host, changed, start)
    after = await _look(host, watched)
    moved = [address for address in watched if _differs(before, after, address)]
    return _told(changed, (start, tried), outputs, checks, (before, during), moved)


def _parsed(arguments: JsonValue) -> _Arguments:
    try:
        asked = _Arguments.model_validate(arguments)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "arguments"
        raise ModelVisibleError(
            f'general.perturb: {where}: {first["msg"]}. Give {{input: "Inputs!C4", change: 0.1, '
            'outputs: ["Model!F40"], checks: ["Model!F41"]}.'
        ) from error
    if (asked.change is None) == (asked.to is None):
        raise ModelVisibleError(
            "general.perturb: give either `change` (0.1 is ten percent more) or `to` (a value)."
        )
    return asked


def _cell(text: str, default_sheet: str, argument: str) -> Address:
    try:
        area = Address.parse(text)
    except InvalidAddress as error:
        raise ModelVisibleError(f"general.perturb: {argument}: {error}") from error
    if area.size != 1:
        raise ModelVisibleError(f"general.perturb: {argument}: {text} is not one cell.")
    return Address.cell(area.sheet or default_sheet, area.top, area.left)


async def _look(host: ExcelHost, cells: Sequence[Address]) -> _Look:
    builder = BatchBuilder()
    application = builder.workbook.child("Application")
    settings = application.load("CalculationMode", "CalculationState")
    handles: dict[Address, ResultHandle] = {
        cell: builder.worksheet(cell.sheet).range(cell.local).load(*_CELL) for cell in cells
    }
    results = Results(await host.send(builder.build()))
    found = {
        cell: range_snapshot(cell, results.properties(handle)).state(cell.top, cell.left)
        for cell, handle in handles.items()
    }
    calculation = results.properties(settings)
    mode, state = calculation.get("CalculationMode"), calculation.get("CalculationState")
    return _Look(found, str(mode or "Automatic"), str(state or "Done"))


async def _write(host: ExcelHost, cell: Address, value: float) -> None:
    builder = BatchBuilder()
    builder.worksheet(cell.sheet).range(cell.local).set("Values", [[value]])
    Results(await host.send(builder.build()))


def _restorable(cell: Address, before: _Look) -> float:
    """The input's number, when it can be changed and put back without leaving a trace."""
    state = before.cells[cell]
    if before.mode != "Automatic":
        raise ModelVisibleError(
            f"general.perturb: calculation is {before.mode}, so outputs would not move, and "
            "recalculating by hand could not be taken back. Nothing was changed."
        )
    if before.state != "Done":
        raise ModelVisibleError(
            "general.perturb: Excel is still calculating; call it again. Nothing was changed."
        )
    if state.formula:
        raise ModelVisibleError(
            f"general.perturb: {cell} holds the formula {state.formula}; choose the number it "
            "depends on. Nothing was changed."
        )
    if isinstance(state.value, bool) or not isinstance(state.value, float):
        raise ModelVisibleError(
            f"general.perturb: {cell} holds no number ({state.text or 'empty'}). Nothing was changed."
        )
    return state.value


def _differs(before: _Look, after: _Look, cell: Address) -> bool:
    one, other = before.cells[cell], after.cells[cell]
    if isinstance(one.value, float) and isinstance(other.value, float):
        return not math.isclose(one.value, other.value, rel_tol=1e-12, abs_tol=1e-12)
    return one != other


def _told(
    changed: Address,
    values: tuple[float, float],
    outputs: Sequence[Address],
    checks: Sequence[Address],
    looks: tuple[_Look, _Look],
    moved: Sequence[Address],
) -> Perturbed:
    before, during = looks
    start, tried = values
    lines = [f"perturb {changed}: {start:.15g} -> {tried:.15g}{_share(start, tried)}"]
    told_outputs: list[JsonValue] = []
    for cell in outputs:
        was, now = before.cells[cell], during.cells[cell]
        still = not _differs(before, during, cell)
        change = (
            "did not move" if still else f"{_share(was.value, now.value).strip(' ()') or 'moved'}"
        )
        lines.append(f"  output {cell}: {_shown(was)} -> {_shown(now)} ({change})")
        told_outputs.append({"address": str(cell), "before": was.value, "after": now.value})
    told_checks: list[JsonValue] = []
    for cell in checks:
        was, now = before.cells[cell], during.cells[cell]
        holds = _is_zero(now.value)
        verdict = (
            "holds" if holds else "BROKEN" if _is_zero(was.value) else "was not 0 before either"
        )
        lines.append(f"  check {cell}: {_shown(was)} -> {_shown(now)} ({verdict})")
        told_checks.append(
            {"address": str(cell), "before": was.value, "after": now.value, "holds": holds}
        )
    if during.state != "Done":
        lines.append("  Excel had not finished calculating: these may be old values, call it again")
    if moved:
        names = ", ".join(str(cell) for cell in moved[:5])
        lines.append(f"  NOT as before afterwards: {names} (volatile functions, or somebody edits)")
    else:
        lines.append(f"  everything is back: {changed} is {start:.15g} again")
    answer: JsonValue = {
        "input": {"address": str(changed), "before": start, "tried": tried},
        "outputs": told_outputs,
        "checks": told_checks,
        "calculated": during.state == "Done",
        "restored": not moved,
    }
    return Perturbed("\n".join(lines), answer, not moved)


def _is_zero(value: object) -> bool:
    if isinstance(value, bool):
        return value
    return isinstance(value, float) and abs(value) < _TOLERANCE


def _share(one: object, other: object) -> str:
    """` (+10.0 %)`, or nothing where a share has no meaning."""
    if isinstance(one, float) and isinstance(other, float) and one:
        return f" ({(other - one) / abs(one):+.1%})".replace("%", " %")
    return ""


def _shown(state: CellState) -> str:
    return state.text.strip() or ("∅" if state.value is None else str(state.value))
