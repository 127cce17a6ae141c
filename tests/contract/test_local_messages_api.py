"""The local Messages API refuses what the real one refuses, and counts as it counts."""

import pytest

from tieout.llm.client import AssistantMessage, JsonDict
from tieout.llm.local_cache import PromptCache
from tieout.llm.local_rules import Refusal, check_request, prefix_signature

CALL: JsonDict = {"type": "tool_use", "id": "t1", "name": "execute_code", "input": {}}
RESULT: JsonDict = {"type": "tool_result", "tool_use_id": "t1", "content": "ok"}
TEXT: JsonDict = {"type": "text", "text": "hello"}


def user(*blocks: JsonDict) -> JsonDict:
    return {"role": "user", "content": [*blocks]}


def assistant(*blocks: JsonDict) -> JsonDict:
    return {"role": "assistant", "content": [*blocks]}


def body(*messages: JsonDict, **more: object) -> JsonDict:
    return {"model": "m", "max_tokens": 10, "messages": [*messages], **more}  # type: ignore[dict-item]


def marked(block: JsonDict, **more: str) -> JsonDict:
    return {**block, "cache_control": {"type": "ephemeral", **more}}


GOOD = body(user(TEXT), assistant(CALL), user(RESULT, TEXT))


def test_a_good_conversation_is_accepted() -> None:
    check_request(GOOD)


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (body(), "at least one message"),
        (body(assistant(TEXT), user(TEXT)), "first message must use the user role"),
        (body(user(TEXT), assistant(TEXT)), "prefill"),
        (body(user()), "non-empty content"),
        (body(user({"type": "text", "text": ""})), "must be non-empty"),
        (body(user({"type": "text", "text": " \n"})), "non-whitespace"),
        (body({"role": "system", "content": "x"}), "Input should be 'user' or 'assistant'"),
        (body(user(CALL)), "not allowed in a message of the user"),
        (body(user(TEXT), assistant(RESULT), user(TEXT)), "not allowed in a message of the assist"),
        (body(user(TEXT), assistant(CALL), user(TEXT)), "without `tool_result` blocks"),
        (body(user(TEXT), assistant(CALL), assistant(TEXT), user(RESULT)), "without `tool_result`"),
        (body(user(TEXT), assistant(CALL), user(TEXT, RESULT)), "must come first"),
        (body(user(RESULT)), "unexpected `tool_use_id`"),
        (body(user(TEXT), assistant(CALL), user(RESULT, RESULT)), "single result"),
        (body(user(TEXT), assistant(CALL, CALL), user(RESULT)), "must be unique"),
        (body(user(TEXT), assistant({**CALL, "input": "x"}), user(RESULT)), "input object"),
        (body(user(TEXT), assistant({**CALL, "id": "a b"}), user(RESULT)), "String should match"),
        (
            body(
                user(TEXT),
                assistant(CALL),
                user({**RESULT, "content": [{"type": "text", "text": ""}]}),
            ),
            "must be non-empty",
        ),
        (body(user(TEXT), temperature=0.2), "temperature"),
        (body(user(TEXT), top_p=0.2), "top_p"),
        (body(user(TEXT), tool_choice={"type": "any"}), "forced tool use"),
        (body(user(TEXT), tool_choice={"type": "tool", "name": "x"}), "forced tool use"),
        (body(user(TEXT), max_tokens=0), "max_tokens"),
        (body(user(TEXT), max_tokens=999_999), "max_tokens"),
        (body(user(TEXT), model=3), "model"),
        (body(user(TEXT), surprise=1), "Extra inputs"),
        (body(user(TEXT), tools=[{"name": "a"}]), "input_schema"),
        (
            body(
                user(TEXT),
                tools=[{"name": "a", "strict": True, "input_schema": {"type": "object"}}],
            ),
            "additionalProperties",
        ),
        (body(user(*[marked(TEXT)] * 5)), "maximum of 4"),
        (body(user(*[marked(TEXT)] * 4), cache_control={"type": "ephemeral"}), "maximum of 4"),
        (body(user(marked(TEXT), marked(TEXT, ttl="1h"))), "must not come after"),
        (body(user(marked(TEXT, ttl="2h"))), "cache_control"),
        (
            body(
                user(TEXT),
                assistant({"type": "thinking", "thinking": "x", "signature": "no"}, TEXT),
                user(TEXT),
            ),
            "bound to a different conversation",
        ),
        (
            body(
                user(TEXT),
                assistant({"type": "thinking", "thinking": "x", "signature": "no"}),
                user(TEXT),
            ),
            "cannot be thinking",
        ),
    ],
)
def test_each_broken_rule_is_named(bad: JsonDict, sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_request(bad)
    assert sentence in refused.value.message


def test_the_assistant_may_only_end_the_messages_after_a_pause() -> None:
    paused = body(user(TEXT), assistant(TEXT))
    check_request(paused, continues_paused_turn=True)
    with pytest.raises(Refusal, match="prefill"):
        check_request(paused)


@pytest.mark.parametrize(
    "changed",
    [
        {"system": "another"},
        {"tools": [{"name": "b", "input_schema": {"type": "object"}}]},
        {"messages": "first"},
    ],
)
def test_thinking_is_bound_to_system_tools_and_every_earlier_message(changed: JsonDict) -> None:
    first = body(user(TEXT), system="one")
    signature = prefix_signature(first, [user(TEXT)])
    thinking: JsonDict = {"type": "thinking", "thinking": "x", "signature": signature}
    later = body(user(TEXT), assistant(thinking, CALL), user(RESULT), system="one")
    check_request(later)
    check_request(
        {**later, "max_tokens": 20, "messages": [user(marked(TEXT)), *later["messages"][1:]]}
    )  # type: ignore[index,misc]
    if changed.get("messages"):
        changed = {"messages": [user({"type": "text", "text": "edited"}), *later["messages"][1:]]}  # type: ignore[index,misc]
    with pytest.raises(Refusal, match="bound to a different conversation"):
        check_request({**later, **changed})


LONG: JsonDict = {"type": "text", "text": "word " * 2000}


def test_a_marked_prefix_is_written_once_then_read() -> None:
    cache = PromptCache()
    first = cache.use(body(user(marked(LONG), TEXT)), 0)
    again = cache.use(body(user(marked(LONG), TEXT), assistant(CALL), user(RESULT)), 10)
    assert first.cache_creation_input_tokens > 3000
    assert first.cache_read_input_tokens == 0
    assert again.cache_read_input_tokens == first.cache_creation_input_tokens
    assert again.cache_creation_input_tokens == 0
    assert again.input_tokens > 0


def test_a_change_before_the_mark_costs_the_whole_prefix() -> None:
    cache = PromptCache()
    cache.use(body(user(marked(LONG)), system="a"), 0)
    assert cache.use(body(user(marked(LONG)), system="b"), 1).cache_read_input_tokens == 0


def test_entries_expire_unless_used_and_short_prefixes_are_not_kept() -> None:
    cache = PromptCache()
    request = body(user(marked(LONG)))
    cache.use(request, 0)
    assert cache.use(request, 299).cache_read_input_tokens > 0
    assert cache.use(request, 598).cache_read_input_tokens > 0
    assert cache.use(request, 899).cache_read_input_tokens == 0
    assert cache.use(body(user(marked(TEXT))), 0).cache_creation_input_tokens == 0


def test_the_mark_on_the_whole_request_moves_with_it_and_finds_entries_twenty_blocks_back() -> None:
    cache = PromptCache()
    auto: JsonDict = {"type": "ephemeral"}
    cache.use(body(user(LONG), cache_control=auto), 0)
    near = cache.use(body(user(LONG, *[TEXT] * 19), cache_control=auto), 1)
    assert near.cache_read_input_tokens > 3000
    fresh = PromptCache()
    fresh.use(body(user(LONG), cache_control=auto), 0)
    far = fresh.use(body(user(LONG, *[TEXT] * 20), cache_control=auto), 1)
    assert far.cache_read_input_tokens == 0


@pytest.mark.parametrize(
    ("later", "reason"),
    [
        ({"model": "n"}, "model_changed"),
        ({"system": "other"}, "system_changed"),
        ({"tools": []}, "tools_changed"),
        ({"messages": [user(LONG)]}, "messages_changed"),
        ({}, None),
    ],
)
def test_a_miss_is_diagnosed(later: JsonDict, reason: str | None) -> None:
    cache = PromptCache()
    cache.remember("msg_1", body(user(TEXT)))
    asked = {**body(user(TEXT), assistant(TEXT), user(TEXT)), **later}
    told = cache.diagnosis({**asked, "diagnostics": {"previous_message_id": "msg_1"}})
    assert (told is None) if reason is None else (reason in str(told))


def test_a_diagnosis_of_an_unknown_request_says_so() -> None:
    told = PromptCache().diagnosis(body(user(TEXT), diagnostics={"previous_message_id": "msg_9"}))
    assert told == {"cache_miss_reason": {"type": "previous_message_not_found"}}


def test_a_reply_is_a_message_value() -> None:
    assert AssistantMessage((TEXT,), "end_turn").stop_detail == ""
