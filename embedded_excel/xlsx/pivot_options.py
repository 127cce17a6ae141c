"""How a PivotTable shows what it shows: attributes of its part (ECMA-376 18.10.1.73)."""

import re
from typing import Final
from xml.etree import ElementTree as ET
from xml.sax.saxutils import quoteattr

from embedded_excel.calc.pivots import PivotOptions

_ROOT: Final = re.compile(r"<pivotTableDefinition\b[^>]*>")
_X14: Final = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
_EXTENSION: Final = re.compile(r"<x14:pivotTableDefinition\b[^>]*?(?=/?>)")
_NEW_EXTENSION: Final = (
    '<ext uri="{962EF5D1-5CA2-4c93-8EF4-DBF5C05439D2}" '
    f'xmlns:x14="{_X14}"><x14:pivotTableDefinition/></ext>'
)
_END: Final = "</pivotTableDefinition>"
_FLAGS: Final = {
    "auto_format": ("useAutoFormatting", False),
    "preserve_formatting": ("preserveFormatting", True),
    "field_headers": ("showHeaders", True),
    "fill_empty": ("showMissing", True),
    "value_editing": ("editData", False),
    "several_filters": ("multipleFieldFilters", True),
    "custom_lists": ("customListSort", True),
}


def options_of(root: ET.Element) -> PivotOptions:
    """The options a definition has."""
    flags = {
        name: root.get(attribute, "1" if default else "0") in ("1", "true")
        for name, (attribute, default) in _FLAGS.items()
    }
    extension = root.find(f".//{{{_X14}}}pivotTableDefinition")
    title = "" if extension is None else extension.get("altText", "")
    summary = "" if extension is None else extension.get("altTextSummary", "")
    return PivotOptions(
        **flags,
        field_list=root.get("disableFieldList", "0") not in ("1", "true"),
        empty_text=root.get("missingCaption", ""),
        title=title,
        description=summary,
        row_caption=root.get("rowHeaderCaption", ""),
        column_caption=root.get("colHeaderCaption", ""),
        total_caption=root.get("grandTotalCaption", ""),
    )


def with_options(text: str, options: PivotOptions) -> str:
    """The text of a part with these options."""
    match = _ROOT.search(text)
    if match is None:
        return text
    root = match[0]
    for name, (attribute, _) in _FLAGS.items():
        root = set_attribute(root, attribute, "1" if getattr(options, name) else "0")
    root = set_attribute(root, "disableFieldList", "0" if options.field_list else "1")
    if options.empty_text or "missingCaption" in root:
        root = set_attribute(root, "missingCaption", options.empty_text)
    text = text[: match.start()] + root + text[match.end() :]
    if not (options.title or options.description) and "altText" not in text:
        return text
    if _EXTENSION.search(text) is None:
        inside = "</extLst>" + _END in text
        new = _NEW_EXTENSION if inside else f"<extLst>{_NEW_EXTENSION}</extLst>"
        text = text.replace(
            "</extLst>" + _END if inside else _END, new + ("</extLst>" + _END if inside else _END)
        )
    found = _EXTENSION.search(text)
    assert found is not None
    tag = set_attribute(found[0] + ">", "altText", options.title)
    tag = set_attribute(tag, "altTextSummary", options.description).removesuffix(">")
    return text[: found.start()] + tag + text[found.end() :]


def set_attribute(tag: str, attribute: str, value: str) -> str:
    """A start tag with an attribute set."""
    new = f" {attribute}={quoteattr(value)}"
    pattern = re.compile(rf"\s{attribute}=(\"[^\"]*\"|'[^']*')")
    if pattern.search(tag):
        return pattern.sub(lambda _: new, tag, count=1)
    end = "/>" if tag.endswith("/>") else ">"
    return tag.removesuffix(end) + new + end
