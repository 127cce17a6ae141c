"""Properties of a document: docProps/core.xml, app.xml and custom.xml."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape, quoteattr

from embedded_excel.calc.documents import CustomProperty, DocumentProperties, PropertyValue
from embedded_excel.xlsx.parts import Parts, parse_xml
from embedded_excel.xlsx.relationships import OFFICE, declare, relate, related

_CP: Final = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
_DC: Final = "http://purl.org/dc/elements/1.1/"
_TERMS: Final = "http://purl.org/dc/terms/"
_XSI: Final = "http://www.w3.org/2001/XMLSchema-instance"
_EXTENDED: Final = "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"
_CUSTOM: Final = "http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"
_VT: Final = "http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"
_FORMAT: Final = "{D5CDD505-2E9C-101B-9397-08002B2CF9AE}"
_FIRST_ID: Final = 2
_HEAD: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_PREFIXES: Final = {_CP: "cp", _DC: "dc", _TERMS: "dcterms"}
_CORE: Final = {
    "title": f"{{{_DC}}}title",
    "subject": f"{{{_DC}}}subject",
    "author": f"{{{_DC}}}creator",
    "keywords": f"{{{_CP}}}keywords",
    "comments": f"{{{_DC}}}description",
    "last_author": f"{{{_CP}}}lastModifiedBy",
    "revision": f"{{{_CP}}}revision",
    "created": f"{{{_TERMS}}}created",
    "category": f"{{{_CP}}}category",
}
_APP: Final = {"manager": "Manager", "company": "Company"}
_WHOLE: Final = frozenset({"i1", "i2", "i4", "i8", "int", "ui1", "ui2", "ui4", "ui8", "uint"})
_BROKEN: Final = frozenset({"r4", "r8", "decimal"})
_DATES: Final = frozenset({"filetime", "date"})
_MOST_WHOLE: Final = 2**31


def read_properties(parts: Parts) -> DocumentProperties:
    """What the package says about itself."""
    found: dict[str, str] = {}
    core = _root(parts, "/core-properties")
    if core is not None:
        found |= {name: core.findtext(tag) or "" for name, tag in _CORE.items()}
    app = _root(parts, "/extended-properties")
    if app is not None:
        found |= {name: app.findtext(f"{{{_EXTENDED}}}{tag}") or "" for name, tag in _APP.items()}
    custom = _root(parts, "/custom-properties")
    listed = () if custom is None else tuple(_custom(element) for element in custom)
    return replace(DocumentProperties(), **found, custom=listed)


def write_properties(parts: Parts, before: DocumentProperties, after: DocumentProperties) -> None:
    """Change what differs; everything else in these parts stays."""
    if any(getattr(before, name) != getattr(after, name) for name in _CORE):
        _write_core(parts, after)
    if any(getattr(before, name) != getattr(after, name) for name in _APP):
        _write_app(parts, after)
    if before.custom != after.custom:
        _write_custom(parts, after)


def _root(parts: Parts, ending: str) -> ET.Element | None:
    found = related(parts, "", ending)
    return parse_xml(parts[found[0].target], found[0].target) if found else None


def _place(parts: Parts, kind: str, name: str, content_type: str) -> str:
    found = related(parts, "", kind[kind.rindex("/") :])
    if found:
        return found[0].target
    relate(parts, "", kind, name)
    declare(parts, name, content_type)
    return name


def _write_core(parts: Parts, properties: DocumentProperties) -> None:
    part = _place(
        parts,
        "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties",
        "docProps/core.xml",
        "application/vnd.openxmlformats-package.core-properties+xml",
    )
    kept: dict[str, str] = {}
    if part in parts:
        for element in parse_xml(parts[part], part):
            kept[element.tag] = element.text or ""
    kept |= {tag: str(getattr(properties, name)) for name, tag in _CORE.items()}
    body = "".join(_core_element(tag, text) for tag, text in kept.items() if text)
    parts[part] = (
        f'{_HEAD}<cp:coreProperties xmlns:cp="{_CP}" xmlns:dc="{_DC}" xmlns:dcterms="{_TERMS}" '
        f'xmlns:xsi="{_XSI}">{body}</cp:coreProperties>'
    ).encode()


def _core_element(tag: str, text: str) -> str:
    namespace, _, local = tag.removeprefix("{").rpartition("}")
    prefix = _PREFIXES.get(namespace)
    if prefix is None:
        return ""
    kind = ' xsi:type="dcterms:W3CDTF"' if namespace == _TERMS else ""
    return f"<{prefix}:{local}{kind}>{escape(text)}</{prefix}:{local}>"


def _write_app(parts: Parts, properties: DocumentProperties) -> None:
    part = _place(
        parts,
        f"{OFFICE}/extended-properties",
        "docProps/app.xml",
        "application/vnd.openxmlformats-officedocument.extended-properties+xml",
    )
    empty = f'{_HEAD}<Properties xmlns="{_EXTENDED}" xmlns:vt="{_VT}"></Properties>'
    text = parts.get(part, empty.encode()).decode("utf-8-sig")
    for name, tag in _APP.items():
        element = f"<{tag}>{escape(str(getattr(properties, name)))}</{tag}>"
        pattern = re.compile(rf"<{tag}\s*/>|<{tag}>.*?</{tag}>", re.DOTALL)
        if pattern.search(text):
            text = pattern.sub(_always(element), text, count=1)
        else:
            text = text.replace("</Properties>", f"{element}</Properties>")
    parts[part] = text.encode()


def _always(text: str) -> Callable[[re.Match[str]], str]:
    return lambda _: text


def _write_custom(parts: Parts, properties: DocumentProperties) -> None:
    part = _place(
        parts,
        f"{OFFICE}/custom-properties",
        "docProps/custom.xml",
        "application/vnd.openxmlformats-officedocument.custom-properties+xml",
    )
    body = "".join(
        f'<property fmtid="{_FORMAT}" pid="{number}" name={quoteattr(item.name)}>'
        f"{_variant(item)}</property>"
        for number, item in enumerate(properties.custom, _FIRST_ID)
    )
    parts[part] = (
        f'{_HEAD}<Properties xmlns="{_CUSTOM}" xmlns:vt="{_VT}">{body}</Properties>'
    ).encode()


def _variant(item: CustomProperty) -> str:
    match item.value:
        case bool():
            return f"<vt:bool>{str(item.value).lower()}</vt:bool>"
        case int() if abs(item.value) < _MOST_WHOLE:
            return f"<vt:i4>{item.value}</vt:i4>"
        case int() | float():
            return f"<vt:r8>{item.value!r}</vt:r8>"
        case str() if item.is_date:
            return f"<vt:filetime>{escape(item.value)}</vt:filetime>"
        case str():
            return f"<vt:lpwstr>{escape(item.value)}</vt:lpwstr>"


def _custom(element: ET.Element) -> CustomProperty:
    name = element.get("name", "")
    variant = next(iter(element), None)
    if variant is None:
        return CustomProperty(name, "")
    kind, text = variant.tag.rpartition("}")[2], variant.text or ""
    return CustomProperty(name, _value(kind, text), is_date=kind in _DATES)


def _value(kind: str, text: str) -> PropertyValue:
    try:
        if kind in _WHOLE:
            return int(text)
        if kind in _BROKEN:
            return float(text)
    except ValueError:
        return text
    return text.strip().lower() in ("true", "1") if kind == "bool" else text
