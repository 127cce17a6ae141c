"""Evidence: what the model sees of a workbook, as pieces with stable ids.

`Sheet1!A1:D200@r17` is a range as it was when the workbook had changed 17 times; `error:exec-12`,
`diff:exec-12` and `output:exec-12` belong to a run; `spec:charts@v3` and `api:Excel.Chart` don't
depend on the workbook. The part before the last `@` is the anchor: two pieces of one anchor are two
states of one thing.
"""

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tieout.workbook.address import Address, InvalidAddress

EvidenceKind: TypeAlias = Literal[
    "api",
    "attachment",
    "cell",
    "diff",
    "error",
    "find",
    "graph",
    "map",
    "note",
    "objects",
    "output",
    "picture",
    "range",
    "skill",
    "spec",
    "web",
]

_REVISION = re.compile(r"@[rv](\d+)\Z")
_LEFT_OUT = re.compile(r"[^\w.#:!'-]+")


@dataclass(frozen=True, slots=True)
class EvidencePiece:
    """One piece, as the model reads it.

    Attributes:
        id: Stable; see the module.
        text: The exact text in the result, id included where the kind writes it.
    """

    kind: EvidenceKind
    id: str
    text: str

    @property
    def anchor(self) -> str:
        """The id without its revision."""
        return anchor_of(self.id)

    @property
    def revision(self) -> int | None:
        """The workbook's (or the spec's) revision; None where there is none."""
        return revision_of(self.id)

    @property
    def area(self) -> Address | None:
        """The cells a piece shows; None where it shows something else."""
        if self.kind not in ("range", "cell"):
            return None
        return area_of(self.anchor.removeprefix("cell:"))


def range_id(address: str, revision: int) -> str:
    """The id of cells: `Sheet1!A1:D200@r17`."""
    return f"{address}@r{revision}"


def workbook_id(kind: EvidenceKind, subject: str, revision: int) -> str:
    """The id of something else that depends on the workbook: `map:Sheet1!A1:Z90@r17`."""
    return f"{kind}:{_LEFT_OUT.sub('-', subject)[:80]}@r{revision}"


def standing_id(kind: EvidenceKind, subject: str, version: int | None = None) -> str:
    """The id of something that doesn't: `api:Excel.Chart`, `spec:charts@v3`."""
    return f"{kind}:{_LEFT_OUT.sub('-', subject)[:80]}" + (
        "" if version is None else f"@v{version}"
    )


def run_name(execution_id: str) -> str:
    """What the model calls a run: `exec-12` for the loop's `x12`."""
    return f"exec-{execution_id.removeprefix('x')}"


def anchor_of(evidence_id: str) -> str:
    """An id without its revision."""
    return _REVISION.sub("", evidence_id)


def revision_of(evidence_id: str) -> int | None:
    """The revision of an id, or None."""
    found = _REVISION.search(evidence_id)
    return int(found[1]) if found else None


def area_of(anchor: str) -> Address | None:
    """The cells an anchor names, when it is one of cells."""
    try:
        return Address.parse(anchor)
    except InvalidAddress:
        return None
