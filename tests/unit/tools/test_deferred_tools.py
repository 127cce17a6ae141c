"""Deferred tools: nothing runs undescribed or with arguments that don't fit."""

import json

import pytest

from tieout.errors import ModelVisibleError
from tieout.llm.client import JsonDict
from tieout.skills.library import load_library
from tieout.tools.deferred import DeferredTool, DeferredTools, ToolText, shown_as
from tieout.tools.grep_reference import GREP_REFERENCE
from tieout.tools.read_skill import read_skill_tool

SCHEMA: JsonDict = {
    "type": "object",
    "properties": {"n": {"type": "string"}, "times": {"type": "integer", "minimum": 1}},
    "required": ["n"],
    "additionalProperties": False,
}


async def _repeat(arguments: JsonDict) -> str:
    if arguments["n"] == "bad":
        raise ModelVisibleError("bad can't be repeated.")
    return str(arguments["n"]) * int(str(arguments.get("times", 2)))


REPEAT = DeferredTool("repeat", "repeats a text", "Repeat n.", SCHEMA, _repeat)


def reading() -> DeferredTools:
    return DeferredTools([read_skill_tool(load_library(), GREP_REFERENCE), GREP_REFERENCE])


def test_an_empty_registry_says_so() -> None:
    assert DeferredTools().info("*") == ToolText(
        "No deferred tools are installed. Everything is done with execute_code."
    )
    assert DeferredTools().info("pdf").is_error


async def test_a_tool_is_fetched_before_it_runs() -> None:
    tools = DeferredTools([REPEAT])
    refused = await tools.run("repeat", '{"n": "a"}')
    assert refused == ToolText("Call get_tool_info for repeat first; nothing was run.", True)
    assert tools.info("*").text == "repeat: repeats a text"
    assert json.loads(tools.info("repeat").text.partition("arguments: ")[2]) == SCHEMA
    assert await tools.run("repeat", '{"n": "a"}') == ToolText("aa")
    assert await tools.run("repeat", '{"n": "bad"}') == ToolText("bad can't be repeated.", True)


async def test_listing_the_tools_fetches_none() -> None:
    tools = DeferredTools([REPEAT])
    tools.info("*")
    assert (await tools.run("repeat", '{"n": "a"}')).is_error


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("{", "not JSON"),
        ("[]", "The arguments: [] is not of type 'object'"),
        ("", "'n' is a required property"),
        ('{"n": 1}', "n: 1 is not of type 'string'"),
        ('{"n": "a", "times": 0}', "times: 0 is less than the minimum of 1"),
        ('{"n": "a", "m": 1}', "'m' was unexpected"),
        (json.dumps({"n": ["x" * 5000]}), "…"),
    ],
)
async def test_arguments_that_do_not_fit_say_what_to_correct(arguments: str, said: str) -> None:
    tools = DeferredTools([REPEAT])
    tools.info("repeat")
    answer = await tools.run("repeat", arguments)
    assert answer.is_error
    assert said in answer.text
    assert "Nothing was run" in answer.text
    assert len(answer.text) < 600


async def test_unknown_tools_are_answered_with_those_there_are() -> None:
    tools = DeferredTools([REPEAT])
    assert tools.info("copy") == ToolText(
        "There is no deferred tool 'copy'. There are: repeat.", True
    )
    assert (await tools.run("copy", "{}")).is_error
    assert (await DeferredTools().run("repeat", "{}")).is_error


def test_a_schema_that_is_none_is_refused_when_the_tool_is_made() -> None:
    with pytest.raises(Exception, match="not valid under any"):
        DeferredTool("broken", "", "", {"type": "thing"}, _repeat)


async def test_reading_the_reference_skill_fetches_the_grep() -> None:
    tools = reading()
    grep = json.dumps({"pattern": '"charts.add"', "A": 1})
    assert (await tools.run("grep_reference", grep)).is_error
    tools.info("read_skill")
    skill = await tools.run("read_skill", '{"name": "advanced-api"}')
    assert "# The complete reference, by grep" in skill.text
    assert '"pattern"' in skill.text
    found = await tools.run("grep_reference", grep)
    assert "Excel.ChartCollection.add(" in found.text
    assert not found.is_error


async def test_reading_another_skill_fetches_nothing_else() -> None:
    tools = reading()
    tools.info("read_skill")
    unknown = await tools.run("read_skill", '{"name": "astrology"}')
    assert unknown.is_error
    assert "advanced-api" in unknown.text
    assert (await tools.run("grep_reference", '{"pattern": "x"}')).is_error


async def test_a_pattern_that_is_none_is_answered_not_raised() -> None:
    tools = reading()
    tools.info("grep_reference")
    answer = await tools.run("grep_reference", '{"pattern": "("}')
    assert answer.is_error


async def test_what_a_tool_shows_is_evidence_under_the_id_in_its_first_line() -> None:
    tools = reading()
    tools.info("read_skill")
    skill = await tools.run("read_skill", '{"name": "advanced-api"}')
    spec = await tools.run("read_skill", '{"name": "charts"}')
    grep = await tools.run("grep_reference", json.dumps({"pattern": '"charts.add"', "A": 2}))
    unknown = await tools.run("read_skill", '{"name": "nothing"}')
    library = load_library()
    for answer, kind, identity in (
        (skill, "skill", library.named("advanced-api").evidence_id),
        (spec, "spec", library.named("charts").evidence_id),
        (grep, "api", "api:grep-charts.add-"),
    ):
        (piece,) = answer.evidence
        assert (piece.kind, piece.id, piece.text) == (kind, identity, answer.text)
        assert answer.text.startswith(f"[{identity}]\n")
        assert answer.text.count(f"[{identity}]") == 1
    assert (unknown.is_error, unknown.evidence) == (True, ())


def test_long_subjects_that_differ_at_their_ends_are_two_pieces_of_evidence() -> None:
    long = "https://example.org/" + "a" * 100
    ids = {shown_as("web", long + end).id for end in ("1", "2", "2")}
    assert len(ids) == 2
    assert all(len(each) <= len("web:") + 80 for each in ids)
    assert shown_as("attachment", "report.pdf", "page 3", "").id == "attachment:report.pdf-page-3"
