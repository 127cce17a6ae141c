"""What models cost: a dated table, as data."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from pydantic import TypeAdapter

from tieout.llm.client import Usage

_MILLION: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """One model's prices, in dollars per million tokens.

    Attributes:
        write_5m: Of input written to the cache for five minutes.
        write_1h: Of input written to the cache for an hour.
        read: Of input read from the cache.
    """

    input: float
    output: float
    write_5m: float
    write_1h: float
    read: float

    @property
    def write_factor(self) -> float:
        """A five-minute cache write in units of plain input."""
        return self.write_5m / self.input

    @property
    def read_factor(self) -> float:
        """A cache read in units of plain input."""
        return self.read / self.input

    @property
    def output_factor(self) -> float:
        """Output in units of plain input."""
        return self.output / self.input

    def dollars(self, usage: Usage) -> float:
        """What a request cost. Cache writes count as five-minute ones: the usage that is kept
        doesn't tell them apart, and only the first request of a session writes for an hour.
        """
        cost = (
            usage.input_tokens * self.input
            + usage.cache_creation_input_tokens * self.write_5m
            + usage.cache_read_input_tokens * self.read
            + usage.output_tokens * self.output
        )
        return cost / _MILLION

    def input_equivalents(self, usage: Usage) -> float:
        """The same cost in tokens of plain input, to compare layouts of requests."""
        return self.dollars(usage) * _MILLION / self.input


@dataclass(frozen=True, slots=True)
class PriceTable:
    """Prices by model id.

    Attributes:
        as_of: The day they were read, ISO 8601.
    """

    as_of: str
    unit: str
    source: str
    models: dict[str, Price]

    def price(self, model_id: str) -> Price | None:
        """A model's prices; a dated id (`claude-…-20260101`) has those of its model."""
        fitting = [name for name in self.models if model_id.startswith(name)]
        return self.models[max(fitting, key=len)] if fitting else None


@cache
def price_table() -> PriceTable:
    """The table that comes with the program."""
    text = (files("tieout.llm") / "prices.json").read_bytes()
    return TypeAdapter(PriceTable).validate_json(text)


def dollars(model_id: str, usage: Usage) -> float | None:
    """What a request to a model cost; None where its price isn't in the table."""
    price = price_table().price(model_id)
    return None if price is None else price.dollars(usage)
