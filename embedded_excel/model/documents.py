"""What belongs to the file: reading and changing it, and the passwords that lock its structure."""

import base64
import hashlib
import hmac
import uuid
from collections.abc import Callable
from dataclasses import replace
from xml.etree import ElementTree as ET

from embedded_excel.calc.documents import DocumentParts, StructureLock
from embedded_excel.errors import ExcelApiError, invalid_argument
from embedded_excel.model.workbook import OpenWorkbook

_ALGORITHMS = {"SHA-1": "sha1", "SHA-256": "sha256", "SHA-384": "sha384", "SHA-512": "sha512"}
_XOR = 0xCE4B
_15_BITS = 0x7FFF


def change(workbook: OpenWorkbook, how: Callable[[DocumentParts], DocumentParts]) -> None:
    """Change what the file says about itself."""
    documents = workbook.engine.documents
    documents.set_document(how(documents.document()))
    workbook.changed = True


def root_of(xml: object) -> ET.Element:
    """The root element of XML that a client wants to keep.

    Raises:
        ExcelApiError: InvalidArgument when it isn't well-formed, or declares a document type.
    """
    if not isinstance(xml, str) or "<!doctype" in xml.lower():
        raise invalid_argument()
    try:
        return ET.fromstring(xml)  # noqa: S314
    except (ET.ParseError, ValueError):
        raise invalid_argument() from None


def namespace_of(xml: str) -> str:
    """Namespace of the root element, "" without one."""
    tag = root_of(xml).tag
    return tag[1 : tag.index("}")] if tag.startswith("{") else ""


def new_part_id(parts: DocumentParts, xml: str) -> str:
    """A GUID for a new part, the same for the same workbook and text."""
    taken = {item.id for item in parts.custom_xml}
    number = len(parts.custom_xml)
    while True:
        identity = f"{{{uuid.uuid5(uuid.NAMESPACE_OID, f'{number}:{xml}')}}}".upper()
        if identity not in taken:
            return identity
        number += 1


def protect_structure(workbook: OpenWorkbook, password: object) -> None:
    """Lock the sheets' names, order and number.

    Raises:
        ExcelApiError: InvalidOperation when they are locked.
    """
    if workbook.engine.documents.structure_lock().locked:
        raise ExcelApiError(
            "InvalidOperation", "The operation attempted is invalid on the object.", 400
        )
    legacy = legacy_hash(_text(password)) if password else ""
    workbook.engine.documents.set_structure_lock(StructureLock(locked=True, legacy=legacy))


def unprotect_structure(workbook: OpenWorkbook, password: object) -> None:
    """Unlock; a password is asked for when there is one.

    Raises:
        ExcelApiError: BadPassword.
    """
    lock = workbook.engine.documents.structure_lock()
    if lock.locked and not fits(lock, _text(password)):
        raise ExcelApiError("BadPassword", "The password you supplied is incorrect.", 400)
    workbook.engine.documents.set_structure_lock(replace(StructureLock(), locked=False))


def deny_if_structure_locked(workbook: OpenWorkbook) -> None:
    """Refuse what a locked structure doesn't allow.

    Raises:
        ExcelApiError: AccessDenied.
    """
    if workbook.engine.documents.structure_lock().locked:
        raise ExcelApiError("AccessDenied", "You cannot perform the requested operation.", 401)


def fits(lock: StructureLock, password: str) -> bool:
    """Whether a password opens a lock: its hash with salt, or the 16-bit one, or none at all."""
    if lock.algorithm:
        name = _ALGORITHMS.get(lock.algorithm.upper())
        if name is None:
            return False
        digest = hashlib.new(
            name, base64.b64decode(lock.salt) + password.encode("utf-16-le", "surrogatepass")
        ).digest()
        for turn in range(lock.spins):
            digest = hashlib.new(name, digest + turn.to_bytes(4, "little")).digest()
        return hmac.compare_digest(base64.b64encode(digest).decode(), lock.digest)
    return not lock.legacy or (
        bool(password) and legacy_hash(password).upper() == lock.legacy.upper().zfill(4)
    )


def legacy_hash(password: str) -> str:
    """The 16-bit hash of ECMA-376 part 4, 14.7.1, as four hexadecimal digits."""
    value = 0
    for character in reversed(password):
        value = _rotated(value) ^ (ord(character) & 0xFF)
    return f"{_rotated(value) ^ len(password) ^ _XOR:04X}"


def _rotated(value: int) -> int:
    return ((value >> 14) & 1) | ((value << 1) & _15_BITS)


def _text(password: object) -> str:
    if password is None:
        return ""
    if not isinstance(password, str):
        raise invalid_argument()
    return password
