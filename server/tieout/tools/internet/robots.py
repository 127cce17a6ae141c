"""robots.txt: what a site lets programs fetch (RFC 9309)."""

from protego import Protego

from tieout.errors import ModelVisibleError
from tieout.tools.internet.addresses import WebAddress, web_address
from tieout.tools.internet.fetch import USER_AGENT, PublicWeb

_MOST_CHARACTERS = 512_000
_MISSING = 500
"""Answers from here on mean that the rules exist and can't be read."""


class RobotsRefused(ModelVisibleError):
    """The site doesn't let programs fetch this page."""


class Robots:
    """The rules of sites that were asked, for the life of a session."""

    def __init__(self, web: PublicWeb) -> None:
        self._web = web
        self._rules: dict[str, Protego | None] = {}

    async def check(self, address: WebAddress) -> None:
        """Refuse what the site's robots.txt refuses.

        Raises:
            RobotsRefused: It is refused, or the rules exist and can't be read.
            FetchFailed: The site can't be reached.
            NotPublic: The site isn't on the public web.
        """
        if address.origin not in self._rules:
            self._rules[address.origin] = await self._ask(address)
        rules = self._rules[address.origin]
        if rules is None:
            raise RobotsRefused(
                f"The robots.txt of {address.origin} can't be read now, so nothing was fetched there."
            )
        if not rules.can_fetch(address.url, USER_AGENT):
            raise RobotsRefused(
                f"{address.origin} asks programs not to fetch {address.url} (robots.txt). Use "
                "another source, or ask the user to attach the page."
            )

    async def _ask(self, address: WebAddress) -> Protego | None:
        found = await self._web.fetch(web_address(f"{address.origin}/robots.txt"), lambda _: True)
        if found.status >= _MISSING:
            return None
        return Protego.parse(found.content.decode("utf-8", "replace")[:_MOST_CHARACTERS])
