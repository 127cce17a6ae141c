"""How a PivotTable shows what it shows: attributes of its part (ECMA-376 18.10.1.73)."""

import io
import re
import zipfile
from collections.abc import Mapping
from typing import Final, TypeAlias
from xml.sax.saxutils import quoteattr

from embedded_excel.calc.pivots import PivotOptions
from embedded_excel.xlsx.package import pack, unpack
from embedded_excel.xlsx.parts import parse_xml

PivotKey: TypeAlias = tuple[int, str]
"""Number of the cache, and name."""

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


def read_options(package: bytes) -> dict[PivotKey, PivotOptions]:
    """The options of every pivot of a package."""
    found: dict[PivotKey, PivotOptions] = {}
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        for part in archive.namelist():
            if not part.startswith("xl/pivotTables/") or not part.endswith(".xml"):
                continue
            root = parse_xml(archive.read(part), part)
            flags = {
                name: root.get(attribute, "1" if default else "0") in ("1", "true")
                for name, (attribute, default) in _FLAGS.items()
            }
            extension = root.find(f".//{{{_X14}}}pivotTableDefinition")
            title = "" if extension is None else extension.get("altText", "")
            summary = "" if extension is None else extension.get("altTextSummary", "")
            key = (int(root.get("cacheId", "0")), root.get("name", ""))
            found[key] = PivotOptions(
                **flags,
                field_list=root.get("disableFieldList", "0") not in ("1", "true"),
                empty_text=root.get("missingCaption", ""),
                title=title,
                description=summary,
            )
    return found


def write_options(package: bytes, wanted: Mapping[PivotKey, PivotOptions]) -> bytes:
    """The package with these options in the parts of these pivots."""
    if not wanted:
        return package
    parts = unpack(package)
    for part, content in parts.items():
        if part.startswith("xl/pivotTables/") and part.endswith(".xml"):
            root = parse_xml(content, part)
            options = wanted.get((int(root.get("cacheId", "0")), root.get("name", "")))
            if options is not None:
                parts[part] = _with_options(content.decode("utf-8-sig"), options).encode()
    return pack(parts)


def _with_options(text: str, options: PivotOptions) -> str:
    match = _ROOT.search(text)
    if match is None:
        return text
    root = match[0]
    for name, (attribute, _) in _FLAGS.items():
        root = _set(root, attribute, "1" if getattr(options, name) else "0")
    root = _set(root, "disableFieldList", "0" if options.field_list else "1")
    if options.empty_text or "missingCaption" in root:
        root = _set(root, "missingCaption", options.empty_text)
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
    tag = _set(found[0] + ">", "altText", options.title)
    tag = _set(tag, "altTextSummary", options.description).removesuffix(">")
    return text[: found.start()] + tag + text[found.end() :]


def _set(tag: str, attribute: str, value: str) -> str:
    """A start tag with an attribute set."""
    new = f" {attribute}={quoteattr(value)}"
    pattern = re.compile(rf"\s{attribute}=(\"[^\"]*\"|'[^']*')")
    if pattern.search(tag):
        return pattern.sub(lambda _: new, tag, count=1)
    end = "/>" if tag.endswith("/>") else ">"
    return tag.removesuffix(end) + new + end
