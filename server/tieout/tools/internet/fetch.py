"""One page from the public web, within limits; every hop is checked, and so is the socket's end.

The name is resolved once for each connection, all its addresses have to be public, and the
connection goes to one of exactly these: there is no second look-up that could answer otherwise.
"""

import asyncio
import socket
import zlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import aiohttp
from aiohttp import hdrs
from aiohttp.abc import AbstractResolver, ResolveResult
from yarl import URL

from tieout import __version__
from tieout.errors import ModelVisibleError
from tieout.tools.internet.addresses import (
    NotPublic,
    WebAddress,
    is_public,
    read_address,
    redirected,
)

USER_AGENT: Final = f"Tieout/{__version__} (fetches single pages that a person asked for)"
MOST_REDIRECTS: Final = 5
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_CHUNK = 64 * 1024

AddressInfo: TypeAlias = tuple[
    int | socket.AddressFamily, int | socket.SocketKind, int, str, tuple[object, ...]
]
Lookup: TypeAlias = Callable[[str], Awaitable[Sequence[str]]]
"""All addresses of a host name; raises OSError when it has none."""
SocketMaker: TypeAlias = Callable[[AddressInfo], socket.socket]


class FetchFailed(ModelVisibleError):
    """The page could not be fetched; the sentence says why."""


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """Of one page, redirects included. Bytes count unpacked as well as packed."""

    seconds: float = 25.0
    connect_seconds: float = 8.0
    silent_seconds: float = 10.0
    most_bytes: int = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Fetched:
    """A page. `content` is unpacked, `content_type` in lower case and without parameters."""

    address: WebAddress
    status: int
    content_type: str
    content: bytes


async def system_lookup(host: str) -> Sequence[str]:
    """The system's resolver."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))


def public_socket(info: AddressInfo) -> socket.socket:
    """A socket for an address that is looked at once more, right before it is used.

    Raises:
        NotPublic: It isn't public.
    """
    address = read_address(str(info[4][0]))
    if address is None or not is_public(address):
        raise NotPublic("That is not an address of the public web; nothing was sent there.")
    return socket.socket(info[0], info[1], info[2])


@dataclass(frozen=True, slots=True)
class PublicWeb:
    """Fetches pages.

    Attributes:
        lookup: Resolves names.
        socket_for: Makes the socket that connects.
    """

    limits: FetchLimits = field(default_factory=FetchLimits)
    lookup: Lookup = system_lookup
    socket_for: SocketMaker = public_socket

    async def fetch(
        self,
        address: WebAddress,
        accepts: Callable[[str], bool],
        allows: Callable[[WebAddress], Awaitable[None]] | None = None,
    ) -> Fetched:
        """Get a page, following redirects.

        Args:
            address: Where to begin.
            accepts: Whether a content type is wanted; asked before the body is read.
            allows: Raises when a hop may not be asked for, as by robots.txt.

        Raises:
            NotPublic: A hop doesn't lie on the public web.
            FetchFailed: It could not be fetched within its limits.
        """
        try:
            async with asyncio.timeout(self.limits.seconds), self._session() as session:
                return await self._follow(session, address, accepts, allows)
        except TimeoutError:
            raise FetchFailed(
                f"{address.origin} did not answer in time ({self.limits.seconds:.0f} s at most)."
            ) from None
        except aiohttp.ClientError as error:
            raise _failure(address, error) from error
        except (OSError, ValueError, zlib.error) as error:
            raise FetchFailed(
                f"{address.origin} could not be reached, or answered nonsense."
            ) from error

    def _session(self) -> aiohttp.ClientSession:
        connector = aiohttp.TCPConnector(
            resolver=_CheckingResolver(self.lookup),
            use_dns_cache=False,
            force_close=True,
            limit=1,
            socket_factory=self.socket_for,
        )
        limits = self.limits
        return aiohttp.ClientSession(
            connector=connector,
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            trust_env=False,
            timeout=aiohttp.ClientTimeout(
                total=limits.seconds,
                sock_connect=limits.connect_seconds,
                sock_read=limits.silent_seconds,
            ),
            headers={
                hdrs.USER_AGENT: USER_AGENT,
                hdrs.ACCEPT: "text/html,application/xhtml+xml,application/pdf,text/*;q=0.9,*/*;q=0.1",
                hdrs.ACCEPT_ENCODING: "gzip",
            },
        )

    async def _follow(
        self,
        session: aiohttp.ClientSession,
        address: WebAddress,
        accepts: Callable[[str], bool],
        allows: Callable[[WebAddress], Awaitable[None]] | None,
    ) -> Fetched:
        for _ in range(MOST_REDIRECTS + 1):
            if allows is not None:
                await allows(address)
            async with session.get(_sent(address), allow_redirects=False) as response:
                location = response.headers.get(hdrs.LOCATION)
                if response.status in _REDIRECTS and location is not None:
                    address = redirected(address, location)
                    continue
                return await self._read(address, response, accepts)
        raise FetchFailed(f"{address.origin} redirects more than {MOST_REDIRECTS} times.")

    async def _read(
        self,
        address: WebAddress,
        response: aiohttp.ClientResponse,
        accepts: Callable[[str], bool],
    ) -> Fetched:
        content_type = response.headers.get(hdrs.CONTENT_TYPE, "").partition(";")[0].strip().lower()
        if response.status >= 400:  # noqa: PLR2004 - HTTP's errors
            return Fetched(address, response.status, content_type, b"")
        if not accepts(content_type):
            raise FetchFailed(
                f"{address.url} is {content_type or 'of no stated type'}, which is not read here."
            )
        encoding = response.headers.get(hdrs.CONTENT_ENCODING, "identity").strip().lower()
        content = bytearray()
        unpack = _unpacker(encoding, address)
        async for chunk in response.content.iter_chunked(_CHUNK):
            content += unpack(chunk, self.limits.most_bytes + 1 - len(content))
            if len(content) > self.limits.most_bytes:
                raise FetchFailed(
                    f"{address.url} is larger than {self.limits.most_bytes // 1024**2} MB; it was not read."
                )
        return Fetched(address, response.status, content_type, bytes(content))


def _sent(address: WebAddress) -> URL:
    """The URL for the library, to the letter; two readings of its host are no reading."""
    url = URL(address.url, encoded=True)
    if (url.raw_host, url.port) != (address.host.strip("[]"), address.port):
        raise NotPublic("That is no web address: its host can be read in two ways.")
    return url


class _CheckingResolver(AbstractResolver):
    """Gives addresses to connect to only when every one the name has is public."""

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup

    async def resolve(  # pyright: ignore[reportImplicitOverride]
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """All addresses of the name, checked.

        Raises:
            NotPublic: One of them isn't public.
        """
        del family
        try:
            found = await self._lookup(host)
        except OSError:
            raise FetchFailed(f"There is no host named {host}.") from None
        addresses = [read_address(text) for text in found]
        if not addresses:
            raise FetchFailed(f"There is no host named {host}.")
        if any(address is None or not is_public(address) for address in addresses):
            raise NotPublic(f"{host} leads to an address that is not of the public web.")
        return [
            ResolveResult(
                hostname=host,
                host=str(address),
                port=port,
                family=socket.AF_INET if address.version == 4 else socket.AF_INET6,  # noqa: PLR2004
                proto=0,
                flags=socket.AI_NUMERICHOST,
            )
            for address in addresses
            if address is not None
        ]

    async def close(self) -> None:  # pyright: ignore[reportImplicitOverride]
        """Nothing is kept."""


def _unpacker(encoding: str, address: WebAddress) -> Callable[[bytes, int], bytes]:
    """Unpacks chunks, at most so many bytes of each: what a bomb holds beyond stays packed."""
    if encoding in ("", "identity"):
        return lambda chunk, most: chunk[:most]
    if encoding not in ("gzip", "x-gzip"):
        raise FetchFailed(f"{address.origin} packs its pages in a way that was not asked for.")
    return zlib.decompressobj(wbits=31).decompress


def _failure(address: WebAddress, error: aiohttp.ClientError) -> ModelVisibleError:
    """The refusal that went through the library comes back as itself."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ModelVisibleError):
            return cause
        cause = cause.__cause__ or cause.__context__
    if isinstance(error, aiohttp.ClientConnectorCertificateError):
        return FetchFailed(f"The certificate of {address.origin} is not valid; nothing was read.")
    return FetchFailed(f"{address.origin} could not be reached ({type(error).__name__}).")
