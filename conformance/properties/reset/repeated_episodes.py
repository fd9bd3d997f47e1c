"""Reset: episodes of seeds that repeat each other where resets without a seed do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from hallmark_rl.conformance.core.episode_data import Episode

_FEWEST_REPEATED = 16
"""Repeated episodes that do not occur by chance where unseeded resets repeat few of theirs."""
_FEWER_UNSEEDED = 8
"""How many times fewer repeated episodes resets without a seed must have.

If both draw from equally many tasks, so uneven a division of 18 repetitions has a probability below
1 in 1,000; it must be seen in two samples: below 1 in a million.
"""


def count_repeated(texts: list[str]) -> int:
    """How many texts have occurred before."""
    return len(texts) - len(set(texts))


def fewer_unseeded(texts: list[str], unseeded: Iterable[str]) -> list[str]:
    """The unseeded episodes, if texts of seeds repeat each other and these repeat few; else none.

    Args:
        texts: the episodes of different seeds, as texts.
        unseeded: as many episodes without a seed, each played when it is taken.
    """
    repeated = count_repeated(texts)
    if repeated < _FEWEST_REPEATED:
        return []
    drawn: list[str] = []
    for text in unseeded:
        drawn.append(text)
        if count_repeated(drawn) > max(1, repeated // _FEWER_UNSEEDED):
            return []
    return drawn


def equal_episodes(seeds: list[int], texts: list[str], /, **options: Any) -> Episode:
    """The resets of two seeds with the most common text."""
    most, _ = Counter(texts).most_common(1)[0]
    one, other = [seed for seed, text in zip(seeds, texts, strict=True) if text == most][:2]
    return two_resets(one, other, **options)


def two_resets(one: int, other: int, /, **options: Any) -> Episode:
    """The resets of two seeds, one after the other."""
    resets = (Episode.of(seed, [], **options).calls for seed in (one, other))
    return Episode(tuple(call for calls in resets for call in calls), "two seeds")
