"""The certificate of https://localhost: what we make holds, and what can't hold is refused."""

import asyncio
import os
import socket
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tieout.errors import SettingsError
from tieout.live.certificate_files import (
    Absent,
    CertificateFiles,
    Unusable,
    Usable,
    candidates,
    choose,
    examine,
    keep,
    office_files,
    own_files,
    server_context,
)
from tieout.live.certificates import (
    CertificateFacts,
    expiry_warning,
    make_certificates,
    objection,
    read_facts,
)

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
DAY = timedelta(days=1)
posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no file modes")


def facts(**changes: object) -> CertificateFacts:
    given = {
        "names": frozenset({"localhost", "127.0.0.1"}),
        "not_before": NOW - DAY,
        "not_after": NOW + 30 * DAY,
        "key_fits": True,
        "signed_by_authority": True,
    }
    return CertificateFacts(**(given | changes))


def made(folder: Path, now: datetime = NOW) -> CertificateFiles:
    files = own_files(folder)
    keep(make_certificates(now), files)
    return files


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"names": frozenset({"localhost"})}, "not for 127.0.0.1"),
        ({"names": frozenset()}, "no name at all"),
        ({"names": frozenset({"example.com"})}, "127.0.0.1 and localhost"),
        ({"key_fits": False}, "another certificate"),
        ({"signed_by_authority": False}, "not signed by the authority"),
        ({"not_before": NOW + DAY}, "check the clock"),
        ({"not_after": NOW}, "expired on 2026-05-04"),
    ],
)
def test_what_cannot_hold_is_refused_with_the_reason(changes, words):
    assert words in objection(facts(**changes), NOW)


def test_an_unknown_authority_is_no_objection():
    assert objection(facts(signed_by_authority=None), NOW) == ""


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (7 * DAY, ""),
        (7 * DAY - timedelta(seconds=1), "6 days"),
        (DAY, "1 day."),
        (DAY / 2, "0 days"),
    ],
)
def test_the_last_seven_days_are_warned_of(left, words):
    warning = expiry_warning(facts(not_after=NOW + left), NOW)
    assert words in warning
    assert bool(words) == bool(warning)


def test_what_we_make_is_usable_for_a_year_and_private(tmp_path):
    files = made(tmp_path)
    found = examine(files, NOW)
    assert isinstance(found, Usable)
    assert found.warning == ""
    assert found.facts.names == {"localhost", "127.0.0.1", "::1"}
    late = examine(files, NOW + timedelta(days=360))
    assert isinstance(late, Usable)
    assert "expires in 5 days" in late.warning
    assert "tieout certs --renew" in late.warning
    over = examine(files, NOW + timedelta(days=366))
    assert isinstance(over, Unusable)
    assert "expired" in over.sentence
    if os.name != "nt":
        assert files.key.stat().st_mode & 0o777 == 0o600


def test_the_authority_can_sign_for_this_machine_only_and_its_key_is_gone(tmp_path):
    pem = make_certificates(NOW)
    authority = x509.load_pem_x509_certificate(pem.authority)
    constraints = authority.extensions.get_extension_for_class(x509.NameConstraints)
    assert constraints.critical
    permitted = {str(name.value) for name in constraints.value.permitted_subtrees or ()}
    assert permitted == {"localhost", "127.0.0.1/32", "::1/128"}
    key = serialization.load_pem_private_key(pem.key, password=None)
    assert key.public_key() != authority.public_key()
    assert b"PRIVATE" not in pem.authority + pem.certificate


async def shake_hands(context: ssl.SSLContext, authority: Path, name: str) -> None:
    """A TLS handshake over real sockets, checked by OpenSSL."""
    accepted: list[asyncio.StreamWriter] = []
    server = await asyncio.start_server(
        lambda _, writer: accepted.append(writer),
        "127.0.0.1",
        0,
        ssl=context,
        family=socket.AF_INET,
    )
    async with server:
        port = server.sockets[0].getsockname()[1]
        client = ssl.create_default_context(cafile=authority)
        _, writer = await asyncio.open_connection(
            "127.0.0.1", port, ssl=client, server_hostname=name
        )
        writer.close()
        await writer.wait_closed()
        for other in accepted:
            other.close()


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1"])
async def test_a_client_that_trusts_the_authority_connects(tmp_path, name):
    now = datetime.now(UTC)
    files = made(tmp_path, now)
    found = examine(files, now)
    assert isinstance(found, Usable)
    await shake_hands(server_context(found), tmp_path / "certs" / "ca.crt", name)


def signed(names: list[x509.GeneralName], folder: Path, now: datetime) -> CertificateFiles:
    """A certificate that signs itself, with any names."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "test")])
    builder = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(1).not_valid_before(now - DAY).not_valid_after(now + 30 * DAY)
    )  # fmt: skip
    if names:
        builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
    certificate = builder.sign(key, hashes.SHA256())
    folder.mkdir(parents=True, exist_ok=True)
    files = CertificateFiles("settings", folder / "c.pem", folder / "k.pem", None)
    files.certificate.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    files.key.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    files.key.chmod(0o600)
    return files


@pytest.mark.parametrize(
    "names", [[], [x509.DNSName("tieout.example")], [x509.DNSName("localhost")]]
)
def test_a_file_with_wrong_names_is_refused_with_what_to_replace(tmp_path, names):
    found = examine(signed(names, tmp_path, NOW), NOW)
    assert isinstance(found, Unusable)
    assert "but not for" in found.sentence
    assert "TIEOUT_CERTIFICATE" in found.sentence


@posix
@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604])
def test_a_key_that_others_can_read_is_refused_with_the_command(tmp_path, mode):
    files = made(tmp_path)
    files.key.chmod(mode)
    found = examine(files, NOW)
    assert isinstance(found, Unusable)
    assert f'chmod 600 "{files.key}"' in found.sentence


def test_files_that_are_no_certificate_are_refused(tmp_path):
    files = made(tmp_path)
    files.certificate.write_text("hello", "utf-8")
    found = examine(files, NOW)
    assert isinstance(found, Unusable)
    assert "no certificate and key in PEM form" in found.sentence


def test_a_lost_key_and_a_swapped_key_are_named(tmp_path):
    files = made(tmp_path)
    other = make_certificates(NOW)
    files.key.write_bytes(other.key)
    swapped = examine(files, NOW)
    files.key.unlink()
    lost = examine(files, NOW)
    assert isinstance(swapped, Unusable)
    assert "another certificate" in swapped.sentence
    assert isinstance(lost, Unusable)
    assert f"{files.key} is missing" in lost.sentence


def test_an_authority_that_did_not_sign_is_noticed():
    one, two = make_certificates(NOW), make_certificates(NOW)
    assert read_facts(one.certificate, one.key, two.authority).signed_by_authority is False
    assert read_facts(one.certificate, one.key, one.authority).signed_by_authority is True
    assert read_facts(one.certificate, one.key, None).signed_by_authority is None


def test_valid_files_of_the_office_tools_come_first(tmp_path):
    home, config = tmp_path / "home", tmp_path / "config"
    places = candidates(config, home, None, None)
    assert [files.maker for files in places] == ["office-addin-dev-certs", "tieout"]
    assert isinstance(choose(tuple(examine(files, NOW) for files in places)), Absent)
    made(config)
    keep(make_certificates(NOW), office_files(home))
    found = [examine(files, NOW) for files in places]
    assert choose(tuple(found)).files.maker == "office-addin-dev-certs"
    later = tuple(examine(files, NOW + timedelta(days=400)) for files in places)
    assert isinstance(choose(later), Unusable)
    office_files(home).certificate.write_text("damaged", "utf-8")
    assert choose(tuple(examine(files, NOW) for files in places)).files.maker == "tieout"


def test_ones_own_files_leave_no_other_and_come_in_pairs(tmp_path):
    [only] = candidates(tmp_path, tmp_path, tmp_path / "c", tmp_path / "k")
    assert only.maker == "settings"
    missing = examine(only, NOW)
    assert isinstance(missing, Unusable)
    with pytest.raises(SettingsError, match="both"):
        candidates(tmp_path, tmp_path, tmp_path / "c", None)
