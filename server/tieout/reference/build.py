"""Build the reference from the pinned type packages, and prove that nothing was lost or went stale."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel

from tieout.assets import asset
from tieout.errors import SettingsError
from tieout.reference.census import NOT_EXCEL, SOURCES, census, types_file
from tieout.reference.declarations import Declaration, read_declarations
from tieout.reference.layout import render
from tieout.reference.model import make_model
from tieout.reference.overlay import Overlay, read_overlay, read_samples

FILE = "api-reference.json"
_FOLDER = "office_js_reference"


class _Package(BaseModel):
    version: str
    integrity: str
    license: str


class _Lock(BaseModel):
    packages: dict[str, dict[str, object]]


@dataclass(frozen=True, slots=True)
class Built:
    """What a build makes.

    Attributes:
        text: The reference.
        provenance: What it was made from, as JSON.
    """

    text: str
    provenance: str


def build() -> Built:
    """Make the reference in memory; the same sources give the same bytes.

    Raises:
        SettingsError: The type packages aren't installed, or the overlay names unknown members.
    """
    folder = asset(_FOLDER)
    overlay = read_overlay(folder / "overlay.json")
    samples = read_samples(folder / "samples")
    declarations = tuple(_declarations())
    _check_overlay(overlay, declarations)
    packages = {source.package: _package(source.package) for source in SOURCES}
    about = {
        "what": "Office.js for Excel, one fact on a line; see skills/advanced-api/SKILL.md",
        "line": "name(parameters): result ;; kind ;; requirement set ;; description",
        **{name: package.version for name, package in packages.items()},
        "licence": "descriptions: MIT, Copyright (c) Microsoft Corporation, see LICENSE-types.txt",
    }
    text = render(make_model(declarations), overlay, samples, about)
    provenance = {
        "sources": {name: package.model_dump() for name, package in packages.items()},
        "sha256": hashlib.sha256(text.encode("utf-8")).hexdigest(),
        "lines": str(text.count("\n")),
        "build": "tieout reference build",
    }
    return Built(text, json.dumps(provenance, indent=2) + "\n")


def write(built: Built) -> Path:
    """Put the reference where it is read from; returns the file."""
    folder = asset(_FOLDER)
    (folder / FILE).write_text(built.text, encoding="utf-8", newline="\n")
    (folder / "provenance.json").write_text(built.provenance, encoding="utf-8", newline="\n")
    return folder / FILE


def problems() -> list[str]:
    """What is wrong with the committed reference: stale, or members of the types missing.

    The members are counted by the lines of the declarations, without the parser that built the
    file, so that a fault of the one is seen by the other.
    """
    folder = asset(_FOLDER)
    path = folder / FILE
    if not path.is_file():
        return [f"{FILE} isn't there: run `tieout reference build`."]
    text = path.read_text(encoding="utf-8")
    built = build()
    found: list[str] = []
    if text != built.text or (folder / "provenance.json").read_text("utf-8") != built.provenance:
        found.append(f"{FILE} is stale: run `tieout reference build` and commit the result.")
    held = _held(text)
    lost = [name for name in census() if name not in held]
    if lost:
        found.append(f"{len(lost):,} members of the types are missing: {', '.join(lost[:10])}.")
    return found


def _held(text: str) -> set[str]:
    """Every declaration and member in the sections `detail` and `loading`, by full name."""
    sections = json.loads(text)
    names: set[str] = set()
    for full_name, record in sections["detail"].items():
        names.add(full_name)
        for part in ("members", "values"):
            names.update(f"{full_name}{member}" for member in record.get(part, ()))
    for full_name, record in sections["loading"].items():
        names.update((full_name, *record))
    return names


def _declarations() -> Iterator[Declaration]:
    for source in SOURCES:
        found = read_declarations(types_file(source.package).read_bytes(), source.blocks)
        yield from (item for item in found if not NOT_EXCEL.match(item.full_name))


def _package(name: str) -> _Package:
    lock = _Lock.model_validate_json(asset("package-lock.json").read_text(encoding="utf-8"))
    pinned = _Package.model_validate(lock.packages[f"node_modules/{name}"])
    own = asset("node_modules") / name / "package.json"
    installed = json.loads(own.read_text(encoding="utf-8"))["version"]
    if installed != pinned.version:
        raise SettingsError(
            f"{name} is installed as {installed}, pinned as {pinned.version}: run `make setup`."
        )
    return pinned


def _check_overlay(overlay: Overlay, declarations: tuple[Declaration, ...]) -> None:
    known = {item.full_name for item in declarations}
    known |= {f"{item.full_name}.{m.name}" for item in declarations for m in item.members}
    unknown = sorted(overlay.names() - known)
    if unknown:
        raise SettingsError(f"overlay.json speaks of unknown members: {', '.join(unknown)}.")
