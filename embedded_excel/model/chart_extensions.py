"""Extensions of chart elements: `extLst` entries that came with later versions of Excel."""

import xml.etree.ElementTree as ET
from typing import Final

from embedded_excel.model.chart_xml import ChartXml, Element, insert, tag

C14: Final = "{http://schemas.microsoft.com/office/drawing/2007/8/2/chart}"


def extension(owner: Element, uri: str, name: str) -> Element | None:
    """What an extension of an element holds, None without it."""
    held = owner.find(tag("c:extLst"))
    for found in () if held is None else held:
        if found.get("uri", "").upper() == uri.upper():
            return found.find(tag(name))
    return None


def need_extension(
    document: ChartXml, uri: str, name: str, values: list[tuple[str, str | None]]
) -> None:
    """Set children of an extension of the chart space by their names; None removes one."""
    document.prefixes.setdefault("c14", C14[1:-1])
    held = extension(document.root, uri, name)
    if held is None:
        lists = document.root.find(tag("c:extLst"))
        if lists is None:
            lists = insert(document.root, ET.Element(tag("c:extLst")))
        one = ET.SubElement(lists, tag("c:ext"), {"uri": uri})
        held = ET.SubElement(one, tag(name))
    order = ("dropZoneFilter", "dropZoneCategories", "dropZoneData", "dropZoneSeries")
    known = {found.tag: found for found in held}
    for child, kept in values:
        known.pop(tag(child), None)
        if kept is not None:
            known[tag(child)] = ET.Element(tag(child), {"val": kept})
    for found in list(held):
        held.remove(found)
    ranks = {tag(f"c14:{part}"): rank for rank, part in enumerate(order)}
    held.extend(sorted(known.values(), key=lambda found: ranks.get(found.tag, len(order))))
