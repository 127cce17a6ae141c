"""Constraints and edits of others in requests: told once, never by changing what was sent."""

from itertools import pairwise

from tieout.context.assembler import ModelSettings, RequestAssembler
from tieout.context.constraints import CONSTRAINTS_HEADING, Constraint, constraints_text
from tieout.context.pack import EvidencePack
from tieout.context.transcript import ToolAnswer, Transcript
from tieout.llm.canonical import canonical_request, growing_prefix
from tieout.llm.client import AssistantMessage, JsonDict
from tieout.llm.local_rules import check_request
from tieout.prompts.assemble import SystemPrompt

ASSEMBLER = RequestAssembler(
    [{"name": "execute_code", "input_schema": {"type": "object"}}],
    SystemPrompt("You are an analyst.", "You can run code."),
    ModelSettings("claude-opus-5-5"),
)
MAP = "Sheet1 A1:D9, 36 cells"
CALL: JsonDict = {"type": "tool_use", "id": "t1", "name": "execute_code", "input": {"code": "1"}}
ASKED = AssistantMessage((CALL,), "tool_use")
ANSWERED = AssistantMessage(({"type": "text", "text": "It is 9."},), "end_turn")
ONE = Constraint("K1", 'Never touch "Inputs"!', 1)
TWO = Constraint("K2", "Immer in Tausend €.", 1)
EDITS = "Since the last task the user or somebody else changed 1 cell (old -> new):\n  A1: 1 -> 2"


def body(transcript: Transcript) -> JsonDict:
    return ASSEMBLER.assemble(transcript).request.body


def texts(message: JsonDict) -> list[str]:
    content = message["content"]
    assert isinstance(content, list)
    found: list[str] = []
    for block in content:
        assert isinstance(block, dict)
        inner = block.get("content", [block])
        assert isinstance(inner, list)
        found.extend(str(part.get("text", "")) for part in inner if isinstance(part, dict))
    return found


def states() -> list[Transcript]:
    first = Transcript().with_task("Sum it", MAP, (ONE,))
    ran = first.with_exchange(ASKED, [ToolAnswer("t1", "nine")])
    steered = ran.with_constraints((ONE, TWO))
    done = steered.with_answer(ANSWERED).with_turn_end("It is 9.")
    second = done.with_task("And the mean?", MAP, (TWO,), since=EDITS)
    third = second.with_answer(ANSWERED).with_turn_end("").with_task("Go on", MAP, (TWO,))
    return [first, ran, steered, second, third]


def test_the_first_request_states_them_word_for_word_after_the_task() -> None:
    first = states()[0]
    assert texts(first.messages[0]) == [
        "Sum it",
        f'{CONSTRAINTS_HEADING}\nK1: Never touch "Inputs"!',
    ]


def test_one_that_comes_while_the_model_works_follows_the_result() -> None:
    _, ran, steered, *_ = states()
    assert texts(steered.messages[-1]) == ["nine", constraints_text([TWO])]
    assert steered.with_constraints((ONE, TWO)) == steered
    assert ran.with_constraints((ONE,)) == ran
    assert texts(ran.with_constraints(()).messages[-1])[-1] == "Withdrawn by the user: K1."


def test_a_later_task_says_only_what_is_new() -> None:
    *_, second, third = states()
    said = [text for message in second.messages[-3:] for text in texts(message)]
    assert said[:3] == ["And the mean?", "Withdrawn by the user: K1.", ""]
    assert texts(third.messages[-1]) == ["Go on"]


def test_edits_of_others_are_a_tool_result_and_no_reason_to_repeat_the_map() -> None:
    second = states()[3]
    result = second.messages[-1]
    assert texts(result) == [EDITS]
    content = result["content"]
    assert isinstance(content, list)
    assert isinstance(content[0], dict)
    assert content[0]["type"] == "tool_result"
    assert sum(MAP in text for message in second.messages for text in texts(message)) == 1


def test_a_map_that_changed_carries_the_edits_with_it() -> None:
    moved = states()[2].with_answer(ANSWERED).with_task("Go on", MAP + " more", (), since=EDITS)
    assert texts(moved.messages[-1]) == [f"{MAP} more\n{EDITS}"]


def test_requests_only_grow_and_the_api_takes_them() -> None:
    bodies = [body(state) for state in states()]
    for one in bodies:
        check_request(one)
    for earlier, later in pairwise(bodies):
        assert canonical_request(later).startswith(growing_prefix(earlier))


def test_what_came_while_the_model_worked_stands_in_l1_after_the_step() -> None:
    steered = states()[2]
    later = steered.with_epoch((), "Go on.", EvidencePack(()))
    assert texts(later.messages[0])[:2] == ["Sum it", constraints_text([ONE, TWO])]
    assert texts(steered.messages[0])[1] == constraints_text([ONE])
