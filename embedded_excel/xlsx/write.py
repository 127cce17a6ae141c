"""Saving a workbook so that the file on disk is always a whole one: the old or the new."""

import errno
import os
import stat
import tempfile
from pathlib import Path
from typing import Final

from embedded_excel.errors import WorkbookFileError
from embedded_excel.xlsx.package import content_types, pack, unpack
from embedded_excel.xlsx.parts import Parts

_MAIN_TYPES: Final = {
    ".xlsx": b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
    ".xltx": b"application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml",
    ".xlsm": b"application/vnd.ms-excel.sheet.macroEnabled.main+xml",
    ".xltm": b"application/vnd.ms-excel.template.macroEnabled.main+xml",
}
_MACROS: Final = "xl/vbaProject.bin"
_WRITABLE: Final = 0o222
_FULL: Final = (errno.ENOSPC, errno.EDQUOT)


def write_workbook_file(path: Path, package: bytes) -> None:
    """Write a package in place of `path`, or leave what is there untouched.

    The bytes go to a new file in the same folder, are flushed to the disk and then renamed; the
    permissions of a file that is replaced are kept.

    Args:
        path: Where to; its extension decides what kind of workbook the package says it is.
        package: What `Engine.save` returned.

    Raises:
        WorkbookFileError: It can't be written there, or the extension doesn't fit.
    """
    target = check_target(path)
    package = fit_to_extension(package, path)
    try:
        mode = target.stat().st_mode & 0o7777 if target.exists() else None
        _replace(target, package, mode)
    except OSError as error:
        raise WorkbookFileError(_sentence(path, error)) from None


def check_target(path: Path) -> Path:
    """The file that saving to `path` would write, found out before any work is done for it.

    Raises:
        WorkbookFileError: A workbook certainly can't be saved there.
    """
    if path.suffix.lower() not in _MAIN_TYPES:
        raise WorkbookFileError(f"{path} wasn't saved: a workbook's name ends in .xlsx or .xlsm.")
    try:
        target = path.resolve()
        mode = target.stat().st_mode if target.exists() else None
    except (OSError, RuntimeError):  # which of the two a circle raises depends on Python's version
        raise WorkbookFileError(f"{path} wasn't saved: its links lead nowhere.") from None
    if mode is not None and stat.S_ISDIR(mode):
        raise WorkbookFileError(f"{path} wasn't saved: it is a folder.")
    if not target.parent.is_dir():
        raise WorkbookFileError(f"{path} wasn't saved: there is no folder {target.parent}.")
    # A rename would replace a read-only file without asking; whoever made it so means it.
    if mode is not None and not mode & _WRITABLE:
        raise WorkbookFileError(f"{path} wasn't saved: the file is read-only; save elsewhere.")
    if not os.access(target.parent, os.W_OK):
        raise WorkbookFileError(f"{path} wasn't saved: its folder can't be written.")
    return target


def _replace(target: Path, package: bytes, mode: int | None) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{target.stem}-", suffix=".tmp", dir=target.parent)
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(package)
            stream.flush()
            os.fsync(stream.fileno())
        beside.chmod(0o666 & ~_umask() if mode is None else mode)
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _umask() -> int:
    """The process's mask for new files, which can only be read by setting it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def _sync_folder(folder: Path) -> None:
    """Make the rename last through a power cut, where folders can be opened."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        return
    finally:
        os.close(descriptor)


def _sentence(path: Path, error: OSError) -> str:
    if error.errno in _FULL:
        return f"{path} wasn't saved: the disk is full. The file there is as it was."
    if isinstance(error, FileNotFoundError):
        return f"{path} wasn't saved: there is no folder {path.parent}."
    if isinstance(error, PermissionError):
        return f"{path} wasn't saved: the folder or file can't be written. It is as it was."
    return f"{path} wasn't saved: {error.strerror or error}. The file there is as it was."


def fit_to_extension(package: bytes, path: Path) -> bytes:
    """Make a package say it is what its file's extension says; Excel refuses others.

    Args:
        package: Bytes of a workbook.
        path: A path that passed `check_target`.

    Raises:
        WorkbookFileError: The extension has no place for the workbook's macros.
    """
    wanted = _MAIN_TYPES[path.suffix.lower()]
    if wanted in content_types(package):
        return package
    parts = unpack(package)
    if _MACROS in parts and path.suffix.lower() in (".xlsx", ".xltx"):
        raise WorkbookFileError(
            f"{path} wasn't saved: the workbook has macros, which need the extension .xlsm."
        )
    return pack(_retyped(parts, wanted))


def _retyped(parts: Parts, wanted: bytes) -> Parts:
    types = parts["[Content_Types].xml"]
    for other in _MAIN_TYPES.values():
        types = types.replace(b'"' + other + b'"', b'"' + wanted + b'"')
    return {**parts, "[Content_Types].xml": types}
