"""Identities that parts of a package know things of each other by (MS-XLSX, revision `uid`)."""

import re
import uuid
from typing import Final

from embedded_excel.xlsx.parts import Parts

_REVISION: Final = "http://schemas.microsoft.com/office/spreadsheetml/2014/revision"
_COMPATIBILITY: Final = "http://schemas.openxmlformats.org/markup-compatibility/2006"
_ROOT: Final = re.compile(rb"<(?:\w+:)?(?:worksheet|table)\b[^>]*?(?=/?>)")
_FILTER: Final = re.compile(rb"<(?:\w+:)?autoFilter\b[^>]*>")
_OTHERS: Final = re.compile(rb"<(?:\w+:)?customSheetViews\b")
_UID: Final = re.compile(rb'\s\w+:uid="(\{[^"]*\})"')
_IGNORABLE: Final = re.compile(rb'(\w+:Ignorable=")([^"]*)"')
_XR: Final = b"xr"


def identity_of_filter(parts: Parts, part: str) -> str | None:
    """The identity of the AutoFilter of a sheet or a table, given to it if it has none.

    Args:
        parts: The package, changed when the identity is new.
        part: The sheet's or the table's part.

    Returns:
        A GUID in braces, None without an AutoFilter.
    """
    content = parts[part]
    start = max(content.rfind(b"</sheetData>"), content.rfind(b"<sheetData/>"), 0)
    # Custom views have filters of their own, behind the sheet's.
    others = _OTHERS.search(content, start)
    found = _FILTER.search(content, start, others.start() if others else len(content))
    if found is None:
        return None
    known = _UID.search(found[0])
    if known is not None:
        return known[1].decode()
    identity = f"{{{uuid.uuid5(uuid.NAMESPACE_OID, part)}}}".upper()
    name = re.match(rb"<(?:\w+:)?autoFilter", found[0])
    assert name is not None
    at = found.start() + len(name[0])
    content = content[:at] + f' xr:uid="{identity}"'.encode() + content[at:]
    parts[part] = _with_prefix(content)
    return identity


def _with_prefix(content: bytes) -> bytes:
    """The part with the prefix declared, and let be by programs that don't know it."""
    found = _ROOT.search(content)
    assert found is not None
    root = found[0]
    if b"xmlns:xr=" not in root:
        root += f' xmlns:xr="{_REVISION}"'.encode()
    ignored = _IGNORABLE.search(root)
    if ignored is None:
        if b"xmlns:mc=" not in root:
            root += f' xmlns:mc="{_COMPATIBILITY}"'.encode()
        root += b' mc:Ignorable="xr"'
    elif _XR not in ignored[2].split():
        root = root[: ignored.end(2)] + b" xr" + root[ignored.end(2) :]
    return content[: found.start()] + root + content[found.end() :]
