"""Shapes of workbooks Excel saved: listed, read, and the same after loading and saving."""

import io
import os
import re
import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.formulon_engine import FormulonEngine
from embedded_excel.xlsx.package import read_package

SHARED = Path(os.environ.get("TIEOUT_SHARED_DATA", Path(__file__).parents[3] / "shared" / "data"))
_DRAWING = re.compile(r"drawings/drawing\d+\.xml$")
_FILES = 8
"""The smallest ones."""
_MOST = 20
"""Objects of a sheet that are read: finding one takes longer the more there are."""
_SHAPES = re.compile(rb"<(?:\w+:)?(?:sp|cxnSp|grpSp)[ >]")


def _with_shapes() -> list[Path]:
    found: list[Path] = []
    by_size = sorted((SHARED / "corpus").glob("*.xls[xm]"), key=lambda path: path.stat().st_size)
    for path in by_size:
        try:
            with zipfile.ZipFile(path) as archive:
                drawings = [name for name in archive.namelist() if _DRAWING.search(name)]
                if any(_SHAPES.search(archive.read(name)) for name in drawings):
                    found.append(path)
                    if len(found) == _FILES:
                        return found
        except zipfile.BadZipFile:
            continue
    return found


def _objects(package: bytes) -> list[bytes]:
    """Every object of every drawing; relationship ids may be counted anew."""
    found: list[bytes] = []
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        for name in archive.namelist():
            if not _DRAWING.search(name):
                continue
            for anchor in ET.fromstring(archive.read(name)):
                for held in anchor:
                    if held.tag.rpartition("}")[2] in ("sp", "cxnSp", "grpSp", "pic"):
                        for part in held.iter():
                            for key in part.attrib:
                                if "/relationships}" in key:
                                    part.set(key, "")
                        found.append(ET.tostring(held))
    return sorted(found)


@pytest.mark.data
@pytest.mark.skipif(not (SHARED / "corpus").is_dir(), reason="the shared workbooks aren't there")
def test_shapes_are_kept_whole_and_can_be_read():
    read = 0
    for path in _with_shapes():
        package = read_package(path.read_bytes())
        try:
            engine = FormulonEngine.load(package)
        except EngineRefused:
            continue
        for sheet in range(len(engine.sheet_names())):
            for entry in engine.shapes.shapes(sheet)[:_MOST]:
                anchor = engine.shapes.drawn(sheet, entry.id).anchor
                assert b"tieoutAs" not in anchor
                ET.fromstring(anchor)
                read += 1
        saved = engine.save()
        engine.close()
        assert _objects(saved) == _objects(package), path.name
    assert read > 8
