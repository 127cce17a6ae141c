"""What the settings say about requests: budgets, token counter, and who closes steps."""

from tieout.context.layers import LayerBudgets
from tieout.context.tokens import token_counter
from tieout.llm.client import ModelClient
from tieout.sessions.recording import ContextHeader
from tieout.settings import Settings


def budgets_of(settings: Settings) -> LayerBudgets:
    """Most tokens per layer."""
    return LayerBudgets(
        persona=settings.persona_tokens,
        task=settings.task_tokens,
        evidence=settings.evidence_tokens,
        history=settings.history_tokens,
        chapter=settings.history_tokens // 2,
        ceiling=settings.request_tokens,
    )


def small_model_for(model: ModelClient, settings: Settings) -> str:
    """Id of the model that closes steps; "" where the model is a script: it has no reply for that."""
    answers = model.name.startswith(("anthropic:", "replay"))
    return settings.small_model if answers else ""


def context_header(settings: Settings, model: ModelClient | None) -> ContextHeader:
    """What a replay has to share with a run that is recorded now."""
    return ContextHeader(
        counter=token_counter(settings.token_counter).name,
        small_model="" if model is None else small_model_for(model, settings),
        persona_tokens=settings.persona_tokens,
        task_tokens=settings.task_tokens,
        evidence_tokens=settings.evidence_tokens,
        history_tokens=settings.history_tokens,
        request_tokens=settings.request_tokens,
    )
