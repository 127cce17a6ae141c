"""The pixel size that a PNG file declares."""

import struct

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEADER_LENGTH = 24


def png_size(content: bytes) -> tuple[int, int] | None:
    """Width and height in pixels, or None when the content is no PNG (RFC 2083, IHDR)."""
    if len(content) < _HEADER_LENGTH or not content.startswith(_SIGNATURE):
        return None
    if content[12:16] != b"IHDR":
        return None
    width, height = struct.unpack(">II", content[16:24])
    return width, height
