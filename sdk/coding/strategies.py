"""Short names for what task files draw from."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from hallmark_rl.sdk.coding.task import Inputs

__all__ = ["Inputs", "args", "ints", "operations", "st", "words"]


def args(*strategies: SearchStrategy[Any]) -> Inputs:
    """The tuple of arguments, one strategy each."""
    return st.tuples(*strategies)


def ints(low: int = -20, high: int = 20, *, most: int = 8, least: int = 0) -> SearchStrategy[Any]:
    """Lists of whole numbers."""
    return st.lists(st.integers(low, high), min_size=least, max_size=most)


def words(alphabet: str = "abc", *, most: int = 6, least: int = 1) -> SearchStrategy[str]:
    """Words over a small alphabet, so that repetitions are common."""
    return st.text(alphabet, min_size=least, max_size=most)


def operations(
    *first: SearchStrategy[Any],
    longest: int = 16,
    **methods: tuple[SearchStrategy[Any], ...],
) -> Inputs:
    """Operation lists for a class: `operations(push=(st.integers(),), pop=())`.

    `first` are strategies for the arguments of the constructor. All lengths are equally likely:
    what goes wrong in a class often takes a long story.
    """
    kinds = [st.tuples(st.just(name), *parts).map(list) for name, parts in methods.items()]
    step = st.one_of(kinds)
    of_length = [st.lists(step, min_size=n, max_size=n) for n in range(longest + 1)]
    steps = st.integers(1, longest).flatmap(of_length.__getitem__)
    return st.tuples(steps, *first)
