"""The certificate of https://localhost: made here, or judged when somebody else made it.

Ours comes from an authority of its own that is limited to this machine's names and whose key is
forgotten as soon as it has signed: trusting it can't be used against any other site.
"""

import ipaddress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tieout.errors import SettingsError

NAMES = frozenset({"localhost", "127.0.0.1"})
"""Names that the pane and its socket use; a certificate has to have all of them."""
LIFE = timedelta(days=365)
"""Below the 825 days that Apple allows a certificate of a private authority."""
WARNING = timedelta(days=7)
AUTHORITY = "Tieout on this machine"

_Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
_LOCAL_ADDRESSES: tuple[_Address, ...] = (
    ipaddress.IPv4Address("127.0.0.1"),
    ipaddress.IPv6Address("::1"),
)


@dataclass(frozen=True, slots=True)
class CertificatePem:
    """Authority, certificate and the certificate's private key, each as PEM."""

    authority: bytes
    certificate: bytes
    key: bytes


@dataclass(frozen=True, slots=True)
class CertificateFacts:
    """What a judgement needs of a certificate.

    Attributes:
        names: DNS names and addresses it is valid for.
        not_before: UTC.
        not_after: UTC.
        key_fits: Whether the key given with it is its own.
        signed_by_authority: None when no authority was given with it.
    """

    names: frozenset[str]
    not_before: datetime
    not_after: datetime
    key_fits: bool
    signed_by_authority: bool | None


def make_certificates(now: datetime) -> CertificatePem:
    """A fresh authority and a certificate for this machine's own names, valid for a year."""
    authority_key = ec.generate_private_key(ec.SECP256R1())
    authority = _authority(authority_key, now)
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = (
        _builder(key.public_key(), "localhost", AUTHORITY, now)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(
            x509.SubjectAlternativeName(
                [x509.DNSName("localhost"), *(x509.IPAddress(a) for a in _LOCAL_ADDRESSES)]
            ),
            critical=False,
        )
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key()),
            critical=False,
        )
        .sign(authority_key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    return CertificatePem(
        authority.public_bytes(pem),
        certificate.public_bytes(pem),
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()),
    )


def _authority(key: ec.EllipticCurvePrivateKey, now: datetime) -> x509.Certificate:
    networks = [ipaddress.ip_network(f"{a}/{a.max_prefixlen}") for a in _LOCAL_ADDRESSES]
    permitted = [x509.DNSName("localhost"), *(x509.IPAddress(network) for network in networks)]
    return (
        _builder(key.public_key(), AUTHORITY, AUTHORITY, now)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(
            x509.NameConstraints(permitted_subtrees=permitted, excluded_subtrees=None),
            critical=True,
        )
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )


def _builder(
    key: ec.EllipticCurvePublicKey, subject: str, issuer: str, now: datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, subject)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]))
        .public_key(key)
        .serial_number(x509.random_serial_number())
        # Clocks of a virtual machine and its host differ by minutes.
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + LIFE)
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )


def read_facts(certificate: bytes, key: bytes, authority: bytes | None) -> CertificateFacts:
    """What is in the files.

    Args:
        certificate: PEM; the first one of a chain counts.
        key: PEM, without a password.
        authority: PEM of the authority, where it is known.

    Raises:
        SettingsError: They are no PEM files of a certificate and a key.
    """
    try:
        found = x509.load_pem_x509_certificate(certificate)
        private = serialization.load_pem_private_key(key, password=None)
        issuer = None if authority is None else x509.load_pem_x509_certificate(authority)
    except (ValueError, TypeError) as error:
        raise SettingsError("The files are no certificate and key in PEM form.") from error
    return CertificateFacts(
        _names(found),
        found.not_valid_before_utc,
        found.not_valid_after_utc,
        found.public_key() == private.public_key(),
        None if issuer is None else _is_signed_by(found, issuer),
    )


def _names(certificate: x509.Certificate) -> frozenset[str]:
    try:
        entries = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return frozenset()
    addresses = entries.get_values_for_type(x509.IPAddress)
    return frozenset({*entries.get_values_for_type(x509.DNSName), *map(str, addresses)})


def _is_signed_by(certificate: x509.Certificate, authority: x509.Certificate) -> bool:
    try:
        certificate.verify_directly_issued_by(authority)
    except (InvalidSignature, ValueError, TypeError):
        return False
    return True


def objection(facts: CertificateFacts, now: datetime) -> str:
    """Why a certificate can't be used, as a sentence; "" when it can."""
    missing = sorted(NAMES - facts.names)
    if missing:
        shown = ", ".join(sorted(facts.names)) or "no name at all"
        return f"It is for {shown}, but not for {' and '.join(missing)}."
    if not facts.key_fits:
        return "The key belongs to another certificate."
    if facts.signed_by_authority is False:
        return "It was not signed by the authority beside it."
    if now < facts.not_before:
        return f"It is valid from {facts.not_before:%Y-%m-%d %H:%M} UTC only: check the clock."
    if now >= facts.not_after:
        return f"It expired on {facts.not_after:%Y-%m-%d}."
    return ""


def expiry_warning(facts: CertificateFacts, now: datetime) -> str:
    """A sentence when fewer than seven days are left, else ""."""
    left = facts.not_after - now
    if left >= WARNING:
        return ""
    days = max(0, left.days)
    return f"The certificate expires in {days} day{'s' if days != 1 else ''}."


def thumbprint(authority: bytes) -> str:
    """SHA-1 of the certificate in upper-case hex: how Windows names it in its store."""
    certificate = x509.load_pem_x509_certificate(authority)
    return certificate.fingerprint(hashes.SHA1()).hex().upper()  # noqa: S303 - Windows' own key
