"""Check the structure of workbooks: content types, relationships, required parts, order of elements.

python scripts/package_rules.py FILE_OR_FOLDER …    names what breaks a rule; exits 1 when something does
python scripts/package_rules.py --written FOLDER …  opens each workbook in the embedded Excel and checks
                                                    what it writes; faults the file came with don't count
"""

import io
import posixpath
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

from embedded_excel.errors import WorkbookFileError
from embedded_excel.host import EmbeddedExcel

sys.path.insert(0, str(Path(__file__).resolve().parent))
from package_contents_rules import content_problems
from package_orders import CONTENT_TYPES, ORDERS

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_TYPES = "{http://schemas.openxmlformats.org/package/2006/content-types}"
_OFFICE = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
Parts = dict[str, bytes]


def problems(package: bytes) -> list[str]:
    """What breaks a rule, one sentence each; empty for a sound package."""
    try:
        with zipfile.ZipFile(io.BytesIO(package)) as archive:
            names = archive.namelist()
            parts = {name: archive.read(name) for name in names}
    except zipfile.BadZipFile as error:
        return [f"The zip can't be read: {error}."]
    found = [f"Two parts are called {name}." for name in _twice(names)]
    roots: dict[str, ET.Element] = {}
    for name, content in parts.items():
        if name.endswith((".xml", ".rels")):
            try:
                roots[name] = ET.fromstring(content)
            except ET.ParseError as error:
                found.append(f"{name} isn't well-formed: {error}.")
    found += _content_types(parts, roots)
    found += _relationships(parts, roots)
    found += _asked_for(roots)
    found += _orders(parts, roots)
    if not found:
        found += content_problems(roots, _targets)
    return found


def _twice(names: list[str]) -> list[str]:
    seen: set[str] = set()
    return [name for name in names if name.lower() in seen or seen.add(name.lower())]


def _content_types(parts: Parts, roots: dict[str, ET.Element]) -> Iterator[str]:
    root = roots.get("[Content_Types].xml")
    if root is None:
        yield "There is no list of content types."
        return
    defaults = {one.get("Extension", "").lower() for one in root.iter(f"{_TYPES}Default")}
    overrides = [one.get("PartName", "") for one in root.iter(f"{_TYPES}Override")]
    for name in _twice(overrides):
        yield f"Two content types are declared for {name}."
    for name in overrides:
        if name.removeprefix("/") not in parts:
            yield f"A content type is declared for {name}, which isn't there."
    declared = {name.lower() for name in overrides}
    for name in parts:
        extension = name.rpartition(".")[2].lower()
        if (
            name != "[Content_Types].xml"
            and not name.endswith("/")
            and f"/{name}".lower() not in declared
            and extension not in defaults
        ):
            yield f"{name} has no content type."


def type_of(roots: dict[str, ET.Element], part: str) -> str:
    """The content type of a part."""
    root = roots["[Content_Types].xml"]
    for one in root.iter(f"{_TYPES}Override"):
        if one.get("PartName", "").lower() == f"/{part}".lower():
            return one.get("ContentType", "")
    extension = part.rpartition(".")[2].lower()
    for one in root.iter(f"{_TYPES}Default"):
        if one.get("Extension", "").lower() == extension:
            return one.get("ContentType", "")
    return ""


def _rels_of(part: str) -> str:
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def _targets(roots: dict[str, ET.Element], part: str) -> dict[str, tuple[str, str]]:
    """Relationships to parts: id → end of the type, target."""
    root = roots.get(_rels_of(part))
    found: dict[str, tuple[str, str]] = {}
    for one in root if root is not None else ():
        kind = one.get("Type", "").rpartition("/")[2]
        target = one.get("Target", "")
        if one.get("TargetMode") != "External":
            base = "" if target.startswith("/") else posixpath.dirname(part)
            target = posixpath.normpath(posixpath.join("/", base, target)).lstrip("/")
        else:
            target = ""
        found[one.get("Id", "")] = (kind, target)
    return found


def _relationships(parts: Parts, roots: dict[str, ET.Element]) -> Iterator[str]:
    kinds = {kind for kind, _ in _targets(roots, "").values()}
    if "officeDocument" not in kinds:
        yield "The package doesn't say which part is the workbook."
    for rels, root in roots.items():
        if not rels.endswith(".rels"):
            continue
        folder, name = posixpath.split(rels.removesuffix(".rels"))
        part = posixpath.join(posixpath.dirname(folder), name)
        if part and part not in parts:
            yield f"{rels} belongs to {part}, which isn't there."
        ids = [one.get("Id", "") for one in root]
        for twice in _twice(ids):
            yield f"{rels} has two relationships called {twice}."
        for number, (kind, target) in _targets(roots, part).items():
            if target and target not in parts and not target.startswith("#"):
                yield f"{rels}: {number} leads to {target}, which isn't there."
            elif target and kind in CONTENT_TYPES:
                known = type_of(roots, target)
                if not known.endswith(CONTENT_TYPES[kind]) and "macroEnabled" not in known:
                    yield f"{target} is related to as {kind}, but its content type is {known}."


def _asked_for(roots: dict[str, ET.Element]) -> Iterator[str]:
    """What parts ask for by a relationship's id has to be related."""
    for part, root in roots.items():
        if part.endswith(".rels"):
            continue
        known = _targets(roots, part)
        for element in root.iter():
            for attribute, value in element.attrib.items():
                if attribute.startswith(_OFFICE) and value and value not in known:
                    yield f"{part}: {_local(element)} asks for {value}, which isn't related."


def _orders(parts: Parts, roots: dict[str, ET.Element]) -> Iterator[str]:
    for part, root in roots.items():
        yield from _prefixes(part, parts[part], root)
        for element in root.iter():
            if not isinstance(element.tag, str) or not element.tag.startswith(_MAIN):
                continue
            order = ORDERS.get(_local(element))
            if not order:
                continue
            last = -1
            for child in element:
                name = _local(child)
                if not str(child.tag).startswith(_MAIN):
                    continue
                if name not in order:
                    yield f"{part}: {_local(element)} holds {name}, which doesn't belong there."
                elif order.index(name) < last:
                    yield f"{part}: in {_local(element)}, {name} comes too late."
                else:
                    last = order.index(name)


def _prefixes(part: str, content: bytes, root: ET.Element) -> Iterator[str]:
    """What may be ignored must be declared."""
    ignorable = root.get(f"{_MC}Ignorable", "")
    head = content[: content.find(b">", content.find(b"<", content.find(b"?>") + 1)) + 1]
    for prefix in ignorable.split():
        if f"xmlns:{prefix}=".encode() not in head:
            yield f"{part} lets {prefix} be ignored without declaring it."


def _local(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def _paths(arguments: list[str]) -> Iterator[Path]:
    for argument in arguments:
        path = Path(argument)
        yield from sorted(path.rglob("*.xls[xm]")) if path.is_dir() else [path]


def _written(path: Path) -> tuple[list[str], list[str]] | None:
    """Faults of a file, and of what the embedded Excel makes of it; None if it can't be opened."""
    try:
        excel = EmbeddedExcel.open(path)
        written = excel.to_bytes()
        excel.close()
    except WorkbookFileError:
        return None
    return problems(path.read_bytes()), problems(written)


def main(arguments: list[str]) -> int:
    """Print faults; the exit code."""
    written = "--written" in arguments
    checked = broken = 0
    for path in _paths([argument for argument in arguments if argument != "--written"]):
        both = _written(path) if written else ([], problems(path.read_bytes()))
        if both is None:
            continue
        checked += 1
        new = [sentence for sentence in both[1] if sentence not in both[0]]
        broken += bool(new)
        for sentence in new[:20]:
            print(f"{path.name}: {sentence}")
    print(f"{checked} checked, {broken} with faults")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
