"""What a run showed, cut into pieces of evidence beside its text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tieout.execution.code_services import CodeServices
from tieout.execution.outcome import ExecutionResult
from tieout.workbook.evidence import EvidenceKind, EvidencePiece, run_name

_BLOCK: Final = re.compile(
    r"^\[(?P<id>(?P<kind>spec|skill|api):[^\]\n]+)\]\n.*?^\[end of (?P=id)\]$",
    re.MULTILINE | re.DOTALL,
)
"""Texts that stand between their id and its end: specs."""


def beside(services: CodeServices, execution_id: str, result: ExecutionResult) -> ExecutionResult:
    """The result with its evidence, its revision and what the code said of its step.

    A run that was taken back changed the workbook once more; a step is closed only by a run that
    reached its end.
    """
    applied = result.outcome == "applied" and not result.is_error
    if services.wrote and result.outcome != "applied":
        services.revision.changed()
    name = run_name(execution_id)
    shown = [*_blocks(result.text), *(p for p in services.reads.pieces if p.text in result.text)]
    return replace(
        result,
        run=name,
        revision=services.revision.number,
        evidence=(*shown, *_rest(result, name, shown)),
        revoked=tuple(dict.fromkeys(services.told.revoked)),
        conclusion=services.told.conclusion if applied else None,
    )


def _blocks(text: str) -> Iterator[EvidencePiece]:
    for found in _BLOCK.finditer(text):
        kind: EvidenceKind = "spec"
        match found["kind"]:
            case "skill":
                kind = "skill"
            case "api":
                kind = "api"
            case _:
                pass
        yield EvidencePiece(kind, found["id"], found[0])


def _rest(
    result: ExecutionResult, name: str, shown: Sequence[EvidencePiece]
) -> Iterator[EvidencePiece]:
    """What no other piece holds: the error, or diff, console and what was returned."""
    rest = result.text
    for piece in shown:
        rest = rest.replace(piece.text, "", 1)
    rest = re.sub(r"\n{2,}", "\n", rest).strip("\n")
    if rest:
        kind = "error" if result.is_error else "output" if result.changes.is_empty else "diff"
        yield EvidencePiece(kind, f"{kind}:{name}", rest)
