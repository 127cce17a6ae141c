"""What the model is told about an error of Excel, besides Excel's own words."""

from collections.abc import Iterator, Sequence

from tieout.errors import ExcelError
from tieout.execution.ports import SandboxResult, Threw
from tieout.office_wire.excel_errors import RULES, rule_for
from tieout.workbook.changes import ObjectChange
from tieout.workbook.sampling import list_some
from tieout.workbook.snapshot import WorkbookSnapshot

_MOST_NAMED = 12
_MOST_GONE = 5
_MISSING = frozenset({"ItemNotFound", "InvalidReference", "InvalidObjectPath"})


def what_is_gone(objects: Sequence[ObjectChange]) -> Iterator[str]:
    """Sheets, tables and names that somebody else removed or renamed, as phrases."""
    for change in objects:
        if change.noun not in ("sheet", "table", "name"):
            continue
        if change.verb == "removed":
            yield f"removed the {change.noun} {change.name}"
        elif change.verb == "changed" and " → " in change.detail and change.noun == "sheet":
            yield f"changed the sheet {change.name} ({change.detail})"


def error_notes(
    result: SandboxResult, workbook: WorkbookSnapshot, gone: Sequence[str] = ()
) -> tuple[str, ...]:
    """Sentences about the error that ended the code; none when it wasn't Excel's.

    Args:
        result: How the code ended.
        workbook: What is there, for an error that says that something isn't.
        gone: What somebody else removed, as phrases, the newest last.
    """
    if not isinstance(result, Threw):
        return ()
    code = result.error.code
    if code not in RULES and not result.error.location:
        return ()  # the code's own error
    notes = [rule_for(code).advice]
    if code in _MISSING:
        notes.append(_what_is_there(workbook))
        if gone:
            notes.append(f"Since you began, somebody else {', '.join(gone[-_MOST_GONE:])}.")
    return tuple(note for note in notes if note)


def advised(error: ExcelError) -> str:
    """An error of one of the server's own batches, with what to do about it."""
    advice = rule_for(error.code).advice
    return f"{error} {advice}" if advice else str(error)


def _what_is_there(workbook: WorkbookSnapshot) -> str:
    parts = [f"sheets: {_named([sheet.name for sheet in workbook.sheets])}"]
    if workbook.tables:
        parts.append(f"tables: {_named([table.name for table in workbook.tables])}")
    shown = [name.name for name in workbook.names if name.visible]
    if shown:
        parts.append(f"names: {_named(shown)}")
    return f"The workbook has {'; '.join(parts)}."


def _named(names: list[str]) -> str:
    return list_some(names, _MOST_NAMED, "more")
