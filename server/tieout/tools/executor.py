"""What `execute_code` needs of the rest of the program."""

from typing import Protocol

from tieout.execution.outcome import ExecutionResult


class CodeExecutor(Protocol):
    """Runs generated code on the workbook, with gate, snapshots, diff and undo."""

    async def execute(self, code: str, *, execution_id: str) -> ExecutionResult:
        """Run it to its end and say what it did; errors of the code are part of the result.

        When the awaiting task is cancelled the code is killed, and what was applied is unknown.

        Raises:
            PaneLost: The pane went away; what was applied is unknown.
        """
        ...

    def stop(self) -> bool:
        """Kill the code that runs now, so that `execute` returns what it did.

        Returns:
            Whether code was running; if not, the awaiting task has to be cancelled.
        """
        ...
