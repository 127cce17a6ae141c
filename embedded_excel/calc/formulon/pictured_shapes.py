"""Shapes, lines and groups in the guise of pictures, the one kind of object besides charts that the
engine gives away and takes back whole.

`<xdr:sp …>` is loaded as `<xdr:pic tieoutAs="sp" …>` with all it holds; the engine finds id, name and
size in it by their own elements, moves its anchor with the cells and keeps the rest. Only the
objects that stand in an anchor are disguised, not the members of groups, nor what stands in the place
of a slicer over a PivotTable.
"""

import io
import re
import zipfile
from collections.abc import Callable
from typing import Final

from embedded_excel.xlsx.package import pack, unpack
from embedded_excel.xlsx.pivot_slicers import MARK as SLICER

_MARK: Final = b"tieoutAs"
_ANCHORS: Final = re.compile(
    rb"<(?P<prefix>\w+:|)(?P<name>(?:twoCell|oneCell|absolute)Anchor)\b[^>]*>"
    rb".*?</(?P=prefix)(?P=name)>",
    re.DOTALL,
)
_OBJECT: Final = re.compile(
    rb"(?P<before></(?:\w+:)?(?:to|ext)>\s*|<(?:\w+:)?ext\s[^>]*/>\s*)"
    rb"<(?P<prefix>\w+:|)(?P<name>\w+)(?P<rest>[^>]*)>"
)
"""The first element after the corners or the size of an anchor."""
_MARKED: Final = re.compile(rb"<(\w+:|)pic\s" + _MARK + rb'="(\w+)"')
_NAME: Final = re.compile(rb"<(?:\w+:)?cNvPr\b[^>]*?\sname=\"([^\"]*)")
_DESCRIBED: Final = re.compile(rb"<(?:\w+:)?cNvPr\b[^>]*>")
_DESCRIPTION: Final = re.compile(rb"(\sdescr=[\"'])")
_TAG_END: Final = re.compile(rb"(\s*/?>)\Z")
_SAYS: Final = b"tieout-"
_ADDED: Final = re.compile(rb' descr="' + _SAYS + rb'\w+;"')
_PREFIXED: Final = re.compile(rb"(\sdescr=[\"'])" + _SAYS + rb"\w+:")
_DRAWING: Final = re.compile(r"(?i)drawings?/[^/]*\.xml\Z")
_DISGUISED: Final = (b"sp", b"cxnSp", b"grpSp")


def disguise_package(package: bytes) -> bytes:
    """A package for the engine; one without shapes keeps its bytes."""
    return _rewritten(package, disguise)


def reveal_package(package: bytes) -> bytes:
    """A saved package with its shapes as they are."""
    return _rewritten(package, reveal)


def _rewritten(package: bytes, rewrite: Callable[[bytes], bytes]) -> bytes:
    changed: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(io.BytesIO(package)) as archive:
            for name in archive.namelist():
                if _DRAWING.search(name):
                    content = archive.read(name)
                    new = rewrite(content)
                    if new != content:
                        changed[name] = new
    except (zipfile.BadZipFile, KeyError):
        return package
    return pack(unpack(package) | changed) if changed else package


def disguise(drawing: bytes) -> bytes:
    """A drawing, or one anchor, with its shapes as pictures."""
    return _ANCHORS.sub(lambda match: _disguised(match[0]), drawing)


def _disguised(anchor: bytes) -> bytes:
    found = _OBJECT.search(anchor)
    if found is None or found["name"] not in _DISGUISED or found["rest"].endswith(b"/"):
        return anchor
    own = _NAME.search(anchor, found.end())
    if own is not None and own[1].startswith(SLICER.encode()):
        return anchor
    prefix, name = found["prefix"], found["name"]
    end = b"</%s%s>" % (prefix, name)
    last = anchor.rfind(end)
    start = found.end("before")
    head = b'<%spic %s="%s"%s>' % (prefix, _MARK, name, found["rest"])
    body = _DESCRIBED.sub(lambda match: _noted(match[0], name), anchor[found.end() : last], count=1)
    return anchor[:start] + head + body + b"</%spic>" % prefix + anchor[last + len(end) :]


def _noted(tag: bytes, name: bytes) -> bytes:
    """The element with an object's description, which names its kind too: the engine lists that."""
    if _DESCRIPTION.search(tag):
        return _DESCRIPTION.sub(rb"\1" + _SAYS + name + b":", tag, count=1)
    return _TAG_END.sub(b' descr="' + _SAYS + name + rb';"\1', tag, count=1)


def kind_in_description(description: str) -> str:
    """Name of the element that an object is, by the description the engine lists."""
    mark = _SAYS.decode()
    if not description.startswith(mark):
        return "pic"
    return re.split("[:;]", description.removeprefix(mark), maxsplit=1)[0]


def reveal(drawing: bytes) -> bytes:
    """The opposite."""
    return _ANCHORS.sub(lambda match: _revealed(match[0]), drawing)


def _revealed(anchor: bytes) -> bytes:
    found = _MARKED.search(anchor)
    if found is None:
        return anchor
    prefix, name = found[1], found[2]
    end = b"</%spic>" % prefix
    last = anchor.rfind(end)
    head = b"<%s%s" % (prefix, name)
    said = _DESCRIBED.search(anchor, found.end(), last)
    body = anchor[found.end() : last]
    if said is not None:
        plain = _PREFIXED.sub(rb"\1", _ADDED.sub(b"", said[0], count=1), count=1)
        body = anchor[found.end() : said.start()] + plain + anchor[said.end() : last]
    return (
        anchor[: found.start()]
        + head
        + body
        + b"</%s%s>" % (prefix, name)
        + anchor[last + len(end) :]
    )
