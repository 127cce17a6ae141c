"""Carry out an epoch: close what is open, read the evidence again, put the next step together.

Whatever fails on the way (the light call, Excel) costs quality, never the turn: a conclusion by code
and a smaller pack take its place.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from tieout.agent.stop import StopSwitch
from tieout.context.assembler import RequestAssembler, RequestParts
from tieout.context.consolidation import call_manifest, light_call, read_answer
from tieout.context.epochs import (
    EpochPolicy,
    EpochReason,
    closed_history,
    guidance_for,
    needs_conclusion,
    unseen,
    unseen_pictures,
    wanted,
    with_provisional,
)
from tieout.context.manifest import RequestManifest
from tieout.context.pack import OVERHEAD, EvidencePack, packed
from tieout.context.task import laid
from tieout.context.transcript import Transcript
from tieout.errors import ModelFailed
from tieout.llm.client import AssistantMessage, Completed, ModelClient, ModelRequest, Usage
from tieout.workbook.conclusions import StepConclusion
from tieout.workbook.evidence import EvidencePiece

_log = logging.getLogger(__name__)


class EvidenceReader(Protocol):
    """Reads cells again as they are now; implemented beside the executor."""

    async def reread(
        self, areas: Sequence[str], budget: int, count: Callable[[str], int]
    ) -> tuple[EvidencePiece, ...]:
        """The ranges, the first ones first, while the budget (in counted tokens) lasts.

        Raises:
            PaneLost: Excel went away.
        """
        ...


@dataclass(frozen=True, slots=True)
class LightCall:
    """Who closes steps that the model left open.

    Attributes:
        model: Where the request goes.
        model_id: Which small model it names; "" for none, then code closes the step.
    """

    model: ModelClient
    model_id: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """What an epoch tells the loop.

    Attributes:
        manifest: Of a light call, before it is sent.
        usage: Of a light call that was answered.
    """

    manifest: Callable[[RequestManifest, RequestParts], None]
    usage: Callable[[int, Usage], None]


@dataclass(frozen=True, slots=True)
class Epochs:
    """Epochs of one conversation."""

    assembler: RequestAssembler
    policy: EpochPolicy
    light: LightCall
    reader: EvidenceReader | None
    stop: StopSwitch

    async def settled(
        self, transcript: Transcript, told: Told, number: int, *, refused: bool = False
    ) -> Transcript:
        """The transcript to send: as it is, or with its tail closed.

        Args:
            transcript: Ends with the user.
            told: Who hears of a light call.
            number: Id that a light call gets.
            refused: The service found the request before longer than the model's window.

        Raises:
            StopRequested: The user stopped; the given transcript still stands.
            PaneLost: Excel went away.
        """
        manifest = self.assembler.assemble(transcript).manifest
        reason = self.policy.reason(transcript, manifest, refused=refused)
        if reason is None:
            return transcript
        return await self._begin(transcript, reason, told, number)

    async def _begin(
        self, transcript: Transcript, reason: EpochReason, told: Told, number: int
    ) -> Transcript:
        closed = transcript
        if needs_conclusion(transcript):
            conclusion = await self._concluded(transcript, told, number)
            closed = with_provisional(transcript, conclusion, by_model=conclusion is not None)
        pack = await self._pack(closed)
        history = closed_history(closed, self.policy.budgets, self.policy.counter)
        begun = closed.with_epoch(history, guidance_for(closed, reason), pack)
        assert begun.task is not None
        # Constraints may have come since the task was laid: the map makes room for them.
        task = laid(begun.task, self.policy.budgets, self.policy.counter)
        return self._fitted(replace(begun, task=task))

    def _fitted(self, begun: Transcript) -> Transcript:
        """Frames weigh a little beside the pieces: let the least urgent go until all fits."""
        while begun.pack is not None and begun.pack.pieces:
            share = self.assembler.assemble(begun).manifest.share("L2")
            if not share.is_over:
                return begun
            begun = _lighter(begun, begun.pack)
        return begun

    async def _pack(self, closed: Transcript) -> EvidencePack:
        counter = self.policy.counter
        choice, pictures = wanted(closed, counter), unseen_pictures(closed)
        budget = self.policy.pack_budget(closed, pictures)
        carried = sum(
            counter.count(one.piece.text)
            for one in choice.wanted
            if one.area is None and one.piece is not None
        )
        areas = [str(one.area) for one in choice.wanted if one.area is not None]
        reread: tuple[EvidencePiece, ...] = ()
        if areas and self.reader is not None:
            left = max(0, budget - carried - OVERHEAD)
            reread = await self.stop.run(_read(self.reader, areas, left, counter.count))
        return packed(choice, reread, budget, unseen(closed), counter, pictures)

    async def _concluded(
        self, transcript: Transcript, told: Told, number: int
    ) -> StepConclusion | None:
        if not self.light.model_id:
            return None
        counter = self.policy.counter
        request = light_call(transcript, self.light.model_id, self.assembler.tools, counter)
        if request is None:
            return None
        messages = request.body["messages"]
        parts: RequestParts = {"tail": messages if isinstance(messages, list) else []}
        told.manifest(call_manifest(request, number, transcript.epoch, counter), parts)
        try:
            answer = await self.stop.run(_answer(self.light.model, request))
        except ModelFailed as failure:
            _log.warning("the light call failed: %s", failure.kind)
            return None
        if answer is None:
            return None
        told.usage(number, answer.usage)
        return read_answer(answer)


def _lighter(begun: Transcript, pack: EvidencePack) -> Transcript:
    *kept, _ = pack.pieces
    smaller = replace(pack, pieces=tuple(kept))
    seen = tuple(one for one in begun.seen if one.place == "map")
    return replace(begun, pack=smaller, seen=(*seen, *kept))


async def _read(
    reader: EvidenceReader, areas: Sequence[str], budget: int, count: Callable[[str], int]
) -> tuple[EvidencePiece, ...]:
    return await reader.reread(areas, budget, count)


async def _answer(model: ModelClient, request: ModelRequest) -> AssistantMessage | None:
    answer: AssistantMessage | None = None
    async for event in model.stream(request):
        if isinstance(event, Completed):
            answer = event.message
    return answer
