"""The parts of a package by name, and their XML."""

from typing import TypeAlias
from xml.etree import ElementTree as ET

from embedded_excel.errors import WorkbookFileError

Parts: TypeAlias = dict[str, bytes]
"""Part name without a leading slash → content."""


def parse_xml(content: bytes, what: str) -> ET.Element:
    """The root of a part. Only for parts whose document type was refused before.

    Raises:
        WorkbookFileError: It isn't well-formed.
    """
    try:
        return ET.fromstring(content)  # noqa: S314
    except ET.ParseError as error:
        raise WorkbookFileError(f"{what} is damaged: its XML can't be read ({error}).") from None
