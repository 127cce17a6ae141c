"""Classify what a model service said when it failed.

The type in the body decides before the HTTP status: an error in the middle of a stream comes on a
response whose status is 200.
"""

from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Final

from tieout.errors import ModelFailed, ModelFailure

RETRY_AFTER_CAP: Final = 60.0
"""Longest wait, in seconds, that a service may ask of us; the header can hold days."""

_BY_TYPE: Mapping[str, ModelFailure] = {
    "invalid_request_error": "invalid_request",
    "authentication_error": "authentication",
    "billing_error": "permission",
    "permission_error": "permission",
    "not_found_error": "not_found",
    "request_too_large": "too_large",
    "rate_limit_error": "rate_limit",
    "timeout_error": "server",
    "api_error": "server",
    "overloaded_error": "overloaded",
}

_BY_STATUS: Mapping[int, ModelFailure] = {
    401: "authentication",
    402: "permission",
    403: "permission",
    404: "not_found",
    408: "transport",
    409: "server",
    413: "too_large",
    429: "rate_limit",
    529: "overloaded",
}


def failure_kind(error_type: str | None, status: int) -> ModelFailure:
    """The kind of a failure from the body's `error.type` and the HTTP status."""
    if status in (413, 529):
        return _BY_STATUS[status]
    if error_type is not None and error_type in _BY_TYPE:
        return _BY_TYPE[error_type]
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    blamed_on_us = HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.INTERNAL_SERVER_ERROR
    return "invalid_request" if blamed_on_us else "server"


def service_failure(
    error_type: str | None, status: int, message: str, retry_after: float | None = None
) -> ModelFailed:
    """A classified failure with the service's own message."""
    kind = failure_kind(error_type, status)
    return ModelFailed(kind, message.strip() or kind.replace("_", " "), retry_after)


def retry_after_seconds(headers: Mapping[str, str]) -> float | None:
    """Seconds the service asked us to wait, capped; None where it asked nothing readable.

    Reads `retry-after-ms`, then `retry-after` in seconds or as an HTTP date relative to the
    response's own `date`.
    """
    seconds = _number(headers.get("retry-after-ms"))
    if seconds is not None:
        seconds /= 1000
    else:
        seconds = _number(headers.get("retry-after"))
    if seconds is None:
        seconds = _seconds_until(headers.get("retry-after"), headers.get("date"))
    if seconds is None or seconds != seconds or seconds < 0:  # noqa: PLR0124 - NaN
        return None
    return min(seconds, RETRY_AFTER_CAP)


def _number(text: str | None) -> float | None:
    try:
        return float(text) if text else None
    except ValueError:
        return None


def _seconds_until(then: str | None, now: str | None) -> float | None:
    try:
        if then and now:
            return (parsedate_to_datetime(then) - parsedate_to_datetime(now)).total_seconds()
    except (ValueError, TypeError):
        pass
    return None
