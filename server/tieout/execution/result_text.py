"""The tool_result of one execution: failure first, then what the user did, console, reads, diff."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from tieout.execution.outcome import Outcome
from tieout.execution.ports import CodeError, ConsoleLine, Killed, Returned, SandboxResult, Threw
from tieout.reference.members import nearest_members
from tieout.workbook.change_text import change_text
from tieout.workbook.changes import CellChange, ChangeSet
from tieout.workbook.sampling import sample_indices
from tieout.workbook.tokens import clip, estimate_tokens

_NOT_A_FUNCTION = re.compile(r"([A-Za-z_$][\w$]*) is not a function")
_MOST_EDITS = 8


@dataclass(frozen=True, slots=True)
class TextBudget:
    """Estimated tokens for the parts of one result."""

    console: int = 1_500
    reads: int = 8_000
    changes: int = 1_500
    returned: int = 1_500
    error: int = 600


@dataclass(frozen=True, slots=True)
class Report:
    """Everything the text is made of.

    Attributes:
        stayed: What a failed run left behind that couldn't be taken back, as sentences.
        user_edits: Cells that somebody else changed since the last look.
        looked: Whether the workbook was compared before and after.
        failure: A sentence when the run failed outside the code (gate, snapshot).
    """

    outcome: Outcome
    sandbox: SandboxResult
    changes: ChangeSet
    reads: Sequence[str] = ()
    user_edits: Sequence[CellChange] = ()
    notes: Sequence[str] = ()
    stayed: Sequence[str] = ()
    looked: bool = False
    failure: str = ""
    pictures: Sequence[str] = ()


def result_text(report: Report, budget: TextBudget = TextBudget()) -> str:
    """The text, each part under its share of the budget."""
    parts = [
        *_failure(report, budget),
        *_user_edits(report.user_edits),
        *_console(report.sandbox.console, budget),
        *report.reads,
    ]
    if report.looked and (report.outcome == "applied" or not report.changes.is_empty):
        parts.append(change_text(report.changes, budget.changes))
    if isinstance(report.sandbox, Returned) and report.sandbox.value is not None:
        parts.append(f"Returned: {_returned(report.sandbox.value, report.reads, budget)}")
    parts.extend(report.notes)
    if not parts:
        parts.append("The code ran to its end. It read nothing and changed nothing.")
    return "\n".join(parts)


def _failure(report: Report, budget: TextBudget) -> Iterator[str]:
    if report.failure:
        yield clip(report.failure, budget.error)
    match report.sandbox:
        case Threw(error=error):
            yield from _code_error(error, budget)
        case Killed(reason="cancelled"):
            yield "The user stopped this run."
        case Killed(detail=detail):
            yield f"The code was stopped: {detail}"
        case Returned():
            if not report.failure:
                return
    yield _aftermath(report)
    yield from report.stayed


def _code_error(error: CodeError, budget: TextBudget) -> Iterator[str]:
    label = error.code or error.name or "Error"
    where = f" at {error.location}" if error.location else ""
    line = f" (line {error.line})" if error.line is not None else ""
    yield clip(f"ERROR {label}{where}{line}: {error.message}", budget.error)
    if error.surrounding:
        yield "failed at:\n  " + "\n  ".join(clip(text, 60) for text in error.surrounding)
    elif error.statement:
        yield f"failed at: {clip(error.statement, 100)}"
    missing = _NOT_A_FUNCTION.search(error.message)
    if missing:
        nearest = nearest_members(missing[1])
        if nearest:
            yield f"There is no {missing[1]}(); did you mean {', '.join(nearest)}?"


def _aftermath(report: Report) -> str:
    match report.outcome:
        case "rolled_back":
            return (
                "What this run had written was taken back; cell contents, number formats, sheets "
                "and names are as they were before it."
            )
        case "not_applied":
            return "Nothing was changed by this run."
        case "unknown":
            return (
                "Whether this run's changes were applied is not known. Read the cells before "
                "writing again; don't assume either way."
            )
        case "applied":
            return "Not everything could be taken back. The summary below shows what stayed."


def _user_edits(edits: Sequence[CellChange]) -> Iterator[str]:
    if not edits:
        return
    shown = sample_indices(len(edits), _MOST_EDITS)
    count = f"{len(edits):,} cell{'' if len(edits) == 1 else 's'}"
    yield f"Since your last look somebody else changed {count} (work with what is there now):"
    for index in shown:
        change = edits[index]
        before = change.before.formula or change.before.text or "∅"
        after = change.after.formula or change.after.text or "∅"
        yield f"  {change.address}: {clip(before, 40)} -> {clip(after, 40)}"
    if len(edits) > len(shown):
        yield f"  ... and {len(edits) - len(shown):,} more"


def _console(lines: Sequence[ConsoleLine], budget: TextBudget) -> Iterator[str]:
    if not lines:
        return
    texts = [line.text if line.level == "log" else f"[{line.level}] {line.text}" for line in lines]
    whole = "\n".join(texts)
    if estimate_tokens(whole) <= budget.console:
        yield "console:\n" + whole
        return
    kept = sample_indices(len(texts), 20)
    each = max(40, budget.console // max(1, len(kept)))
    shown = "\n".join(clip(texts[index], each) for index in kept)
    left = len(texts) - len(kept)
    yield "console:\n" + shown + (f"\n... {left:,} more lines left out" if left else "")


def _returned(value: JsonValue, reads: Sequence[str], budget: TextBudget) -> str:
    if isinstance(value, str) and value in reads:
        return "the text shown above"
    text = json.dumps(value, ensure_ascii=False)
    if reads and isinstance(value, dict) and {"values", "formulas", "address"} <= value.keys():
        return f"the range {value['address']} shown above"
    return clip(text, budget.returned)
