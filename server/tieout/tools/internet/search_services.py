"""The three search services, each as its request and what its JSON holds.

Sources: docs.searxng.org/dev/search_api, api-dashboard.search.brave.com/docs, docs.tavily.com (as
of 2026). Only results are read, none of the summaries that some services write.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, assert_never

import aiohttp
from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from tieout.errors import ModelVisibleError, SettingsError
from tieout.settings import Settings
from tieout.tools.internet.fetch import USER_AGENT

ServiceName: TypeAlias = Literal["SearXNG", "Brave Search", "Tavily"]
BRAVE = "https://api.search.brave.com"
TAVILY = "https://api.tavily.com"
MOST_RESULTS = 10
SECONDS = 20.0
_MOST_BYTES = 4 * 1024 * 1024
_GET, _POST = "GET", "POST"


@dataclass(frozen=True, slots=True)
class SearchService:
    """A service that can be asked.

    Attributes:
        base: Where it is, without a slash at the end; the user's setting or the vendor's address.
        key: Its key, "" where it needs none. Never in a text or a log.
    """

    name: ServiceName
    base: str
    key: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """One request to a service."""

    method: str
    url: str
    headers: Mapping[str, str]
    query: Mapping[str, str] = field(default_factory=dict[str, str])
    body: dict[str, JsonValue] | None = None


class SearchResult(BaseModel):
    """One result, whoever found it; the text is the service's excerpt of the page."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    title: str | None = None
    url: str
    content: str | None = None
    """SearXNG's and Tavily's excerpt."""
    description: str | None = None
    """Brave's excerpt."""

    @property
    def text(self) -> str:
        """The excerpt."""
        return self.content or self.description or ""


class _Results(BaseModel):
    model_config = ConfigDict(extra="ignore")

    results: list[SearchResult] = []


class _BraveAnswer(BaseModel):
    model_config = ConfigDict(extra="ignore")

    web: _Results | None = None


def search_service(settings: Settings) -> SearchService | None:
    """The service that the settings name, if any.

    Raises:
        SettingsError: The setting is none of the known ones, or its key is missing.
    """
    text = settings.web_search.strip()
    kind, _, rest = text.partition(":")
    match kind.lower():
        case "":
            return None
        case "searxng" if rest.startswith(("http://", "https://")):
            return SearchService("SearXNG", rest.rstrip("/"))
        case "brave" if not rest:
            key = settings.brave_api_key
            if key is None:
                raise SettingsError("TIEOUT_WEB_SEARCH=brave needs a key in BRAVE_API_KEY.")
            return SearchService("Brave Search", BRAVE, key.get_secret_value())
        case "tavily" if not rest:
            key = settings.tavily_api_key
            if key is None:
                raise SettingsError("TIEOUT_WEB_SEARCH=tavily needs a key in TAVILY_API_KEY.")
            return SearchService("Tavily", TAVILY, key.get_secret_value())
        case _:
            raise SettingsError(
                "TIEOUT_WEB_SEARCH is searxng:URL (such as searxng:http://127.0.0.1:8888), brave or tavily."
            )


def search_request(service: SearchService, query: str) -> SearchRequest:
    """How the service is asked."""
    headers = {"Accept": "application/json", "User-Agent": USER_AGENT}
    match service.name:
        case "SearXNG":
            asked = {"q": query, "format": "json"}
            return SearchRequest(_GET, f"{service.base}/search", headers, asked)
        case "Brave Search":
            asked = {"q": query, "count": str(MOST_RESULTS), "text_decorations": "false"}
            headers["X-Subscription-Token"] = service.key
            return SearchRequest(_GET, f"{service.base}/res/v1/web/search", headers, asked)
        case "Tavily":
            headers["Authorization"] = f"Bearer {service.key}"
            body: dict[str, JsonValue] = {"query": query, "max_results": MOST_RESULTS}
            return SearchRequest(_POST, f"{service.base}/search", headers, body=body)
        case _:
            assert_never(service.name)


def search_results(service: SearchService, answer: bytes) -> tuple[SearchResult, ...]:
    """What the service found, best first.

    Raises:
        ModelVisibleError: The answer has another shape.
    """
    try:
        match service.name:
            case "SearXNG" | "Tavily":
                found = _Results.model_validate_json(answer)
            case "Brave Search":
                found = _BraveAnswer.model_validate_json(answer).web or _Results()
            case _:
                assert_never(service.name)
    except ValidationError:
        raise ModelVisibleError(f"{service.name} answered in an unknown form.") from None
    pages = [one for one in found.results if one.url.startswith(("http://", "https://"))]
    return tuple(pages[:MOST_RESULTS])


async def ask_service(service: SearchService, query: str) -> tuple[SearchResult, ...]:
    """Search.

    Raises:
        ModelVisibleError: The service can't be reached, or refuses; the sentence says which.
    """
    request = search_request(service, query)
    timeout = aiohttp.ClientTimeout(total=SECONDS)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout, cookie_jar=aiohttp.DummyCookieJar()) as session,
            session.request(
                request.method,
                request.url,
                params=dict(request.query) or None,
                json=request.body,
                headers=dict(request.headers),
                allow_redirects=False,
            ) as response,
        ):
            if response.status != 200:  # noqa: PLR2004 - all three answer 200 or fail
                raise ModelVisibleError(refusal(service, response.status))
            answer = await response.content.read(_MOST_BYTES)
            while len(answer) < _MOST_BYTES and (more := await response.content.read(_MOST_BYTES)):
                answer += more
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise ModelVisibleError(
            f"{service.name} can't be reached ({type(error).__name__}); nothing was found."
        ) from error
    return search_results(service, answer)


def refusal(service: SearchService, status: int) -> str:
    """What a status of the service means, for the model and through it for the user."""
    match status:
        case 401 | 422:
            return f"{service.name} does not accept its key ({status}): the user has to correct it."
        case 403 if service.name == "SearXNG":
            return (
                "This SearXNG gives no JSON (403): the user has to add json to its search.formats."
            )
        case 402 | 429 | 432 | 433:
            return f"{service.name} allows no more searches now ({status}). Go on without."
        case _:
            return f"{service.name} answered with an error ({status}). Go on without."
