"""One byte form of a request, whatever the process."""

import os
import subprocess
import sys

import pytest

from tieout.llm.canonical import (
    canonical_json,
    canonical_request,
    clean_text,
    growing_prefix,
    request_sha256,
)
from tieout.llm.client import JsonDict

BODY: JsonDict = {
    "thinking": {"type": "adaptive"},
    "max_tokens": 10,
    "messages": [{"role": "user", "content": [{"type": "text", "text": "Größe 日本 €"}]}],
    "system": [{"type": "text", "text": "s"}],
    "model": "m",
    "tools": [],
}


def test_top_level_keys_come_in_a_fixed_order_without_spaces_in_utf_8() -> None:
    assert canonical_request(BODY).decode() == (
        '{"model":"m","tools":[],"system":[{"type":"text","text":"s"}],'
        '"messages":[{"role":"user","content":[{"type":"text","text":"Größe 日本 €"}]}],'
        '"max_tokens":10,"thinking":{"type":"adaptive"}}'
    )


def test_the_order_of_top_level_keys_does_not_change_the_hash_but_nested_order_does() -> None:
    shuffled = dict(reversed(BODY.items()))
    nested: JsonDict = {**BODY, "system": [{"text": "s", "type": "text"}]}
    assert request_sha256(shuffled) == request_sha256(BODY)
    assert request_sha256(nested) != request_sha256(BODY)


def test_a_grown_conversation_starts_with_the_prefix_of_the_shorter_one() -> None:
    messages = BODY["messages"]
    assert isinstance(messages, list)
    longer: JsonDict = {
        **BODY,
        "max_tokens": 99,
        "messages": [*messages, {"role": "assistant", "content": [{"type": "text", "text": "a"}]}],
    }
    assert canonical_request(longer).startswith(growing_prefix(BODY))


def test_numbers_that_are_not_json_are_refused() -> None:
    with pytest.raises(ValueError, match="Out of range"):
        canonical_json(float("nan"))


def test_half_surrogates_are_replaced_and_whole_characters_kept() -> None:
    assert clean_text("a\ud83d b 😀 \udc00") == "a\ufffd b 😀 \ufffd"
    assert clean_text("\ud83d\ude00") == "😀"


@pytest.mark.parametrize("seed", ["0", "4711"])
@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_bytes_do_not_depend_on_hash_seed_or_locale(seed: str, locale: str) -> None:
    code = (
        "from tests.unit.llm.test_canonical_requests import BODY\n"
        "from tieout.llm.canonical import request_sha256\n"
        "print(request_sha256(BODY))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale, "PYTHONUTF8": "0"}
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == request_sha256(BODY)
