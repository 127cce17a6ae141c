"""Names of tables: what is allowed, what is taken, what comes next."""

import re
from typing import TypeAlias

from pydantic import JsonValue

from embedded_excel.errors import ExcelApiError, invalid_argument
from embedded_excel.model.a1 import parse_rect
from embedded_excel.model.workbook import OpenWorkbook

TableId: TypeAlias = int

MAX_NAME = 255
_NAME = re.compile(r"[^\W\d][\w.\\]*|[_\\][\w.\\]*")
_R1C1 = re.compile(r"[Rr][0-9]*|[Cc][0-9]*|[Rr][0-9]*[Cc][0-9]*")


def checked_table_name(workbook: OpenWorkbook, name: JsonValue, besides: TableId | None) -> str:
    """A table name by Excel's rules: like a defined name, unlike a cell, not taken.

    Raises:
        ExcelApiError: InvalidArgument, ItemAlreadyExists.
    """
    if not isinstance(name, str) or not 0 < len(name) <= MAX_NAME or not _NAME.fullmatch(name):
        raise invalid_argument()
    if parse_rect(name) is not None or _R1C1.fullmatch(name):
        raise invalid_argument()
    if _taken(workbook, name, besides):
        raise ExcelApiError("ItemAlreadyExists", "The resource being created already exists.", 409)
    return name


def _taken(workbook: OpenWorkbook, name: str, besides: TableId | None) -> bool:
    folded = name.casefold()
    return any(
        table.name.casefold() == folded for table in workbook.engine.tables() if table.id != besides
    ) or any(
        defined.name.casefold() == folded and defined.sheet is None
        for defined in workbook.engine.names()
    )


def free_table_name(workbook: OpenWorkbook) -> str:
    """The first of Table1, Table2 and so on that nothing has."""
    number = 1
    while _taken(workbook, f"Table{number}", None):
        number += 1
    return f"Table{number}"
