"""What is said after a run besides its diff: about Excel's error, and about values that may be old."""

from collections.abc import Sequence

from tieout.execution.code_services import CodeServices
from tieout.execution.error_advice import error_notes
from tieout.execution.ports import SandboxResult
from tieout.workbook.snapshot import WorkbookSnapshot


def run_notes(
    result: SandboxResult, services: CodeServices, gone: Sequence[str] = ()
) -> tuple[str, ...]:
    """Sentences for the model, in order; `gone` as of `error_notes`."""
    # After a write the look afterwards says it, of the values as they are then.
    read_only = bool(services.seen) and not services.wrote
    stale = _stale(services.before) if read_only else ""
    return (*error_notes(result, services.before, gone), *([stale] if stale else []))


def _stale(workbook: WorkbookSnapshot) -> str:
    """Why what was read may not be what the formulas give; "" when everything is calculated."""
    if workbook.calculation_state == "Done":
        return ""
    if workbook.calculation_mode == "Manual":
        return (
            "Calculation is manual, and cells changed since it last ran: what was read may be old. Call "
            'context.workbook.application.calculate("Full") and read again before you report a number, '
            "or say that it is not calculated."
        )
    return (
        "Excel has not finished calculating: what was read may be old. Read again before you report a "
        "number."
    )
