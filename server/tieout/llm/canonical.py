"""One byte form of a request: what is hashed, recorded and compared in a replay.

Top-level keys come in a fixed order with the growing part as late as possible, so that two
requests of one step share a byte prefix. Nested keys keep the order they were built in, because
that order is what the service caches by. No spaces, UTF-8, no NaN: the bytes depend on nothing but
the value, neither on the hash seed nor on the locale.
"""

import hashlib
import json

from pydantic import JsonValue

from tieout.llm.client import JsonDict

_FIRST_KEYS = ("model", "tools", "system", "messages")


def clean_text(text: str) -> str:
    """Text that UTF-8 can carry: lone surrogates, which JavaScript strings may hold, become U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def canonical_json(value: JsonValue) -> bytes:
    """JSON bytes of a value, in its own key order.

    Raises:
        ValueError: NaN, an infinity, or text with a lone surrogate.
    """
    return json.dumps(
        value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=False
    ).encode()


def canonical_request(body: JsonDict) -> bytes:
    """The bytes of a whole request body: model, tools, system, messages, then the rest by name."""
    first = [key for key in _FIRST_KEYS if key in body]
    rest = sorted(key for key in body if key not in _FIRST_KEYS)
    return canonical_json({key: body[key] for key in [*first, *rest]})


def growing_prefix(body: JsonDict) -> bytes:
    """The bytes up to the last block of the last message: a later request of the step starts so."""
    upto = {key: body[key] for key in _FIRST_KEYS if key in body}
    return canonical_json(upto).rstrip(b"]}")


def sha256_of(value: JsonValue) -> str:
    """Hex SHA-256 of a value's canonical JSON."""
    return hashlib.sha256(canonical_json(value)).hexdigest()


def request_sha256(body: JsonDict) -> str:
    """Hex SHA-256 of a request's canonical bytes."""
    return hashlib.sha256(canonical_request(body)).hexdigest()
