"""Zip packages that may be meant to fill the memory: looked at before anything is read."""

import io
import zipfile
import zlib

from tieout.tools.documents.blocks import Unreadable

MOST_UNPACKED = 300 * 1024 * 1024
"""Bytes of all members together."""
_MOST_MEMBERS = 5_000
_MOST_RATIO = 400
_SMALL = 8 * 1024 * 1024
_CHUNK = 1024 * 1024
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")


def checked_archive(content: bytes, what: str) -> zipfile.ZipFile:
    """A package whose members are known to unpack to a bearable size.

    Args:
        content: The file.
        what: What it should be, such as "Word document".

    Raises:
        Unreadable: It is encrypted, damaged, no package, or unpacks to too much.
    """
    if content.startswith(_OLE):
        raise Unreadable(
            f"is encrypted or in an older format; save it as an unprotected {what} and attach that."
        )
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
        _refuse_bombs(archive)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, ValueError) as error:
        raise Unreadable(f"is damaged, or no {what}.") from error
    return archive


def _refuse_bombs(archive: zipfile.ZipFile) -> None:
    members = archive.infolist()
    if len(members) > _MOST_MEMBERS:
        raise Unreadable(
            f"holds {len(members):,} files inside; more than {_MOST_MEMBERS:,} is too many."
        )
    if any(member.flag_bits & 1 for member in members):
        raise Unreadable("is encrypted; attach it without a password.")
    if sum(member.file_size for member in members) > MOST_UNPACKED:
        raise _too_large()
    unpacked = 0
    for member in members:
        if member.file_size > _SMALL and member.file_size > _MOST_RATIO * member.compress_size:
            raise _too_large()
        # What the directory says of sizes is a claim: only unpacking proves it.
        with archive.open(member) as file:
            while chunk := file.read(_CHUNK):
                unpacked += len(chunk)
                if unpacked > MOST_UNPACKED:
                    raise _too_large()


def _too_large() -> Unreadable:
    return Unreadable(
        f"unpacks to more than {MOST_UNPACKED // 1024**2} MB, or is packed suspiciously tight; it was not read."
    )
