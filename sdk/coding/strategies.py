"""Short names for the Hypothesis strategies that task files use."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from hallmark_rl.sdk.coding.task import Inputs

__all__ = ["Inputs", "args", "ints", "operations", "st", "words"]


def args(*strategies: SearchStrategy[Any]) -> Inputs:
    """Argument tuples, with one strategy for each argument."""
    return st.tuples(*strategies)


def ints(low: int = -20, high: int = 20, *, most: int = 8, least: int = 0) -> SearchStrategy[Any]:
    """Lists of `least` to `most` integers between `low` and `high`, both included."""
    return st.lists(st.integers(low, high), min_size=least, max_size=most)


def words(alphabet: str = "abc", *, most: int = 6, least: int = 1) -> SearchStrategy[str]:
    """Strings of `least` to `most` letters; the alphabet is small so that letters repeat."""
    return st.text(alphabet, min_size=least, max_size=most)


def operations(
    *first: SearchStrategy[Any],
    longest: int = 16,
    **methods: tuple[SearchStrategy[Any], ...],
) -> Inputs:
    """Lists of operations for a class: `operations(push=(st.integers(),), pop=())`.

    All lengths from 1 to `longest` are equally likely, because faults of a class often need a long
    sequence of calls.

    Args:
        first: Strategies for the arguments of the constructor.
        longest: The largest number of operations.
        methods: For each method, strategies for its arguments.
    """
    kinds = [st.tuples(st.just(name), *parts).map(list) for name, parts in methods.items()]
    step = st.one_of(kinds)
    of_length = [st.lists(step, min_size=n, max_size=n) for n in range(longest + 1)]
    steps = st.integers(1, longest).flatmap(of_length.__getitem__)
    return st.tuples(steps, *first)
