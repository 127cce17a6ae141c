"""What a session's requests cost by the cache simulator and the dated prices, layout by layout."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from context.layouts import SUMMARY, Laid, tokens_of
from tieout.llm.client import AssistantMessage, JsonDict, Usage
from tieout.llm.local_cache import PromptCache
from tieout.llm.prices import price_table

SECONDS_BETWEEN = 20.0
SMALL_MODEL = "claude-haiku-5-5"


def input_equivalents(
    requests: Iterable[Laid], answers: Sequence[AssistantMessage], model: str
) -> float:
    """A session's cost in tokens of plain input of its model, calls for summaries included.

    Args:
        requests: In order, each followed by the answer of its number, 20 seconds apart, so that
            nothing in the cache runs out.
        answers: What the model said.
        model: Whose prices count; summaries are written by the small model.
    """
    price, small = price_table().price(model), price_table().price(SMALL_MODEL)
    assert price is not None
    assert small is not None
    cache, total = PromptCache(), 0.0
    for number, (request, answer) in enumerate(zip(requests, answers, strict=True)):
        usage = replace(
            cache.use(request.body, number * SECONDS_BETWEEN),
            output_tokens=sum(map(tokens_of, answer.content)),
        )
        total += price.input_equivalents(usage)
        if request.summarised:
            call = Usage(request.summarised, 0, 0, SUMMARY)
            total += small.dollars(call) * 1_000_000 / price.input
    return total


def as_sent(bodies: Sequence[JsonDict]) -> Iterable[Laid]:
    """Requests of the product itself, none of which was preceded by a summary."""
    return map(Laid, bodies)
