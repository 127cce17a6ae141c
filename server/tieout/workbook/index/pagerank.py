"""Personalised PageRank: how near places are to those somebody cares about.

A walker starts at the places of interest, follows an edge with probability `damping`, and else
starts again. The share of time it spends at a place is its rank.
"""

import numpy as np
from numpy.typing import NDArray

DAMPING = 0.85
_MOST_ROUNDS = 100
_CLOSE = 1e-10

Numbers = NDArray[np.float64]
Places = NDArray[np.int64]


def personalised_ranks(
    start: Numbers,
    sources: Places,
    targets: Places,
    weights: Numbers,
    *,
    damping: float = DAMPING,
) -> Numbers:
    """The rank of every place; they add up to 1.

    Args:
        start: Interest in each place, none negative; all zeros rank every place 0.
        sources: Where each edge begins.
        targets: Where it leads.
        weights: How likely it is taken, against the others from the same place.
        damping: How long walks are: 0.85 is seven edges on average.
    """
    total = float(start.sum())
    if total <= 0:
        return np.zeros(len(start))
    count = len(start)
    home = start / total
    leaving = np.bincount(sources, weights, count)
    shares = weights / leaving[sources] if len(sources) else weights
    ends = leaving == 0
    ranks = home.copy()
    for _ in range(_MOST_ROUNDS):
        walked = np.bincount(targets, ranks[sources] * shares, count)
        back = 1.0 - damping + damping * float(ranks[ends].sum())
        fresh = damping * walked + back * home
        change = float(np.abs(fresh - ranks).sum())
        ranks = fresh
        if change < _CLOSE:
            break
    return ranks
