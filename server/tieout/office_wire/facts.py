"""Facts about Excel's API classes on the wire, parsed once from `wire-members.json`."""

from functools import lru_cache
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from tieout.assets import asset


class _Facts(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class ScalarFacts(_Facts):
    """A scalar property. `api` is the requirement set that brought it, or "" for the first."""

    js: str
    writable: bool
    api: str = ""


class NavigationFacts(_Facts):
    """A property that leads to another object."""

    js: str
    type: str
    api: str = ""


class MethodFacts(_Facts):
    """A method. `read` is what the library says, which counts some plain reads as writes."""

    js: str
    kind: Literal["void", "scalar", "object"]
    read: bool
    args: tuple[str, ...] = ()
    type: str = ""
    api: str = ""


class IndexerFacts(_Facts):
    """How a collection gives an item by key."""

    js: str
    type: str
    args: tuple[str, ...] = ()


class EventFacts(_Facts):
    """An event, by its JavaScript name."""

    js: str


class ClassFacts(_Facts):
    """One class by its wire names."""

    collection: bool = False
    item: str = ""
    scalars: dict[str, ScalarFacts] = Field(default_factory=dict[str, ScalarFacts])
    navigations: dict[str, NavigationFacts] = Field(default_factory=dict[str, NavigationFacts])
    methods: dict[str, MethodFacts] = Field(default_factory=dict[str, MethodFacts])
    indexer: IndexerFacts | None = None
    events: tuple[EventFacts, ...] = ()


class WireFacts(_Facts):
    """Every class and enum of the Excel namespace."""

    classes: dict[str, ClassFacts]
    enums: dict[str, tuple[str, ...]]


@lru_cache(maxsize=1)
def wire_facts() -> WireFacts:
    """The facts; read once for the life of the process."""
    text = asset("office_js_reference/wire-members.json").read_text(encoding="utf-8")
    return WireFacts.model_validate_json(text)
