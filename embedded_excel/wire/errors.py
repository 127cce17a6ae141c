"""From an exception to `Body.Error`, with the place it happened in the caller's own words."""

import logging

from pydantic import JsonValue

from embedded_excel.calc.engine import EngineRefused
from embedded_excel.errors import ExcelApiError, standard_error
from embedded_excel.model.workbook import OpenWorkbook
from embedded_excel.wire.members import class_facts, member_sets

_log = logging.getLogger(__name__)

_STATUS = {
    "InvalidArgument": 400,
    "InvalidObjectPath": 400,
    "InvalidRequest": 400,
    "InvalidReference": 400,
    "AccessDenied": 401,
    "ItemNotFound": 404,
    "ApiNotFound": 404,
    "ItemAlreadyExists": 409,
    "NotImplemented": 501,
}


class Located(Exception):
    """An error with its `Class.member`, on its way to the response."""

    def __init__(self, location: str, cause: Exception) -> None:
        super().__init__(location)
        self.location = location
        self.cause = cause


def api_not_found(member: str) -> ExcelApiError:
    """The library's newest members are unknown here; `member` is `Class.member`."""
    return ExcelApiError(
        "ApiNotFound",
        "The API you are trying to use could not be found. It may be available in a newer version "
        f"of the Office application. ({member})",
        404,
    )


def internal_error() -> ExcelApiError:
    """Something broke on our side."""
    return ExcelApiError(
        "GeneralException", "There was an internal error while processing the request.", 500
    )


def deny_member(workbook: OpenWorkbook, class_name: str, wire: str) -> None:
    """Refuse a member that this Excel doesn't have, or that fails in it.

    Raises:
        ExcelApiError: ApiNotFound, or the error it was told to fail with.
    """
    behaviours = workbook.behaviours
    if not (behaviours.failing or behaviours.requirement_sets):
        return
    location = member_location(class_name, wire)
    brought, version = member_sets().get((class_name, wire), ("", ""))
    has = behaviours.requirement_sets.get(brought)
    if has is not None and _numbers(has) < _numbers(version):
        raise api_not_found(location)
    code = behaviours.failing.get(location)
    if code is not None:
        raise standard_error(code)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdecimal())


def closed() -> ExcelApiError:
    """A client closed the workbook; in Excel its add-in has ended with it."""
    return ExcelApiError(
        "InvalidOrTimedOutSession", "The session is invalid: the workbook was closed.", 408
    )


def member_location(class_name: str, wire: str) -> str:
    """`Class.member` in JavaScript casing, from the wire name of any kind of member."""
    facts = class_facts(class_name)
    if wire in facts.methods:
        member = facts.methods[wire].js
    elif wire in facts.navigations:
        member = facts.navigations[wire]
    elif wire in facts.scalars_by_setter:
        member = facts.scalars_by_setter[wire].js
    elif wire in facts.scalars:
        member = facts.scalars[wire].js
    else:
        member = wire[:1].lower() + wire[1:]
    return f"{class_name}.{member}"


def as_api_error(exception: Exception) -> ExcelApiError:
    """What Excel would say about an exception out of a member."""
    if isinstance(exception, ExcelApiError):
        return exception
    if isinstance(exception, EngineRefused):
        return ExcelApiError("InvalidArgument", str(exception), 400)
    # The exception's text may quote cells, so it goes no higher than DEBUG.
    _log.error("A member failed with %s", type(exception).__name__)
    _log.debug("A member failed", exc_info=exception)
    return internal_error()


def error_body(error: ExcelApiError, location: str, action: int | None) -> dict[str, JsonValue]:
    """`Body.Error`. Without an action the whole request was refused."""
    body: dict[str, JsonValue] = {
        "Code": error.code,
        "Message": error.message,
        "Location": location,
    }
    if action is not None:
        body["ActionIndex"] = action
    body["HttpStatusCode"] = error.http_status or _STATUS.get(error.code, 500)
    return body


def error_response(error: ExcelApiError) -> dict[str, JsonValue]:
    """The answer to a request of which nothing ran."""
    return {"Error": error_body(error, "", None), "Results": [], "TraceIds": []}
