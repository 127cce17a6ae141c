"""Saving: the file on disk is the old one or the new one, never half of either."""

import errno
import os

import pytest

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.formulon_engine import FormulonEngine
from embedded_excel.errors import WorkbookFileError
from embedded_excel.xlsx import write
from embedded_excel.xlsx.package import content_types, pack, read_workbook_file, unpack
from embedded_excel.xlsx.write import write_workbook_file


@pytest.fixture(scope="module")
def package() -> bytes:
    engine = FormulonEngine.new()
    engine.write(0, [(0, 0, 7.0)])
    return engine.save()


def test_a_saved_file_opens_again_and_nothing_else_is_left(tmp_path, package):
    path = tmp_path / "book.xlsx"
    write_workbook_file(path, package)
    engine = FormulonEngine.load(read_workbook_file(path))
    assert engine.read(0, Rect(0, 0, 0, 0)).values == ((7.0,),)
    assert [entry.name for entry in tmp_path.iterdir()] == ["book.xlsx"]
    assert path.stat().st_mode & 0o777 == 0o666 & ~write._umask()


def test_permissions_and_links_of_a_replaced_file_are_kept(tmp_path, package):
    path = tmp_path / "book.xlsx"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link = tmp_path / "link.xlsx"
    link.symlink_to(path)
    write_workbook_file(link, package)
    assert link.is_symlink()
    assert path.read_bytes() == package
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize(
    ("failure", "sentence"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "disk is full"),
        (OSError(errno.EIO, "Input/output error"), "Input/output error"),
    ],
)
def test_a_failing_disk_leaves_the_old_file(tmp_path, package, monkeypatch, failure, sentence):
    path = tmp_path / "book.xlsx"
    path.write_bytes(b"old")

    def failing(_descriptor: int) -> None:
        raise failure

    monkeypatch.setattr(os, "fsync", failing)
    with pytest.raises(WorkbookFileError, match=sentence):
        write_workbook_file(path, package)
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["book.xlsx"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")  # noqa: PTH110
def test_a_truly_full_disk_is_named(tmp_path, package, monkeypatch):
    path = tmp_path / "book.xlsx"
    path.write_bytes(b"old")
    made = write.tempfile.mkstemp

    def on_full_disk(**options):
        handle, name = made(**options)
        os.close(handle)
        return os.open("/dev/full", os.O_WRONLY), name

    monkeypatch.setattr(write.tempfile, "mkstemp", on_full_disk)
    with pytest.raises(WorkbookFileError, match="disk is full"):
        write_workbook_file(path, package)
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["book.xlsx"]


def test_a_missing_folder_and_a_wrong_extension_are_named(tmp_path, package):
    with pytest.raises(WorkbookFileError, match="no folder"):
        write_workbook_file(tmp_path / "none" / "book.xlsx", package)
    with pytest.raises(WorkbookFileError, match="ends in"):
        write_workbook_file(tmp_path / "book.xls", package)
    assert list(tmp_path.iterdir()) == []


def test_a_package_says_what_its_extension_says(tmp_path, package):
    path = tmp_path / "template.xltx"
    write_workbook_file(path, package)
    assert b"spreadsheetml.template.main+xml" in content_types(path.read_bytes())
    again = tmp_path / "book.xlsx"
    write_workbook_file(again, path.read_bytes())
    assert b"spreadsheetml.sheet.main+xml" in content_types(again.read_bytes())


def test_macros_are_not_lost_by_an_extension(tmp_path, package):
    parts = unpack(package) | {"xl/vbaProject.bin": b"macros"}
    macro_type = b"application/vnd.ms-excel.sheet.macroEnabled.main+xml"
    plain_type = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    types = parts["[Content_Types].xml"].replace(plain_type, macro_type)
    with_macros = pack(parts | {"[Content_Types].xml": types})
    with pytest.raises(WorkbookFileError, match=r"\.xlsm"):
        write_workbook_file(tmp_path / "book.xlsx", with_macros)
    write_workbook_file(tmp_path / "book.xlsm", with_macros)
    assert (tmp_path / "book.xlsm").read_bytes() == with_macros
