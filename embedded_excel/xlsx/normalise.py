"""Package shapes Excel accepts, rewritten to the one shape the engine reads.

Each step says what it is for; a package that needs none is left as it was, byte for byte.
"""

import re
from typing import Final

from embedded_excel.xlsx.default_styles import with_styles
from embedded_excel.xlsx.number_formats import renumber_formats
from embedded_excel.xlsx.parts import Parts

_STRICT: Final = b"http://purl.oclc.org/ooxml/"
_TRANSITIONAL: Final = (
    (b"spreadsheetml/main", b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"),
    (
        b"officeDocument/relationships/extendedProperties",
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships/extended-properties",
    ),
    (
        b"officeDocument/relationships/customProperties",
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships/custom-properties",
    ),
    (
        b"officeDocument/extendedProperties",
        b"http://schemas.openxmlformats.org/officeDocument/2006/extended-properties",
    ),
    (
        b"officeDocument/customProperties",
        b"http://schemas.openxmlformats.org/officeDocument/2006/custom-properties",
    ),
    (
        b"officeDocument/docPropsVTypes",
        b"http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes",
    ),
    (
        b"officeDocument/sharedTypes",
        b"http://schemas.openxmlformats.org/officeDocument/2006/sharedTypes",
    ),
    (b"officeDocument/math", b"http://schemas.openxmlformats.org/officeDocument/2006/math"),
    (
        b"officeDocument/relationships",
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    ),
    (b"drawingml/", b"http://schemas.openxmlformats.org/drawingml/2006/"),
)
_CONFORMANCE = re.compile(rb"\sconformance\s*=\s*[\"']strict[\"']")
_PREFIXED_ROOT = re.compile(rb"<([A-Za-z][\w.-]*):(\w+)\b([^>]*)>")
_MAIN_NAMESPACES: Final = (
    b"http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    b"http://schemas.openxmlformats.org/package/2006/relationships",
    b"http://schemas.openxmlformats.org/package/2006/content-types",
)
_DEFAULT = re.compile(rb"<Default\b[^>]*>")
_OVERRIDE = re.compile(rb"<Override\b[^>]*>")
_ATTRIBUTE = re.compile(rb"(\w+)\s*=\s*[\"']([^\"']*)[\"']")
_SHEET = re.compile(rb"<sheet\b[^>]*?/?>(?:\s*</sheet>)?")
_NO_PART = re.compile(rb"\sr:id\s*=\s*(\"\"|'')")
_LOCAL = re.compile(rb"(<definedName\b[^>]*?\slocalSheetId\s*=\s*[\"'])(\d+)([\"'])")
_TAB = re.compile(rb"((?:activeTab|firstSheet)\s*=\s*[\"'])(\d+)([\"'])")
_DATA_FIELD = re.compile(rb"<dataField\b(?![^>]*\sname\s*=)")
_DIFFERENTIAL = re.compile(rb"<dxfs\b.*?</dxfs>", re.DOTALL)
_RULE_FILL = re.compile(rb"<patternFill>(\s*<bgColor\b)")
_PLAIN_TYPES: Final = (b"application/xml", b"text/xml")


def normalise(parts: Parts) -> Parts | None:
    """The parts in the engine's shape, or None when they already are."""
    changed = {name: _part(name, content) for name, content in parts.items()}
    types = changed["[Content_Types].xml"]
    changed["[Content_Types].xml"] = _override_defaults(types, list(parts))
    if "xl/workbook.xml" in changed:
        changed["xl/workbook.xml"] = _drop_sheets_without_part(changed["xl/workbook.xml"])
    changed = with_styles(renumber_formats(changed))
    unchanged = len(changed) == len(parts) and all(
        changed[name] is content for name, content in parts.items()
    )
    return None if unchanged else changed


def _part(name: str, content: bytes) -> bytes:
    if not name.endswith((".xml", ".rels", ".vml")):
        return content
    content = _to_transitional(content)
    content = _without_prefix(content)
    if name.startswith("xl/pivotTables/"):
        content = _name_data_fields(content)
    if name.endswith("styles.xml"):
        content = _DIFFERENTIAL.sub(_solid_fills, content)
    return content


def _solid_fills(styles: re.Match[bytes]) -> bytes:
    """A rule's fill without a pattern is solid; the engine would save it as none, which clears."""
    return _RULE_FILL.sub(rb'<patternFill patternType="solid">\1', styles.group())


def _to_transitional(content: bytes) -> bytes:
    """Workbooks of the strict variant use other namespaces for the same elements."""
    if _STRICT not in content:
        return content
    for strict, transitional in _TRANSITIONAL:
        content = content.replace(_STRICT + strict, transitional)
    return _CONFORMANCE.sub(b"", content)


def _without_prefix(content: bytes) -> bytes:
    """Some writers give the main namespace a prefix: `<x:worksheet xmlns:x=…>`."""
    root = _PREFIXED_ROOT.search(content)
    if root is None or b"<" in content[: root.start()].replace(b"<?", b"").replace(b"<!--", b""):
        return content
    prefix, attributes = root.group(1), root.group(3)
    declared = re.search(rb"xmlns:" + prefix + rb"\s*=\s*[\"']([^\"']*)[\"']", attributes)
    default = re.search(rb"\sxmlns\s*=", attributes)
    if declared is None or default is not None or declared.group(1) not in _MAIN_NAMESPACES:
        return content
    content = content.replace(b"<" + prefix + b":", b"<").replace(b"</" + prefix + b":", b"</")
    return re.sub(rb"(?<=\s)xmlns:" + prefix + rb"(?=\s*=)", b"xmlns", content)


def _override_defaults(types: bytes, names: list[str]) -> bytes:
    """Parts typed by their extension alone get a type of their own, which the engine looks for."""
    overridden = {
        _attributes(match)[b"PartName"].lstrip(b"/").lower()
        for match in _OVERRIDE.findall(types)
        if b"PartName" in _attributes(match)
    }
    added: list[bytes] = []
    for default in _DEFAULT.findall(types):
        found = _attributes(default)
        extension = found.get(b"Extension", b"").lower()
        content_type = found.get(b"ContentType", b"")
        if extension != b"xml" or content_type in _PLAIN_TYPES:
            continue
        for name in names:
            part = name.encode()
            if name == "[Content_Types].xml" or part.lower() in overridden:
                continue
            if part.lower().endswith(b"." + extension):
                added.append(b'<Override PartName="/%b" ContentType="%b"/>' % (part, content_type))
    if not added:
        return types
    return types.replace(b"</Types>", b"".join(added) + b"</Types>")


def _attributes(element: bytes) -> dict[bytes, bytes]:
    return dict(_ATTRIBUTE.findall(element))


def _drop_sheets_without_part(workbook: bytes) -> bytes:
    """Module sheets of Excel 5 are listed without a part; names and tabs count past them."""
    sheets = _SHEET.findall(workbook)
    missing = [index for index, sheet in enumerate(sheets) if _NO_PART.search(sheet)]
    if not missing:
        return workbook

    def moved(match: re.Match[bytes]) -> bytes:
        index = int(match.group(2))
        fewer = sum(gone < index for gone in missing)
        return match.group(1) + str(max(0, index - fewer)).encode() + match.group(3)

    for index in missing:
        workbook = workbook.replace(sheets[index], b"")
    return _TAB.sub(moved, _LOCAL.sub(moved, workbook))


def _name_data_fields(content: bytes) -> bytes:
    """A value field of a pivot table may have no name; Excel then shows one it makes up."""
    count = 0

    def named(match: re.Match[bytes]) -> bytes:
        nonlocal count
        count += 1
        return match.group() + b' name="Values %d"' % count

    return _DATA_FIELD.sub(named, content)
