"""Passwords that lock a workbook's structure."""

import base64
import hashlib

import pytest

from embedded_excel.calc.documents import StructureLock
from embedded_excel.model.documents import fits, legacy_hash, namespace_of


@pytest.mark.parametrize(("password", "digits"), [("abcdefghij", "FEF1"), ("abc", "CC1A")])
def test_the_short_hash_is_excel_s(password, digits):
    assert legacy_hash(password) == digits
    assert fits(StructureLock(locked=True, legacy=digits.lower()), password)
    assert not fits(StructureLock(locked=True, legacy=digits), password + "x")
    assert not fits(StructureLock(locked=True, legacy=digits), "")


def test_a_salted_hash_is_spun_as_often_as_the_file_says():
    salt, password = b"0123456789abcdef", "Geheim"
    digest = hashlib.sha512(salt + password.encode("utf-16-le")).digest()
    for turn in range(3):
        digest = hashlib.sha512(digest + turn.to_bytes(4, "little")).digest()
    lock = StructureLock(
        locked=True,
        algorithm="SHA-512",
        digest=base64.b64encode(digest).decode(),
        salt=base64.b64encode(salt).decode(),
        spins=3,
    )
    assert fits(lock, password)
    assert not fits(lock, "geheim")


def test_a_lock_without_a_password_opens_with_any():
    assert fits(StructureLock(locked=True), "")
    assert fits(StructureLock(locked=True), "x")


def test_the_namespace_of_xml():
    assert namespace_of("<a xmlns='urn:x'/>") == "urn:x"
    assert namespace_of("<a/>") == ""
