"""Evidence from the author."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations
from typing import Any

from hypothesis import strategies as st

from .models import KidneyExchangeAction, KidneyExchangeObservation

declared = {"max_steps": 1, "success_reward": 1.0, "options": {"size": ["small", "large"]}}


def oracle(env: Any, observation: KidneyExchangeObservation) -> KidneyExchangeAction:
    """Reads the board and searches for the best cycles."""
    gives: dict[int, set[int]] = {}
    for line in observation.board.split("\n"):
        found = re.match(r"Pair (\d+):.*can give to (.*)\.", line)
        if found:
            gives[int(found[1])] = {int(n) for n in re.findall(r"\d+", found[2])}
    cycles = [
        list(c)
        for k in (2, 3)
        for c in permutations(gives, k)
        if c[0] == min(c) and all(b in gives[a] for a, b in zip(c, c[1:] + c[:1], strict=True))
    ]
    memo: dict[frozenset[int], list[list[int]]] = {}

    def best(used: frozenset[int]) -> list[list[int]]:
        if used not in memo:
            memo[used] = max(
                ([c, *best(used | set(c))] for c in cycles if not used & set(c)),
                key=lambda plan: sum(map(len, plan)),
                default=[],
            )
        return memo[used]

    return KidneyExchangeAction(cycles=best(frozenset()))


def null(env: Any, observation: KidneyExchangeObservation) -> KidneyExchangeAction:
    """Proposes nothing."""
    return KidneyExchangeAction()


def actions() -> st.SearchStrategy[KidneyExchangeAction]:
    """Any lists of pairs."""
    cycle = st.lists(st.integers(-1, 11), max_size=4)
    return st.builds(KidneyExchangeAction, cycles=st.lists(cycle, max_size=4))


def invalid() -> list[KidneyExchangeAction]:
    """Proposals that are refused."""
    return [
        KidneyExchangeAction(cycles=[[0]]),
        KidneyExchangeAction(cycles=[[0, 0]]),
        KidneyExchangeAction(cycles=[[-1, 0]]),
        KidneyExchangeAction(cycles=[[]]),
    ]


def secrets(env: Any) -> list[str]:
    """Nothing is secret."""
    return []


def exploits() -> Iterator[tuple[str, Any]]:
    """Repeats a cycle."""
    yield "twice", lambda env, seen: KidneyExchangeAction(cycles=oracle(env, seen).cycles * 2)
