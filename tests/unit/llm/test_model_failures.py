"""What a failed service is classified as."""

import pytest

from tieout.errors import ModelFailure
from tieout.llm.failures import failure_kind, retry_after_seconds


@pytest.mark.parametrize(
    ("error_type", "status", "kind"),
    [
        ("overloaded_error", 200, "overloaded"),
        ("rate_limit_error", 200, "rate_limit"),
        ("api_error", 200, "server"),
        ("invalid_request_error", 200, "invalid_request"),
        ("invalid_request_error", 400, "invalid_request"),
        ("authentication_error", 401, "authentication"),
        ("billing_error", 402, "permission"),
        ("permission_error", 403, "permission"),
        ("not_found_error", 404, "not_found"),
        ("request_too_large", 413, "too_large"),
        ("invalid_request_error", 413, "too_large"),
        ("rate_limit_error", 429, "rate_limit"),
        ("api_error", 500, "server"),
        ("overloaded_error", 529, "overloaded"),
        (None, 400, "invalid_request"),
        (None, 401, "authentication"),
        (None, 408, "transport"),
        (None, 422, "invalid_request"),
        (None, 429, "rate_limit"),
        (None, 502, "server"),
        (None, 529, "overloaded"),
        ("an_error_of_next_year", 503, "server"),
        ("an_error_of_next_year", 200, "server"),
    ],
)
def test_the_type_in_the_body_decides_before_the_status(
    error_type: str | None, status: int, kind: ModelFailure
) -> None:
    assert failure_kind(error_type, status) == kind


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after": "4294967"}, 60.0),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "soon"}, None),
        (
            {
                "retry-after": "Wed, 21 Oct 2026 07:28:30 GMT",
                "date": "Wed, 21 Oct 2026 07:28:00 GMT",
            },
            30.0,
        ),
    ],
)
def test_the_wait_a_service_asks_for_is_read_and_capped(
    headers: dict[str, str], seconds: float | None
) -> None:
    assert retry_after_seconds(headers) == seconds
