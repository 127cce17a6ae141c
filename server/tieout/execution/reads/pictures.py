"""A picture of cells for the model, where the host can draw one."""

import base64
import binascii
import struct

from tieout.errors import ExcelError, ModelVisibleError
from tieout.execution.ports import ExcelHost
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results
from tieout.workbook.address import Address

MOST_CELLS = 3_000
MOST_BYTES = 1_500_000
"""Of the PNG: more is slow to send, and the model sees no more of it."""
MOST_PIXELS = 1_568
"""Longest edge the model sees without scaling down (Messages API, vision)."""
_PNG = b"\x89PNG\r\n\x1a\n"
_SIZE = struct.Struct(">II")


async def picture_of(host: ExcelHost, area: Address) -> str:
    """A PNG of a rectangle of cells, in base64.

    Raises:
        ModelVisibleError: It is too large, or this Excel draws none.
        PaneLost: The host went away.
    """
    if area.size > MOST_CELLS:
        raise ModelVisibleError(
            f"{area} has {area.size:,} cells; a picture shows at most {MOST_CELLS:,}. Choose a "
            "smaller range."
        )
    builder = BatchBuilder()
    handle = builder.worksheet(area.sheet).range(area.local).call("GetImage", writes=False)
    try:
        drawn = Results(await host.send(builder.build())).value(handle)
    except ExcelError as error:
        raise ModelVisibleError(
            f"This Excel draws no picture of {area} ({error.code}). Read the range instead: its "
            "styles lines tell fonts, fills, borders and rules."
        ) from error
    picture = _decoded(drawn)
    width, height = _SIZE.unpack_from(picture, 16)
    if len(picture) > MOST_BYTES or max(width, height) > 2 * MOST_PIXELS:
        raise ModelVisibleError(
            f"The picture of {area} would have {width:,} × {height:,} points; choose a smaller range."
        )
    return base64.b64encode(picture).decode("ascii")


def _decoded(drawn: object) -> bytes:
    try:
        picture = base64.b64decode(str(drawn), validate=True)
    except (binascii.Error, ValueError) as error:
        raise ModelVisibleError("Excel's picture can't be read.") from error
    if not picture.startswith(_PNG) or len(picture) < 24:  # noqa: PLR2004 - up to the size
        raise ModelVisibleError("Excel's picture is no PNG.")
    return picture
