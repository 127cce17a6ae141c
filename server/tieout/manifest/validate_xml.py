"""Judge an add-in only manifest without a network, by the rules that Excel applies silently."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias

# A DOCTYPE is refused before parsing, so no entity can be declared.
from xml.etree import ElementTree as ET

from tieout.manifest.element_rules import (
    APP,
    NEEDED_PERMISSION,
    ORDER,
    OVERRIDES,
    PERMISSIONS,
    REQUIRED,
    TEXT_LENGTH,
    XSI,
)
from tieout.manifest.problems import Problem
from tieout.manifest.resources import (
    IconSource,
    check_icons,
    check_resids,
    check_resources,
    read_resources,
)
from tieout.manifest.settings import REQUIREMENT_SETS

Found: TypeAlias = Iterator[Problem]

_GUID = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\Z")
_VERSION = re.compile(r"\d{1,5}(?:\.\d{1,5}){1,3}\Z")
_HTTPS = re.compile(r"https://[^\s/]+", re.IGNORECASE)


def validate_addin_xml(text: str, icon: IconSource) -> tuple[Problem, ...]:
    """Everything that is wrong with a manifest, in the document's order where it has one.

    Args:
        text: The manifest.
        icon: Content of the icon at an address; None when there is no such file. It raises
            LookupError for addresses it can't know about; those are passed over.
    """
    if "<!DOCTYPE" in text:
        return (Problem("syntax", "manifest", "A manifest has no DOCTYPE."),)
    try:
        root = ET.fromstring(text)  # noqa: S314 - see the import
    except ET.ParseError as error:
        return (Problem("syntax", "manifest", f"This is no well-formed XML: {error}."),)
    if root.tag != f"{{{APP}}}OfficeApp" or root.get(f"{{{XSI}}}type") != "TaskPaneApp":
        message = "The root has to be OfficeApp of schema 1.1 with xsi:type TaskPaneApp."
        return (Problem("kind", "manifest", message),)
    return tuple(_problems(root, icon))


def _problems(root: ET.Element, icon: IconSource) -> Found:
    for element, where in _walk(root, "OfficeApp"):
        yield from _check_children(element, where)
    yield from _check_base(root)
    yield from _check_requirements(root)
    overrides = root.find(f"{{{OVERRIDES}}}VersionOverrides")
    if overrides is None:
        return
    resources = read_resources(overrides)
    yield from check_resources(resources)
    yield from check_resids(overrides, resources)
    yield from check_icons(root, overrides, resources, icon)
    yield from _check_runtime(overrides)
    yield from _check_actions(overrides)
    yield from _check_ids(overrides)


def _walk(element: ET.Element, where: str) -> Iterator[tuple[ET.Element, str]]:
    yield element, where
    for child in element:
        name = _local(child)
        mark = child.get("id") or child.get(f"{{{XSI}}}type")
        yield from _walk(child, f"{where}/{name}" + (f"[{mark}]" if mark else ""))


def _check_children(element: ET.Element, where: str) -> Found:
    order = ORDER.get(_local(element))
    if order is None or (_local(element) == "Host" and element.tag.startswith(f"{{{APP}}}")):
        return
    names = [_local(child) for child in element]
    furthest = 0
    for name in names:
        if name not in order:
            yield Problem("order", where, f"{name} has no place here.")
            continue
        place = order.index(name)
        if place < furthest:
            yield Problem("order", where, f"{name} has to stand before {order[furthest]}.")
        furthest = max(furthest, place)
    for name in REQUIRED.get(_local(element), ()):
        if name not in names:
            yield Problem("missing", where, f"{name} is missing.")


def _check_base(root: ET.Element) -> Found:
    values = {_local(child): _value(child) for child in root}
    if not _GUID.match(values.get("Id", "")):
        yield Problem("guid", "OfficeApp/Id", f"{values.get('Id', '')!r} is no GUID.")
    if not _VERSION.match(values.get("Version", "")):
        message = f"{values.get('Version', '')!r} is no version of two to four numbers."
        yield Problem("version", "OfficeApp/Version", message)
    for name, most in TEXT_LENGTH.items():
        length = len(values.get(name, ""))
        if not 0 < length <= most:
            message = f"The text has {length} characters; 1 to {most} are allowed."
            yield Problem("length", f"OfficeApp/{name}", message)
    permission = values.get("Permissions", "")
    if permission not in PERMISSIONS:
        message = f"{permission!r} is no permission that Excel knows."
        yield Problem("permissions", "OfficeApp/Permissions", message)
    elif permission != NEEDED_PERMISSION:
        message = f"{permission} is not enough to change cells: {NEEDED_PERMISSION} is."
        yield Problem("permissions", "OfficeApp/Permissions", message)
    yield from _check_addresses(root)


def _check_addresses(root: ET.Element) -> Found:
    named = ("IconUrl", "HighResolutionIconUrl", "SupportUrl")
    for name in named:
        for element in root.findall(f"{{{APP}}}{name}"):
            yield from _require_https(element.get("DefaultValue", ""), f"OfficeApp/{name}")
    for element in root.iter(f"{{{APP}}}SourceLocation"):
        where = "OfficeApp/DefaultSettings/SourceLocation"
        yield from _require_https(element.get("DefaultValue", ""), where)
    for element in root.iter(f"{{{APP}}}AppDomain"):
        yield from _require_https(element.text or "", "OfficeApp/AppDomains/AppDomain")
    for element in root.findall(f"{{{APP}}}ExtendedOverrides"):
        yield from _require_https(element.get("Url", ""), "OfficeApp/ExtendedOverrides")


def _require_https(url: str, where: str) -> Found:
    if not _HTTPS.match(url.strip()):
        yield Problem("https", where, f"{url!r} has to be an https address.")


def _check_requirements(root: ET.Element) -> Found:
    where = "OfficeApp/Requirements"
    declared = {
        found.get("Name", ""): found.get("MinVersion", "") for found in root.iter(f"{{{APP}}}Set")
    }
    for name, floor in REQUIREMENT_SETS:
        if name not in declared:
            yield Problem("requirements", where, f"{name} {floor} is not required.")
        elif _numbers(declared[name]) < _numbers(floor):
            message = f"{name} {declared[name]} is required; the pane needs {floor}."
            yield Problem("requirements", where, message)
    hosts = [host.get("Name") for host in root.iterfind(f"{{{APP}}}Hosts/{{{APP}}}Host")]
    if hosts != ["Workbook"]:
        yield Problem("requirements", "OfficeApp/Hosts", "The only host has to be Workbook.")


def _check_runtime(overrides: ET.Element) -> Found:
    runtimes = [*overrides.iter(f"{{{OVERRIDES}}}Runtime")]
    where = "VersionOverrides/Runtimes"
    if len(runtimes) != 1 or runtimes[0].get("lifetime") != "long":
        yield Problem("runtime", where, "One runtime with lifetime long is needed to share it.")
        return
    shared = runtimes[0].get("resid")
    # A SourceLocation outside an action belongs to custom functions, which have files of their own.
    for name, path in (("FunctionFile", ""), ("SourceLocation", f"{{{OVERRIDES}}}Action/")):
        for element in overrides.iterfind(f".//{path}{{{OVERRIDES}}}{name}"):
            if element.get("resid") != shared:
                message = f"{name} names {element.get('resid')!r}; the runtime is {shared!r}."
                yield Problem("runtime", where, message)


def _check_actions(overrides: ET.Element) -> Found:
    wanted = {"ShowTaskpane": "SourceLocation", "ExecuteFunction": "FunctionName"}
    for control in overrides.iter(f"{{{OVERRIDES}}}Control"):
        where = f"VersionOverrides/Control[{control.get('id')}]"
        for action in control.iter(f"{{{OVERRIDES}}}Action"):
            kind = action.get(f"{{{XSI}}}type", "")
            if kind not in wanted:
                yield Problem("action", where, f"{kind!r} is no action of a button.")
                continue
            inner = action.find(f"{{{OVERRIDES}}}{wanted[kind]}")
            name = None if inner is None else inner.get("resid") or (inner.text or "").strip()
            if not name:
                yield Problem("action", where, f"{kind} needs {wanted[kind]}.")


def _check_ids(overrides: ET.Element) -> Found:
    named = [e for e in overrides.iter() if _local(e) in ("Control", "Group")]
    ids = Counter(element.get("id", "") for element in named)
    for name, times in ids.items():
        if times > 1 or not name:
            yield Problem(
                "duplicate", "VersionOverrides", f"{times} controls have the id {name!r}."
            )


def _local(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def _value(element: ET.Element) -> str:
    return (element.get("DefaultValue") or element.text or "").strip()


def _numbers(version: str) -> tuple[int, ...]:
    parts = version.split(".")
    return tuple(int(part) for part in parts) if all(p.isdigit() for p in parts) else (0,)
