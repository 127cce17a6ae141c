"""Whether something may be sent to the web: the setting, and the person's word for each thing.

What the model sends out can carry what it has read, so each query and each address that it made is
shown whole before it leaves. There is no session that hasn't read the workbook: its map is shown
with the first task. Addresses the person typed carry nothing of the model's and need no question.
"""

import contextlib
import re
from collections.abc import Callable, Iterable

from tieout.errors import ModelVisibleError
from tieout.execution.approvals import ApprovalRequest, Approver
from tieout.settings import WebPolicy
from tieout.tools.documents.blocks import visible
from tieout.tools.internet.addresses import NotPublic, WebAddress, web_address

OFF = "Web tools are off here (TIEOUT_WEB=off). Do the task without them, or say what is missing."
DECLINED = (
    "The user did not agree to {what}. Nothing was sent. Do the task without it, or say in your "
    "answer what is missing."
)
_URL = re.compile(r"https?://[^\s<>\"'`|\\^{}]+")
_ENDS = ".,;:!?)]}»”’"


class WebPermission:
    """Asks before something is sent to the web. Lives as long as a session.

    Args:
        policy: `off`: never; `ask`: each query and address; `on`: without asking.
        approver: Who is asked.
        tasks: The person's own words so far: addresses in them may be read.
        declined: What the model reads after a no, with `{what}` for what it was.
    """

    def __init__(
        self,
        policy: WebPolicy,
        approver: Approver,
        tasks: Callable[[], Iterable[str]] = tuple,
        declined: str = DECLINED,
    ) -> None:
        self._policy = policy
        self._approver = approver
        self._tasks = tasks
        self._declined = declined
        self._allowed: set[str] = set()

    async def to_read(self, address: WebAddress) -> None:
        """Wait until a page may be asked for.

        Raises:
            ModelVisibleError: It may not.
        """
        if self._policy == "ask" and address.url in typed_addresses(self._tasks()):
            return
        await self._ask(f"read the web page {address.url}")

    async def to_search(self, service: str, query: str) -> None:
        """Wait until a query may be sent.

        Raises:
            ModelVisibleError: It may not.
        """
        if visible(query) != query:
            raise ModelVisibleError(
                "The query holds characters that nobody can see; write it without them."
            )
        await self._ask(f"search the web with {service} for: {query}")

    async def _ask(self, what: str) -> None:
        if self._policy == "off":
            raise ModelVisibleError(OFF)
        if self._policy == "on" or what in self._allowed:
            return
        if not await self._approver.decide(ApprovalRequest("web", (what,))):
            raise ModelVisibleError(self._declined.format(what=what))
        self._allowed.add(what)


def typed_addresses(tasks: Iterable[str]) -> frozenset[str]:
    """The web addresses that stand in texts, as they would be sent."""
    found: set[str] = set()
    for task in tasks:
        for text in _URL.findall(task):
            with contextlib.suppress(NotPublic):
                found.add(web_address(text.rstrip(_ENDS)).url)
    return frozenset(found)
