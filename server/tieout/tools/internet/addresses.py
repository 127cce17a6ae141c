"""Which addresses are the public web's: pure decisions.

A server that fetches what it is told to can be made to reach what only it can reach: the machine
itself, its network, the provider's metadata service. Sources: IANA's special-purpose address
registries (RFC 6890 and followers), WHATWG URL (hosts that end in a number).
"""

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import TypeAlias
from urllib.parse import urljoin, urlsplit

from tieout.errors import ModelVisibleError

IpAddress: TypeAlias = IPv4Address | IPv6Address

LONGEST_URL = 2_000
PORTS = frozenset({80, 443, 8080, 8443})
_IPV4_OTHERS = tuple(
    IPv4Network(text)
    for text in (
        "0.0.0.0/8",
        "100.64.0.0/10",
        "168.63.129.16/32",
        "192.0.0.0/24",
        "192.88.99.0/24",
        "198.18.0.0/15",
        "224.0.0.0/4",
        "240.0.0.0/4",
    )
)
"""Beside what Python calls private: its list grew from version to version. 168.63.129.16 is a
provider's platform service at a public address."""
_IPV6_PUBLIC = IPv6Network("2000::/3")
_IPV6_OTHERS = tuple(
    IPv6Network(text) for text in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
)
"""Protocol assignments and Teredo, documentation, 6to4."""
_NAT64 = IPv6Network("64:ff9b::/96")
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)\Z")
_NUMBER = re.compile(r"(?:[0-9]+|0x[0-9a-f]*)\Z")
_PRINTABLE = re.compile(r"[!-~]+\Z")


class NotPublic(ModelVisibleError):
    """The address isn't one of the public web; nothing was sent there."""


@dataclass(frozen=True, slots=True)
class WebAddress:
    """A URL that may be asked for, once its host's addresses were checked too.

    Attributes:
        url: As it is sent, without fragment; ASCII.
        origin: Scheme, host and port.
    """

    url: str
    scheme: str
    host: str
    port: int

    @property
    def origin(self) -> str:
        usual = {"http": 80, "https": 443}[self.scheme]
        return f"{self.scheme}://{self.host}" + ("" if self.port == usual else f":{self.port}")


def is_public(address: IpAddress) -> bool:
    """Whether packets to this address leave for the public internet, by the registries."""
    if isinstance(address, IPv4Address):
        return address.is_global and not any(address in network for network in _IPV4_OTHERS)
    if address.ipv4_mapped is not None:
        return is_public(address.ipv4_mapped)
    if address in _NAT64:
        return is_public(IPv4Address(int(address) & 0xFFFFFFFF))
    if address not in _IPV6_PUBLIC or address.scope_id is not None:
        return False
    return address.is_global and not any(address in network for network in _IPV6_OTHERS)


def read_address(text: str) -> IpAddress | None:
    """An address as resolvers give it; None when it is none."""
    try:
        return ip_address(text)
    except ValueError:
        return None


def web_address(url: str) -> WebAddress:
    """Take a URL apart, strictly: what two parsers could read in two ways is refused.

    Raises:
        NotPublic: It can't be one of the public web; the sentence says why.
    """
    text = url.strip()
    if len(text) > LONGEST_URL:
        raise NotPublic(f"A web address has at most {LONGEST_URL:,} characters.")
    if not text.isascii():
        text = _encoded(text)
    if not _PRINTABLE.match(text) or "\\" in text:
        raise NotPublic(
            "That is no web address: it holds spaces, control characters or backslashes."
        )
    try:
        parts = urlsplit(text)
        host, port = (parts.hostname or "").rstrip(".").lower(), parts.port
    except ValueError:
        raise NotPublic("That is no web address.") from None
    if parts.scheme not in ("http", "https"):
        raise NotPublic("Only http and https addresses can be read.")
    if "@" in parts.netloc:
        raise NotPublic("A web address with a user name or password in it is not asked for.")
    _check_host(host)
    if port is None:
        port = {"http": 80, "https": 443}[parts.scheme]
    if port not in PORTS:
        raise NotPublic(f"Port {port} is none of web pages.")
    shown = f"[{host}]" if ":" in host else host
    made = WebAddress("", parts.scheme, shown, port)
    path = parts.path or "/"
    query = f"?{parts.query}" if parts.query else ""
    return WebAddress(f"{made.origin}{path}{query}", parts.scheme, shown, port)


def redirected(base: WebAddress, location: str) -> WebAddress:
    """Where a redirect leads, checked like any other address.

    Raises:
        NotPublic: Not to the public web.
    """
    try:
        joined = urljoin(base.url, location.strip())
    except ValueError:
        raise NotPublic(f"{base.origin} redirects to something that is no web address.") from None
    return web_address(joined)


def _check_host(host: str) -> None:
    """Refuse literal addresses that aren't public, and every way to disguise one."""
    literal = read_address(host)
    if literal is not None:
        if not is_public(literal):
            raise NotPublic(f"{host} is not an address of the public web.")
        return
    labels = host.split(".")
    # 127.1, 0x7f.0.0.1, 2130706433 and 0177.0.0.1 are all this machine to the system's resolver.
    if _NUMBER.match(labels[-1]):
        raise NotPublic(f"{host} is no host name, and no address in its usual form.")
    if len(host) > 253 or not all(_LABEL.match(label) for label in labels):  # noqa: PLR2004 - DNS
        raise NotPublic("That is no web address: its host is no host name.")
    if len(labels) == 1 or labels[-1] in ("local", "localhost", "internal", "home", "lan", "onion"):
        raise NotPublic(f"{host} is not a name of the public web.")


def _encoded(text: str) -> str:
    """International host names as DNS has them, the rest percent-encoded."""
    scheme, colon, rest = text.partition("://")
    ends = [place for mark in "/?#" if (place := rest.find(mark)) >= 0]
    cut = min(ends, default=len(rest))
    try:
        host = rest[:cut].encode("idna").decode("ascii") if colon else rest[:cut]
    except UnicodeError:
        raise NotPublic("That is no web address: its host is no host name.") from None
    tail = "".join(
        c if c.isascii() else "".join(f"%{byte:02X}" for byte in c.encode("utf-8", "replace"))
        for c in rest[cut:]
    )
    return f"{scheme}{colon}{host}{tail}"
