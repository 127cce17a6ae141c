"""Carry out a restore plan: in one batch, or operation by operation when Excel refuses that."""

from collections.abc import Sequence

from tieout.errors import ExcelError
from tieout.execution.ports import ExcelHost
from tieout.execution.undo import Operation, RestorePlan
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results


async def restore(host: ExcelHost, plan: RestorePlan) -> tuple[str, ...]:
    """Run a plan; sentences about operations that Excel refused.

    Raises:
        PaneLost: The host went away.
    """
    if not plan.operations:
        return ()
    if await _refusal(host, plan.operations) is None:
        return ()
    refused: list[str] = []
    for operation in plan.operations:
        error = await _refusal(host, (operation,))
        if error is not None:
            refused.append(f"{operation.label} could not be taken back: {error}")
    return tuple(refused)


async def _refusal(host: ExcelHost, operations: Sequence[Operation]) -> ExcelError | None:
    builder = BatchBuilder()
    for operation in operations:
        operation.write(builder)
    try:
        Results(await host.send(builder.build()))
    except ExcelError as error:
        return error
    return None
