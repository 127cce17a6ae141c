"""Tool calls that a crash left without an answer: each gets exactly one, an error.

What such a call did is unknown, so the answer says so; it is never run again by itself.
"""

from dataclasses import replace
from typing import Final

from tieout.context.blocks import content_of, message, result_block
from tieout.context.transcript import Transcript
from tieout.llm.client import JsonDict

_LOST: Final = (
    "Tieout ended while this was running. Whether it was applied is unknown: read the cells concerned "
    "before relying on them, and don't run it again blindly."
)


def mended(transcript: Transcript) -> Transcript:
    """The transcript with every call of its tail answered; one without orphans as it is."""
    tail: list[JsonDict] = []
    open_ids: list[str] = []
    for one in transcript.tail:
        blocks = content_of(one)
        answered = {str(block.get("tool_use_id")) for block in blocks}
        missing = [identity for identity in open_ids if identity not in answered]
        if missing and one["role"] == "user":
            results = sum(1 for block in blocks if block.get("type") == "tool_result")
            lost = [_lost(identity) for identity in missing]
            tail.append(message("user", [*blocks[:results], *lost, *blocks[results:]]))
        else:
            if missing:
                tail.append(message("user", [_lost(identity) for identity in missing]))
            tail.append(one)
        open_ids = [str(block["id"]) for block in blocks if block.get("type") == "tool_use"]
    if open_ids:
        tail.append(message("user", [_lost(identity) for identity in open_ids]))
    return transcript if tuple(tail) == transcript.tail else replace(transcript, tail=tuple(tail))


def _lost(identity: str) -> JsonDict:
    return result_block(identity, _LOST, is_error=True)
