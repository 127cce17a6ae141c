"""The local API refuses forms of answers that the real one refuses."""

import pytest

from tieout.llm.client import JsonDict
from tieout.llm.local_rules import Refusal, check_request
from tieout.workbook.conclusions import CONCLUSION_SCHEMA

OPEN: JsonDict = {"type": "object", "properties": {"a": {"type": "object"}}}


def body(config: object) -> JsonDict:
    return {
        "model": "m",
        "max_tokens": 10,
        "messages": [{"role": "user", "content": "Close it."}],
        "output_config": config,  # type: ignore[dict-item]
    }


def test_a_closed_schema_and_an_effort_are_taken() -> None:
    form = {"type": "json_schema", "schema": CONCLUSION_SCHEMA}
    check_request(body({"effort": "low", "format": form}))
    check_request(body({"effort": "low"}))


@pytest.mark.parametrize(
    ("config", "sentence"),
    [
        ({"format": {"type": "json_schema", "schema": OPEN}}, "must be explicitly set to false"),
        ({"format": {"type": "json_object"}}, "Input should be a json_schema"),
        ("json", "Input should be an object"),
    ],
)
def test_other_forms_are_refused(config: object, sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        check_request(body(config))
