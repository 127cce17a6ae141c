"""Named cell styles: how clients call them, and giving them to cells."""

from collections.abc import Callable
from typing import Final

from embedded_excel.calc.cell_styles import NORMAL, NamedStyle, StyleName
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.errors import ExcelApiError, invalid_argument, item_not_found, not_implemented
from embedded_excel.model.areas import style_ids_in
from embedded_excel.model.events import format_changed
from embedded_excel.model.protecting import deny_unless
from embedded_excel.model.workbook import Area, OpenWorkbook

_OTHERS: Final = (
    "Comma",
    "Currency",
    "Percent",
    "WholeComma",
    "WholeDollar",
    "Hlink",
    "HlinkTrav",
    "Note",
    "WarningText",
    "Emphasis1",
    "Emphasis2",
    "Emphasis3",
    "SheetTitle",
    "Heading1",
    "Heading2",
    "Heading3",
    "Heading4",
    "Input",
    "Output",
    "Calculation",
    "CheckCell",
    "LinkedCell",
    "Total",
    "Good",
    "Bad",
    "Neutral",
    *(f"Accent{one}{step}" for one in range(1, 7) for step in ("", "_20", "_40", "_60")),
    "ExplanatoryText",
)
_WORDS: Final = {0: NORMAL, **dict(enumerate(_OTHERS, 3))}
"""`Excel.BuiltInStyle` by the number a built-in style has in files."""
_LINK_STYLES: Final = {"hlink": "Hyperlink", "hlinktrav": "Followed Hyperlink"}
"""Built-in styles that are listed only once a workbook uses them."""
_NAME_LENGTH: Final = 255


def word_of(style: StyleName) -> str:
    """What `range.style` answers: a word of `BuiltInStyle`, or the name of a custom style."""
    return style.name if style.built_in is None else _WORDS.get(style.built_in, style.name)


def style_called(workbook: OpenWorkbook, key: object) -> StyleName:
    """A style by its name, or by its word in `BuiltInStyle`.

    Raises:
        ExcelApiError: InvalidArgument, ItemNotFound.
    """
    if not isinstance(key, str) or not key:
        raise invalid_argument()
    wanted = key.casefold()
    styles = workbook.engine.documents.styles.listed()
    by_name = next((style for style in styles if style.name.casefold() == wanted), None)
    found = by_name or next(
        (style for style in styles if word_of(style).casefold() == wanted), None
    )
    if found is None:
        raise item_not_found()
    return found


def style_with_look(workbook: OpenWorkbook, key: object) -> NamedStyle:
    """A style with what it looks like.

    Raises:
        ExcelApiError: InvalidArgument, ItemNotFound.
    """
    return workbook.engine.documents.styles.style(style_called(workbook, key).name)


def shared_style(workbook: OpenWorkbook, areas: tuple[Area, ...]) -> str | None:
    """What the style of cells is called, None when they have different ones."""
    styles = workbook.engine.documents.styles
    names = {styles.name_of(one) for area in areas for one in style_ids_in(workbook, area)}
    return called(workbook, names.pop()) if len(names) == 1 else None


def called(workbook: OpenWorkbook, name: str) -> str:
    """A style's name as clients read it of cells."""
    return word_of(style_called(workbook, name))


def apply_style(workbook: OpenWorkbook, areas: tuple[Area, ...], key: object) -> None:
    """Give cells a style.

    Raises:
        ExcelApiError: AccessDenied, or InvalidArgument when there is no such style.
    """
    if not isinstance(key, str) or not key:
        raise invalid_argument()
    for area in areas:
        deny_unless(workbook, area.sheet, "allowFormatCells")
    name = _LINK_STYLES.get(key.casefold(), key)
    try:
        name = style_called(workbook, name).name
    except ExcelApiError:
        if name not in _LINK_STYLES.values():
            raise invalid_argument() from None
    for area in areas:
        sheet = workbook.sheet_index(area.sheet)
        workbook.engine.documents.styles.apply(sheet, area.rect, name)
        workbook.changed = True
        format_changed(workbook, area)


def add_style(workbook: OpenWorkbook, name: object) -> None:
    """A new style that looks like Normal.

    Raises:
        ExcelApiError: InvalidArgument, ItemAlreadyExists.
    """
    if not isinstance(name, str) or not 0 < len(name) <= _NAME_LENGTH:
        raise invalid_argument()
    try:
        workbook.engine.documents.styles.add(name)
    except EngineRefused:
        raise ExcelApiError(
            "ItemAlreadyExists", "The resource being created already exists.", 409
        ) from None
    workbook.changed = True


def change_style(
    workbook: OpenWorkbook, name: str, change: Callable[[NamedStyle], NamedStyle]
) -> None:
    """Change a style, and with it the cells that follow it.

    Raises:
        ExcelApiError: ItemNotFound; NotImplemented for what can't be changed of Normal.
    """
    style = style_called(workbook, name)
    try:
        workbook.engine.documents.styles.change(style.name, change)
    except EngineRefused:
        raise not_implemented(f"changing {style.name} in other respects than its font") from None
    workbook.changed = True


def delete_style(workbook: OpenWorkbook, name: str) -> None:
    """Delete a style.

    Raises:
        ExcelApiError: ItemNotFound; InvalidArgument for Normal and for a built-in style that isn't
            in the file.
    """
    style = style_called(workbook, name)
    try:
        workbook.engine.documents.styles.remove(style.name)
    except EngineRefused:
        raise invalid_argument() from None
    workbook.changed = True
