"""Errors of the embedded Excel: those Excel answers with, and those of opening a file."""

from collections.abc import Mapping
from typing import Final

STANDARD_ERRORS: Final[Mapping[str, tuple[str, int]]] = {
    "AccessDenied": ("You cannot perform the requested operation.", 401),
    "ActivityLimitReached": ("Activity limit has been reached.", 429),
    "ApiNotAvailable": ("The requested API is not available.", 501),
    "ApiNotFound": (
        "The API you are trying to use could not be found. It may be available in a newer version "
        "of the Office application.",
        404,
    ),
    "BadPassword": ("The password you supplied is incorrect.", 400),
    "Conflict": ("Request could not be processed because of a conflict.", 409),
    "ContentLengthRequired": ("A `Content-length` HTTP header is missing.", 411),
    "EmptyChartSeries": ("The attempted operation failed because the chart series is empty.", 400),
    "FilteredRangeConflict": (
        "The attempted operation causes a conflict with a filtered range.",
        400,
    ),
    "FormulaLengthExceedsLimit": (
        "The bytecode of the applied formula exceeds the maximum length limit.",
        400,
    ),
    "GeneralException": ("There was an internal error while processing the request.", 500),
    "InactiveWorkbook": (
        "The operation failed because multiple workbooks are open and the workbook being called by "
        "this API has lost focus.",
        400,
    ),
    "InsertDeleteConflict": (
        "The insert or delete operation attempted resulted in a conflict.",
        409,
    ),
    "InvalidArgument": (
        "The argument is invalid or missing or has an incorrect format.",
        400,
    ),
    "InvalidBinding": ("This object binding is no longer valid due to previous updates.", 400),
    "InvalidOperation": ("The operation attempted is invalid on the object.", 400),
    "InvalidReference": ("This reference is not valid for the current operation.", 400),
    "InvalidRequest": ("Cannot process the request.", 400),
    "InvalidSelection": ("The current selection is invalid for this operation.", 400),
    "ItemAlreadyExists": ("The resource being created already exists.", 409),
    "ItemNotFound": ("The requested resource doesn't exist.", 404),
    "MemoryLimitReached": (
        "The memory limit has been reached. Your action could not be completed.",
        500,
    ),
    "MergedRangeConflict": (
        "Cannot complete the operation. A table can't overlap with another table, a PivotTable "
        "report, query results, merged cells, or an XML Map.",
        400,
    ),
    "NonBlankCellOffSheet": (
        "Microsoft Excel can't insert new cells because it would push non-empty cells off the end "
        "of the worksheet.",
        400,
    ),
    "NotImplemented": ("The requested feature isn't implemented.", 501),
    "OperationCellsExceedLimit": (
        "The attempted operation affects more than the limit of 33554000 cells.",
        400,
    ),
    "PivotTableRangeConflict": (
        "The attempted operation causes a conflict with a PivotTable range.",
        400,
    ),
    "RangeExceedsLimit": (
        "The cell count in the range has exceeded the maximum supported number.",
        400,
    ),
    "RefreshWorkbookLinksBlocked": (
        "The operation failed because the user hasn't granted permission to refresh external "
        "workbook links.",
        400,
    ),
    "RequestAborted": ("The request was aborted during run time.", 500),
    "RequestPayloadSizeLimitExceeded": ("The request payload size has exceeded the limit.", 413),
    "ResponsePayloadSizeLimitExceeded": ("The response payload size has exceeded the limit.", 413),
    "ServiceNotAvailable": ("The service is unavailable.", 503),
    "Unauthenticated": (
        "Required authentication information is either missing or invalid.",
        401,
    ),
    "UnsupportedFeature": (
        "The operation failed because the source worksheet contains one or more unsupported "
        "features.",
        400,
    ),
    "UnsupportedOperation": ("The operation being attempted is not supported.", 400),
    "UnsupportedSheet": (
        "This sheet type does not support this operation, since it is a Macro or Chart sheet.",
        400,
    ),
}
"""Code → message and HTTP status (Office Add-ins: error handling with the application-specific APIs)."""
FURTHER_ERRORS: Final[Mapping[str, tuple[str, int]]] = {
    "ConnectionFailure": ("The connection to Excel broke.", 500),
    "DirtySupportingFormula": ("A formula that this depends on must be calculated first.", 400),
    "DocumentReadOnly": ("The file is read-only.", 400),
    "HostRestartNeeded": ("Excel must be started again.", 500),
    "InvalidObjectPath": ("The object path isn't working for what it is used for.", 400),
    "InvalidOperationInCellEditMode": ("Excel is in cell-editing mode.", 400),
    "InvalidOrTimedOutSession": ("Your session has expired or is invalid.", 408),
    "OpenWorkbookLinksBlocked": (
        "The operation failed because the user hasn't granted permission to open external "
        "workbook links.",
        400,
    ),
    "PowerQueryRefreshResourceChallenge": ("A query asks for credentials.", 400),
    "ProtectedError": ("It is protected.", 400),
    "Timeout": ("The request took too long.", 500),
    "TooManyIncompleteRequests": ("Wait until the calls before this one have ended.", 500),
    "UndoNotSupported": ("This operation can't be part of an undo group.", 400),
    "WriteNotSupportedWhenModalDialogOpen": (
        "Writing isn't possible while a dialog is open in Excel.",
        400,
    ),
}
"""Codes that exist (in `Excel.ErrorCodes`, in Office.js) and aren't on that page; texts chosen here."""


class ExcelApiError(Exception):
    """What Excel would answer in `Body.Error`.

    Args:
        code: An `Excel.ErrorCodes` value, such as `ItemNotFound`.
        message: Excel's standard message, or a fitting one.
        http_status: 404 with ItemNotFound, 400 with the argument errors, else 500.
    """

    def __init__(self, code: str, message: str, http_status: int | None = None) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.http_status = http_status


def invalid_argument(
    message: str = "The argument is invalid or missing or has an incorrect format.",
) -> ExcelApiError:
    """Excel's InvalidArgument."""
    return ExcelApiError("InvalidArgument", message, 400)


def item_not_found(message: str = "The requested resource doesn't exist.") -> ExcelApiError:
    """Excel's ItemNotFound."""
    return ExcelApiError("ItemNotFound", message, 404)


def not_implemented(member: str) -> ExcelApiError:
    """A member the embedded Excel doesn't have yet; `member` is `Class.member` in JS casing."""
    return ExcelApiError(
        "NotImplemented",
        f"The requested feature isn't implemented. The embedded Excel doesn't have {member}.",
        501,
    )


def standard_error(code: str) -> ExcelApiError:
    """An error with the message that is documented for its code, or chosen here."""
    message, status = STANDARD_ERRORS.get(code) or FURTHER_ERRORS[code]
    return ExcelApiError(code, message, status)


class NoAnswer(Exception):
    """A request that this Excel was told never to answer, or not while a cell is edited."""


class WorkbookFileError(Exception):
    """The file can't be opened. The message is one sentence for the person who gave it."""
