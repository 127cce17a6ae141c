"""The layers of one request, in request order, and what each may weigh."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, assert_never

Layer: TypeAlias = Literal["tools", "L0", "capabilities", "L1", "L3", "L2", "tail"]
"""Tools; L0 who the agent is; what it can do; L1 the task; L3 closed steps; L2 the evidence pack;
the live transcript of the running step."""

LAYERS: Final[tuple[Layer, ...]] = ("tools", "L0", "capabilities", "L1", "L3", "L2", "tail")

Attribution: TypeAlias = Literal["contract", "task", "history", "evidence"]
"""What a person calls the part of a request that differs."""


def attribution(layer: Layer) -> Attribution:
    """The part a layer belongs to."""
    match layer:
        case "tools" | "L0" | "capabilities":
            return "contract"
        case "L1":
            return "task"
        case "L3":
            return "history"
        case "L2" | "tail":
            return "evidence"
        case _:
            assert_never(layer)


@dataclass(frozen=True, slots=True)
class LayerBudgets:
    """Most tokens per layer, and of a whole request.

    Attributes:
        persona: L0.
        task: L1: task, constraints and map.
        evidence: L2: the pack and all results of the running step together.
        history: L3.
        chapter: What L3 is folded down to when it is full.
        ceiling: Input of one request; above it the step is closed early.
    """

    persona: int = 1_200
    task: int = 3_000
    evidence: int = 8_000
    history: int = 2_000
    chapter: int = 1_000
    ceiling: int = 32_000

    def of(self, layer: Layer) -> int | None:
        """The budget of one layer; None where there is none but the ceiling."""
        match layer:
            case "L0":
                return self.persona
            case "L1":
                return self.task
            case "L2":
                return self.evidence
            case "L3":
                return self.history
            case "tools" | "capabilities" | "tail":
                return None
            case _:
                assert_never(layer)
