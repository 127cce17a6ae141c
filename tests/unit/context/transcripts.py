"""Small transcripts for tests of the context: exchanges, runs, evidence."""

from collections.abc import Sequence

from tieout.context.assembler import ModelSettings, RequestAssembler
from tieout.context.epochs import EpochPolicy
from tieout.context.layers import LayerBudgets
from tieout.context.runs import RunFacts, ToolAnswer
from tieout.context.tokens import ESTIMATE
from tieout.context.transcript import Transcript
from tieout.llm.client import AssistantMessage, JsonDict
from tieout.llm.prices import price_table
from tieout.prompts.assemble import SystemPrompt
from tieout.workbook.address import Address
from tieout.workbook.changes import EMPTY, CellChange, CellState, ChangeSet
from tieout.workbook.conclusions import StepConclusion, parse_conclusion
from tieout.workbook.evidence import EvidencePiece

MODEL = "claude-opus-5-5"
BUDGETS = LayerBudgets()
POLICY = EpochPolicy(BUDGETS, ESTIMATE, price_table(), MODEL)
ASSEMBLER = RequestAssembler(
    [{"name": "execute_code", "input_schema": {"type": "object"}}],
    SystemPrompt("You are an analyst.", "You can run code."),
    ModelSettings(MODEL),
    budgets=BUDGETS,
)


def piece(area: str, revision: int, text: str = "") -> EvidencePiece:
    """A range that was read."""
    identity = f"{area}@r{revision}"
    return EvidencePiece("range", identity, f"{identity} (1×1)\n{text or area}")


def written(*cells: tuple[str, str]) -> ChangeSet:
    """Cells that now hold formulas."""
    return ChangeSet(
        tuple(
            CellChange(Address.parse(where), "written", EMPTY, CellState("1", 1.0, formula))
            for where, formula in cells
        )
    )


def done(
    conclusion: str = "It is done.", rejected: Sequence[JsonDict] = (), opened: Sequence[str] = ()
) -> StepConclusion:
    """What `step.done` was given."""
    return parse_conclusion({"conclusion": conclusion, "rejected": [*rejected], "open": [*opened]})


def message(number: int, *, thinking: bool = True) -> AssistantMessage:
    """A message with one call."""
    blocks: list[JsonDict] = [
        {"type": "text", "text": f"I do {number}."},
        {
            "type": "tool_use",
            "id": f"t{number}",
            "name": "execute_code",
            "input": {"code": f"// {number}"},
        },
    ]
    if thinking:
        blocks.insert(0, {"type": "thinking", "thinking": "Hm.", "signature": "s"})
    return AssistantMessage(tuple(blocks), "tool_use")


def exchanged(transcript: Transcript, number: int, run: RunFacts, text: str = "") -> Transcript:
    """The transcript with one exchange whose run showed its evidence."""
    shown = text or "\n".join(one.text for one in run.evidence) or "nothing"
    answer = ToolAnswer(f"t{number}", shown, bool(run.error), run=run)
    return transcript.with_exchange(message(number), [answer])


def run(number: int, revision: int = 1, *pieces: EvidencePiece, **more: object) -> RunFacts:
    """What run `exec-NUMBER` left."""
    return RunFacts(f"exec-{number}", revision, tuple(pieces), **more)  # type: ignore[arg-type]
