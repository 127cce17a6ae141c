"""The Resources of an add-in only manifest, and everything that points into them."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias
from xml.etree import ElementTree as ET

from tieout.manifest.element_rules import (
    APP,
    BASIC,
    KNOWN_ICON_SIZES,
    OVERRIDES,
    REQUIRED_ICON_SIZES,
    RESID_LENGTH,
    RESID_TARGET,
    RESOURCE_LENGTH,
)
from tieout.manifest.png import png_size
from tieout.manifest.problems import Problem

IconSource: TypeAlias = Callable[[str], bytes | None]
_BASE_ICONS = {"IconUrl": 32, "HighResolutionIconUrl": 64}


@dataclass(frozen=True, slots=True)
class Resource:
    """One entry: which part of Resources it is in, its id and its default value."""

    part: str
    id: str
    value: str


def read_resources(overrides: ET.Element) -> tuple[Resource, ...]:
    """The entries in order."""
    return tuple(
        Resource(part.tag.rpartition("}")[2], entry.get("id", ""), entry.get("DefaultValue", ""))
        for resources in overrides.findall(f"{{{OVERRIDES}}}Resources")
        for part in resources
        for entry in part
    )


def check_resources(resources: tuple[Resource, ...]) -> Iterator[Problem]:
    """Lengths, https, and ids that stand twice."""
    for entry in resources:
        where = f"Resources/{entry.part}[{entry.id}]"
        if not 0 < len(entry.id) <= RESID_LENGTH:
            message = f"The id has {len(entry.id)} characters; 1 to {RESID_LENGTH} are allowed."
            yield Problem("resid_length", where, message)
        most = RESOURCE_LENGTH.get(entry.part, 0)
        if not 0 < len(entry.value) <= most:
            message = f"The value has {len(entry.value)} characters; 1 to {most} are allowed."
            yield Problem("length", where, message)
        is_address = entry.part in ("Images", "Urls")
        if is_address and not entry.value.lower().startswith("https://"):
            yield Problem("https", where, f"{entry.value!r} has to be an https address.")
    for name, times in Counter(entry.id for entry in resources).items():
        if times > 1:
            yield Problem("duplicate", f"Resources[{name}]", f"{times} entries have this id.")


def check_resids(overrides: ET.Element, resources: tuple[Resource, ...]) -> Iterator[Problem]:
    """Every resid exists, in the part of Resources that its element needs."""
    parts = {entry.id: entry.part for entry in resources}
    for element in overrides.iter():
        resid = element.get("resid")
        if resid is None:
            continue
        name = element.tag.rpartition("}")[2]
        wanted = RESID_TARGET.get(name)
        if resid not in parts:
            yield Problem("resid", name, f"{resid!r} is not in Resources.")
        elif wanted is not None and parts[resid] != wanted:
            message = f"{resid!r} is in {parts[resid]}; {name} needs one of {wanted}."
            yield Problem("resid", name, message)


def check_icons(
    root: ET.Element, overrides: ET.Element, resources: tuple[Resource, ...], icon: IconSource
) -> Iterator[Problem]:
    """The needed sizes are named, and each file has the pixels it is named for."""
    addresses = {entry.id: entry.value for entry in resources}
    checked: set[tuple[str, int]] = set()
    for element in overrides.iter(f"{{{OVERRIDES}}}Icon"):
        images = element.findall(f"{{{BASIC}}}Image")
        named = {image.get("size", ""): addresses.get(image.get("resid", "")) for image in images}
        sizes = {int(size) for size in named if size.isdigit()}
        if not sizes >= REQUIRED_ICON_SIZES or not sizes <= KNOWN_ICON_SIZES:
            message = f"An icon needs 16, 32 and 80 pixels and may have {sorted(KNOWN_ICON_SIZES)}."
            yield Problem("icon_sizes", "Icon", message)
        checked |= {(url, int(size)) for size, url in named.items() if url and size.isdigit()}
    for name, size in _BASE_ICONS.items():
        checked |= {
            (found.get("DefaultValue", ""), size) for found in root.findall(f"{{{APP}}}{name}")
        }
    for url, size in sorted(checked, key=lambda pair: (pair[1], pair[0])):
        yield from _check_file(url, size, icon)


def _check_file(url: str, size: int, icon: IconSource) -> Iterator[Problem]:
    try:
        content = icon(url)
    except LookupError:
        return
    if content is None:
        yield Problem("icon_file", "Icon", f"There is no icon file for {url}.")
        return
    found = png_size(content)
    if found != (size, size):
        shown = "no PNG" if found is None else f"{found[0]}×{found[1]} pixels"
        yield Problem("icon_pixels", "Icon", f"{url} is {shown}; {size}×{size} are needed.")
