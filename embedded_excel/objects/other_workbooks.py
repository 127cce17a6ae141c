"""Other workbooks: sheets inserted from one, and new ones opened beside this."""

import base64
import binascii
from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError
from pydantic.alias_generators import to_camel
from typing_extensions import override

from embedded_excel.calc.engine import EngineFailed, EngineRefused
from embedded_excel.errors import (
    WorkbookFileError,
    invalid_argument,
    item_not_found,
    not_implemented,
)
from embedded_excel.model.areas import sheet_named
from embedded_excel.model.sheet_inserting import insert_sheets
from embedded_excel.model.workbook import OpenWorkbook
from embedded_excel.objects.base import ExcelObject, excel_class, method, scalar
from embedded_excel.wire.members import enum_value
from embedded_excel.xlsx.package import read_package


def file_content(value: JsonValue) -> bytes:
    """The bytes of a workbook file given as base64, checked as one that is opened.

    Raises:
        ExcelApiError: InvalidArgument.
    """
    if not isinstance(value, str) or not value:
        raise invalid_argument()
    try:
        return read_package(base64.b64decode(value, validate=True))
    except (binascii.Error, ValueError, WorkbookFileError):
        raise invalid_argument() from None


class _Options(BaseModel):
    model_config = ConfigDict(
        arbitrary_types_allowed=True, extra="forbid", alias_generator=to_camel
    )

    sheet_names_to_insert: list[str] | None = None
    position_type: str | None = None
    relative_to: str | ExcelObject | None = None


class InsertingSheets(ExcelObject):
    """What a workbook takes from others."""

    @method("InsertWorksheetsFromBase64")
    def insert_worksheets_from_base64(
        self, content: JsonValue, options: dict[str, JsonValue] | None
    ) -> JsonValue:
        """Insert sheets of a file; the ids of the new sheets."""
        try:
            asked = _Options.model_validate(options or {})
        except ValidationError:
            raise invalid_argument() from None
        load = self.workbook.load
        if load is None:
            raise not_implemented("Workbook.insertWorksheetsFromBase64 in this host")
        to = _position(self.workbook, asked)
        package = file_content(content)
        try:
            source = load(package)
        except (EngineRefused, EngineFailed):
            raise invalid_argument() from None
        try:
            names: Sequence[str] = asked.sheet_names_to_insert or ()
            return [*insert_sheets(self.workbook, source, names, to)]
        finally:
            source.close()


def _position(workbook: OpenWorkbook, options: _Options) -> int:
    kind = enum_value("WorksheetPositionType", options.position_type or "End")
    count = len(workbook.sheet_ids)
    if kind == "Beginning":
        return 0
    if kind not in ("Before", "After"):
        return count
    other = options.relative_to
    if other is None:
        return 0 if kind == "Before" else count
    sheet = sheet_named(workbook, other) if isinstance(other, str) else getattr(other, "sheet", "")
    return workbook.sheet_index(sheet) + (kind == "After")


@excel_class("WorkbookCreated")
class WorkbookCreated(ExcelObject):
    """A workbook that was made and waits to be opened."""

    def __init__(self, workbook: OpenWorkbook, created: str) -> None:
        super().__init__(workbook)
        self._created = created

    @override
    def identity(self) -> dict[str, JsonValue]:
        return {"Id": self._created}

    @scalar("Id")
    def id(self) -> JsonValue:
        """Its identity."""
        return self._created

    @method("Open")
    def open(self) -> None:
        """Open it in a window of its own."""
        content = self.workbook.created.get(self._created)
        if content is None:
            raise item_not_found()
        self.workbook.opened[self._created] = content


def create_workbook(workbook: OpenWorkbook, content: JsonValue) -> WorkbookCreated:
    """A new workbook, empty or with the content of a file.

    Raises:
        ExcelApiError: InvalidArgument when the content isn't a workbook.
    """
    package = b"" if content in (None, "") else file_content(content)
    identity = f"created:{len(workbook.created) + 1}"
    workbook.created[identity] = package
    return WorkbookCreated(workbook, identity)
