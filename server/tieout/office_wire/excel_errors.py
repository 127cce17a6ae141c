"""What is done about each error code of Excel: what ran, who asks again, who can act on it.

Codes are those of Microsoft's documentation (Office Add-ins: error handling with the
application-specific APIs), of `Excel.ErrorCodes`, and those that Office.js makes of the carrier's numbers.
The page docs/excel-errors.md is written from this table.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tieout.errors import ExcelError

Ran: TypeAlias = Literal["nothing", "up_to_it", "unknown"]
"""What of the request was carried out: nothing, the actions before the failing one, or nobody knows
(it may even happen later)."""
Repeat: TypeAlias = Literal["when_it_passes", "reads_once", "never"]
"""Who is asked again: any request after a while, a request that only reads once, none."""
Reader: TypeAlias = Literal["model", "user"]
"""Who can do something about it. What is for the user the pane says in a sentence of its own."""


@dataclass(frozen=True, slots=True)
class ErrorRule:
    """What is done about a code.

    Attributes:
        means: A few words, for the page.
        advice: One sentence for the model, "" where Excel's own message says all.
        smaller: The server's own reads are asked again in halves.
    """

    means: str
    ran: Ran
    repeat: Repeat
    reader: Reader
    advice: str = ""
    smaller: bool = False


_USERS = "Only the user can change that: say so in your answer, and don't try it again."


def _waits(means: str, advice: str) -> ErrorRule:
    text = f"{advice} It was asked several times. {_USERS}"
    return ErrorRule(means, "nothing", "when_it_passes", "user", text)


def _users(means: str, advice: str = "", ran: Ran = "up_to_it") -> ErrorRule:
    return ErrorRule(means, ran, "never", "user", f"{advice} {_USERS}".lstrip())


def _models(means: str, advice: str = "") -> ErrorRule:
    return ErrorRule(means, "up_to_it", "never", "model", advice)


def _lost(means: str) -> ErrorRule:
    return ErrorRule(means, "unknown", "reads_once", "user", "")


def _too_large(means: str, advice: str, ran: Ran) -> ErrorRule:
    return ErrorRule(means, ran, "never", "model", advice, smaller=True)


_LESS = "Use the cells in the used range only, or do it in parts with context.sync() between them."
_FEWER = "Read or write fewer rows between two calls of context.sync()."
_GONE = "It may have been renamed or deleted, or comes from an earlier run."
_OTHER_WAY = "This Excel can't do that: take another way, don't try it again."
_DATA = "Data from outside the workbook isn't loaded here: leave it, and say so in your answer."
_KEEP = "Take another place, or ask the user before anything in the way is removed."

RULES: Final[Mapping[str, ErrorRule]] = {
    "InvalidOperationInCellEditMode": _waits(
        "the user is typing in a cell", "A cell is being edited in Excel."
    ),
    "WriteNotSupportedWhenModalDialogOpen": _waits(
        "a dialog is open", "A dialog is open in Excel."
    ),
    "InactiveWorkbook": _waits("another workbook is in front", "Another workbook is in front."),
    "ActivityLimitReached": _waits("too many requests", "Excel is busy with other requests."),
    "TooManyIncompleteRequests": _waits(
        "too many requests at once", "Excel is busy with other requests."
    ),
    "RequestPayloadSizeLimitExceeded": _too_large(
        "request over 5 MB (Excel on the web)", _FEWER, "nothing"
    ),
    "ResponsePayloadSizeLimitExceeded": _too_large(
        "answer over 5 MB (Excel on the web)", _FEWER, "up_to_it"
    ),
    "RangeExceedsLimit": _too_large("over five million cells in a range", _LESS, "up_to_it"),
    "OperationCellsExceedLimit": _models("over 33,554,000 cells touched", _LESS),
    "MemoryLimitReached": ErrorRule(
        "Excel is out of memory",
        "up_to_it",
        "never",
        "user",
        f"{_LESS} If that fails too, only the user can help: say so in your answer.",
        smaller=True,
    ),
    "RequestAborted": ErrorRule("the request was ended", "up_to_it", "reads_once", "model", ""),
    "Timeout": _lost("Excel took too long"),
    "ConnectionFailure": _lost("the connection to Excel broke"),
    "InvalidOrTimedOutSession": _users(
        "the session of Excel on the web is over", "Excel's session has ended.", "nothing"
    ),
    "ServiceNotAvailable": ErrorRule(
        "the service is not there", "up_to_it", "reads_once", "user", _USERS
    ),
    "GeneralException": ErrorRule(
        "anything",
        "up_to_it",
        "reads_once",
        "model",
        "Excel gives no reason: check the failing statement, and take another way if it fails again.",
    ),
    "AccessDenied": _users(
        "protected sheet or range, or read-only file",
        "The sheet, range or file is protected, and protection is not removed here.",
    ),
    "DocumentReadOnly": _users("the file is read-only", "The file is read-only."),
    "ProtectedError": _users("protected", "It is protected, and protection is not removed here."),
    "BadPassword": _users("wrong password"),
    "Unauthenticated": _users("not signed in", ran="nothing"),
    "ItemNotFound": _models("no such sheet, table, name, …", _GONE),
    "InvalidReference": _models("reference to what isn't there", _GONE),
    "InvalidObjectPath": _models("object of an earlier run or a deleted one", _GONE),
    "ItemAlreadyExists": _models("the name is taken"),
    "InvalidArgument": _models("wrong argument"),
    "InvalidRequest": _models("wrong request"),
    "InvalidOperation": _models("not possible on this object"),
    "InvalidSelection": _models(
        "wrong selection", "Name the range by its address; don't rely on what is selected."
    ),
    "InvalidBinding": _models("the binding is gone"),
    "PropertyNotLoaded": _models("read before load and sync"),
    "ValueNotLoaded": _models("read before sync"),
    "FormulaLengthExceedsLimit": _models(
        "formula too long for Excel", "Split the formula over helper cells."
    ),
    "FilteredRangeConflict": _models("a filter hides rows there", _KEEP),
    "MergedRangeConflict": _models("merged cells or a table in the way", _KEEP),
    "PivotTableRangeConflict": _models("a PivotTable in the way", _KEEP),
    "InsertDeleteConflict": _models("cells can't move that way", _KEEP),
    "NonBlankCellOffSheet": _models("cells would fall off the sheet", _KEEP),
    "EmptyChartSeries": _models("chart series without data"),
    "UnsupportedFeature": _models("the sheet holds what can't be done", _OTHER_WAY),
    "UnsupportedOperation": _models("not supported", _OTHER_WAY),
    "UnsupportedSheet": _models("macro or chart sheet", _OTHER_WAY),
    "NotImplemented": _models("not in this Excel", _OTHER_WAY),
    "ApiNotFound": _models("not in this version", _OTHER_WAY),
    "ApiNotAvailable": _models("not on this platform", _OTHER_WAY),
    "UndoNotSupported": _models(
        "can't join an undo group", "Run it without mergeUndoGroup: undo is kept here anyway."
    ),
    "RefreshWorkbookLinksBlocked": _models("external links", _DATA),
    "OpenWorkbookLinksBlocked": _models("external links", _DATA),
    "PowerQueryRefreshResourceChallenge": _models("a query asks for credentials", _DATA),
    "Conflict": _models(
        "somebody else changed it", "Somebody else works on it too: read it again, then decide."
    ),
    "HostRestartNeeded": _users("Excel must be restarted", "Excel must be started again."),
    "ContentLengthRequired": _users("the carrier's fault", ran="nothing"),
}

UNKNOWN_CODE: Final = _users("any other code")
"""What is done about a code that isn't in the table; it is also logged."""


def rule_for(code: str) -> ErrorRule:
    """What is done about a code."""
    return RULES.get(code, UNKNOWN_CODE)


def may_repeat(error: ExcelError, *, writes: bool, repeats: int) -> bool:
    """Whether the same request may be sent again.

    One that writes only when certainly nothing of it ran, that is when it was turned away as a whole.

    Args:
        error: What Excel answered.
        writes: Whether the request changes something.
        repeats: How often it was sent again already.
    """
    rule = rule_for(error.code)
    turned_away = error.action_index is None and not error.location
    match rule.repeat:
        case "when_it_passes":
            return turned_away or not writes
        case "reads_once":
            return not writes and repeats == 0
        case "never":
            return False


def is_outcome_unknown(error: ExcelError | None) -> bool:
    """Whether a request that writes may have been carried out all the same, or may be yet."""
    return error is not None and rule_for(error.code).ran == "unknown"
