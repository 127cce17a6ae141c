"""What one execution may use, and what is done about changes outside its scope."""

from dataclasses import dataclass, field

from tieout.execution.looks.snapshots import SnapshotLimits
from tieout.execution.ports import SandboxLimits
from tieout.execution.result_text import TextBudget
from tieout.settings import ScopePolicy


@dataclass(frozen=True, slots=True)
class ExecutorLimits:
    """Limits of one execution.

    Attributes:
        code_bytes: Longer code is refused.
        drain: Seconds to wait for batches still in Excel when the code has ended.
        undo_points: How many executions can be taken back.
    """

    sandbox: SandboxLimits = field(default_factory=SandboxLimits)
    snapshot: SnapshotLimits = field(default_factory=SnapshotLimits)
    text: TextBudget = field(default_factory=TextBudget)
    code_bytes: int = 256 * 1024
    drain: float = 60.0
    undo_points: int = 50
    scope_policy: ScopePolicy = "warn"


DEFAULT_LIMITS = ExecutorLimits()
