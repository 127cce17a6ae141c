"""What a PivotTable's part says that the engine doesn't keep, read from it and written into it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal
from xml.etree import ElementTree as ET

from embedded_excel.calc.pivots import PivotCondition, PivotOptions
from embedded_excel.xlsx.pivot_filters import filters_xml, read_filters
from embedded_excel.xlsx.pivot_options import options_of, set_attribute, with_options

_MAIN: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_X14: Final = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
_DATA_FIELDS: Final = 4294967294
"""The number a reference to the data fields has (18.10.1.69)."""
_FIELD: Final = re.compile(r"<pivotField\b(?:[^>]*/>|[^>]*[^/]>.*?</pivotField>|>.*?</pivotField>)",
                           re.DOTALL)  # fmt: skip
_FIELDS: Final = re.compile(r"<pivotFields\b[^>]*>(.*?)</pivotFields>", re.DOTALL)
_FILTERS: Final = re.compile(r"<filters\b[^>]*?(?:/>|>.*?</filters>)", re.DOTALL)
_SORT: Final = re.compile(r"<autoSortScope\b.*?</autoSortScope>", re.DOTALL)
_ITEM: Final = re.compile(r"<item\b[^>]*/>")
_DEFAULT: Final = re.compile(r'<item t="default"\s*/>')
_EXTENSIONS: Final = re.compile(r"<extLst>.*</extLst>", re.DOTALL)
_STALE: Final = re.compile(r"<(rowItems|colItems)\b[^>]*?(?:/>|>.*?</\1>)", re.DOTALL)
_AFTER_FILTERS: Final = re.compile(
    r"<(?:rowHierarchiesUsage|colHierarchiesUsage)\b|<extLst>(?!.*</extLst>.*<extLst>)|"
    r"</pivotTableDefinition>",
    re.DOTALL,
)
_ORDER: Final = re.compile(r"<(rowFields|colFields)\b[^>]*?(?:/>|>.*?</\1>)", re.DOTALL)
_AFTER_FIELDS: Final = re.compile(
    r"<(?:pageFields|dataFields|formats|conditionalFormats|chartFormats|pivotHierarchies|"
    r"pivotTableStyleInfo|filters|rowHierarchiesUsage|colHierarchiesUsage)\b|</pivotTableDefinition>"
)


@dataclass(frozen=True, slots=True)
class FieldExtras:
    """Of one field.

    Attributes:
        sorted_by: Position of the data field whose totals it is sorted by, -1 for none.
        sort_at: Field and position of its item, along the other axis, where those totals are.
        collapsed: Positions in the cache of items below which nothing shows.
        captions: Position in the cache and name of items that are shown under another name.
    """

    subtotal: bool = True
    show_all: bool = False
    blank_line: bool = False
    repeat: bool = False
    sorted_by: int = -1
    sort_at: tuple[tuple[int, int], ...] = ()
    collapsed: frozenset[int] = frozenset()
    captions: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class PivotExtras:
    """Of one pivot.

    Attributes:
        place: Lines above the values, columns before them; (0, 0) when it isn't known.
    """

    options: PivotOptions = field(default_factory=PivotOptions)
    conditions: tuple[PivotCondition, ...] = ()
    fields: tuple[FieldExtras, ...] = ()
    values_on: Literal["Row", "Column"] = "Column"
    values_at: int = -1
    place: tuple[int, int] = (0, 0)

    def of_field(self, number: int) -> FieldExtras:
        """Of one of its fields."""
        return self.fields[number] if number < len(self.fields) else FieldExtras()


def extras_of(root: ET.Element) -> PivotExtras:
    """What a definition says."""
    fields = root.iterfind(f"{_MAIN}pivotFields/{_MAIN}pivotField")
    axis, at = _values_place(root)
    location = root.find(f"{_MAIN}location")
    where = {} if location is None else location.attrib
    return PivotExtras(
        options_of(root),
        read_filters(root),
        tuple(_field(element) for element in fields),
        axis,
        at,
        (int(where.get("firstDataRow", "0")), int(where.get("firstDataCol", "0"))),
    )


def _values_place(root: ET.Element) -> tuple[Literal["Row", "Column"], int]:
    axes: tuple[tuple[str, Literal["Row", "Column"]], ...] = (
        ("rowFields", "Row"),
        ("colFields", "Column"),
    )
    for tag, axis in axes:
        order = [field.get("x") for field in root.iterfind(f"{_MAIN}{tag}/{_MAIN}field")]
        if "-2" in order:
            at = order.index("-2")
            return axis, -1 if at == len(order) - 1 else at
    return ("Row" if root.get("dataOnRows") in ("1", "true") else "Column"), -1


def _field(element: ET.Element) -> FieldExtras:
    def flag(name: str, default: str) -> bool:
        return element.get(name, default) in ("1", "true")

    extension = element.find(f".//{{{_X14}}}pivotField")
    scope = [
        (int(found.get("field", "0")), int(place.get("v", "0")))
        for found in element.iterfind(f"{_MAIN}autoSortScope//{_MAIN}reference")
        if (place := found.find(f"{_MAIN}x")) is not None
    ]
    return FieldExtras(
        flag("defaultSubtotal", "1"),
        flag("showAll", "1"),
        flag("insertBlankRow", "0"),
        extension is not None and extension.get("fillDownLabels") in ("1", "true"),
        next((place for field, place in scope if field == _DATA_FIELDS), -1),
        tuple(found for found in scope if found[0] != _DATA_FIELDS),
        frozenset(
            int(item.get("x", "0"))
            for item in element.iterfind(f"{_MAIN}items/{_MAIN}item")
            if item.get("sd") in ("0", "false") and item.get("x") is not None
        ),
        tuple(
            (int(item.get("x", "0")), item.get("n", ""))
            for item in element.iterfind(f"{_MAIN}items/{_MAIN}item")
            if item.get("n") and item.get("x") is not None
        ),
    )


@dataclass(frozen=True, slots=True)
class Placed:
    """What a changed pivot's part has to say about its fields' places.

    Attributes:
        rows, columns: Fields of the axes with -2 for the data fields.
        head: Lines above the values, and columns before them.
        ref: The cells it takes, where filters that only Excel's form of them knows make it smaller
            than the engine believes; else "".
    """

    rows: Sequence[int]
    columns: Sequence[int]
    head: tuple[int, int]
    ref: str = ""


def with_extras(text: str, extras: PivotExtras, placed: Placed) -> str:
    """A part that says all of it; the lines Excel saved with it, which are old now, go."""
    text = _STALE.sub("", with_options(text, extras.options))
    inner = _FIELDS.search(text)
    if inner is not None:
        fields = [
            _written_field(match[0], extras.of_field(number))
            for number, match in enumerate(_FIELD.finditer(inner[1]))
        ]
        text = text[: inner.start(1)] + "".join(fields) + text[inner.end(1) :]
    text = _with_order(text, placed)
    text = _FILTERS.sub("", text)
    filters = filters_xml(extras.conditions)
    if filters:
        match = _AFTER_FILTERS.search(text, text.rfind("<pivotTableStyleInfo"))
        assert match is not None
        text = text[: match.start()] + filters + text[match.start() :]
    return _with_location(text, placed)


def _with_order(text: str, placed: Placed) -> str:
    if -2 not in (*placed.rows, *placed.columns):  # noqa: PLR2004
        return text
    text = _ORDER.sub("", text)
    written = "".join(
        f'<{tag} count="{len(order)}">{"".join(f"<field x={chr(34)}{x}{chr(34)}/>" for x in order)}'
        f"</{tag}>"
        for tag, order in (("rowFields", placed.rows), ("colFields", placed.columns))
        if order
    )
    match = _AFTER_FIELDS.search(text, text.find("</pivotFields>"))
    assert match is not None
    text = text[: match.start()] + written + text[match.start() :]
    if -2 in placed.rows:  # noqa: PLR2004
        start = re.search(r"<pivotTableDefinition\b[^>]*>", text)
        assert start is not None
        root = set_attribute(start[0], "dataOnRows", "1")
        text = text[: start.start()] + root + text[start.end() :]
    return text


def _with_location(text: str, placed: Placed) -> str:
    match = re.search(r"<location\b[^>]*>", text)
    if match is None:
        return text
    tag = set_attribute(match[0], "firstDataRow", str(placed.head[0]))
    tag = set_attribute(tag, "firstDataCol", str(placed.head[1]))
    if placed.ref:
        tag = set_attribute(tag, "ref", placed.ref)
    return text[: match.start()] + tag + text[match.end() :]


def _written_field(text: str, extras: FieldExtras) -> str:
    start = re.match(r"<pivotField\b[^>]*>", text)
    assert start is not None
    tag, rest = start[0], text[start.end() :]
    if tag.endswith("/>"):
        tag, rest = tag.removesuffix("/>") + ">", "</pivotField>"
    for name, value, default in (
        ("defaultSubtotal", extras.subtotal, True),
        ("showAll", extras.show_all, None),
        ("insertBlankRow", extras.blank_line, False),
    ):
        if value is not default or name in tag:
            tag = set_attribute(tag, name, "1" if value else "0")
    rest = _items(rest, extras)
    rest = _SORT.sub("", rest)
    extension = ""
    old = _EXTENSIONS.search(rest)
    if old is not None:
        extension = re.sub(
            r"<ext\b[^>]*>\s*<x14:pivotField\b.*?</ext>", "", old[0], flags=re.DOTALL
        )
        rest = rest[: old.start()] + rest[old.end() :]
    if extras.repeat:
        body = extension.removeprefix("<extLst>").removesuffix("</extLst>")
        extension = (
            f'<extLst>{body}<ext uri="{{2946ED86-A175-432a-8AC1-64E0C546D7DE}}" '
            f'xmlns:x14="{_X14}"><x14:pivotField fillDownLabels="1"/></ext></extLst>'
        )
    if extension == "<extLst></extLst>":
        extension = ""
    scope = "" if extras.sorted_by < 0 else _sort_scope(extras.sorted_by, extras.sort_at)
    inner = rest.removesuffix("</pivotField>") + scope + extension
    return f"{tag}{inner}</pivotField>" if inner else tag.removesuffix(">") + "/>"


def _items(text: str, extras: FieldExtras) -> str:
    """Items with what is below them open or closed, and with an automatic subtotal or none."""
    if "<items" not in text:
        return text
    found = _ITEM.findall(text)
    if not extras.subtotal:
        found = [item for item in found if not _DEFAULT.fullmatch(item)]
    elif not any(" t=" in item for item in found):
        found.append('<item t="default"/>')
    written: list[str] = []
    captions = dict(extras.captions)
    for item in found:
        at = re.search(r'\bx="(\d+)"', item)
        new = item if at is None else re.sub(r'\s(?:sd|n)="[^"]*"', "", item)
        if at is not None and int(at[1]) in extras.collapsed:
            new = set_attribute(new, "sd", "0")
        if at is not None and int(at[1]) in captions:
            new = set_attribute(new, "n", captions[int(at[1])])
        written.append(new)
    inner = f'<items count="{len(written)}">{"".join(written)}</items>'
    return re.sub(r"<items\b.*?</items>", lambda _: inner, text, count=1, flags=re.DOTALL)


def _sort_scope(value: int, at: Sequence[tuple[int, int]]) -> str:
    pairs = ((_DATA_FIELDS, value), *at)
    references = "".join(
        f'<reference field="{field}" count="1" selected="0"><x v="{place}"/></reference>'
        for field, place in pairs
    )
    return (
        '<autoSortScope><pivotArea dataOnly="0" outline="0" fieldPosition="0">'
        f'<references count="{len(pairs)}">{references}</references></pivotArea></autoSortScope>'
    )
