"""Evidence from the author."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .books import STREETS, SURNAMES
from .models import MergeAction, MergeObservation

Policy = Callable[[Any, MergeObservation], MergeAction]

declared = {"max_steps": 1, "success_reward": 1.0, "options": {"split": ["train", "test"]}}


def _key(text: str) -> tuple[str, ...]:
    """Surname, initial, number and street of an entry."""
    last = next(n for s in SURNAMES.values() for n in s if n.lower() in text.lower())
    street = next(n.split()[0] for s in STREETS.values() for n in s if n.split()[0] + " " in text)
    names = re.split(r"[;]|, (?=\d)", text)[0]
    first = re.sub(last, "", names, flags=re.I).strip(" ,.")
    return last, first[0], re.search(r"\d+", text)[0], street


def oracle(env: Any, observation: MergeObservation) -> MergeAction:
    """Compares entries by surname, initial, number and street."""
    known = {_key(text): name for name, text in observation.book_a.items()}
    pairs = [(known.get(_key(text)), name) for name, text in observation.book_b.items()]
    return MergeAction(pairs="\n".join(f"{a}={b}" for a, b in pairs if a))


def null(env: Any, observation: MergeObservation) -> MergeAction:
    """Finds nobody."""
    return MergeAction()


def actions() -> st.SearchStrategy[MergeAction]:
    """Pairs, and noise."""
    pair = st.builds(lambda a, b: f"a{a}=b{b}", st.integers(0, 12), st.integers(0, 12))
    lists = st.lists(pair, max_size=8).map("\n".join)
    return st.builds(MergeAction, pairs=lists | st.text(max_size=40))


def invalid() -> list[MergeAction]:
    """Not pairs."""
    return [MergeAction(pairs="a1 b1"), MergeAction(pairs="a1=b1\na1=b2")]


def secrets(env: Any) -> list[str]:
    """No text is hidden."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """All pairs."""
    every = "\n".join(f"a{a}=b{b}" for a in range(1, 12) for b in range(1, 12))
    yield "all", lambda env, seen: MergeAction(pairs=every)
