"""Errors of the embedded Excel: those Excel answers with, and those of opening a file."""


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


class WorkbookFileError(Exception):
    """The file can't be opened. The message is one sentence for the person who gave it."""
