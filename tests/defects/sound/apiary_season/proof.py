"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import ApiaryAction, ApiaryObservation
from .season import apply

Policy = Callable[[Any, ApiaryObservation], ApiaryAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": (1, 2, 3)}


def _sheet(count: dict[str, int]) -> ApiaryAction:
    return ApiaryAction(count=" ".join(f"{name}={bees}" for name, bees in count.items()))


def oracle(env: Any, observation: ApiaryObservation) -> ApiaryAction:
    """Replay the log."""
    hives = {name: list(hive) for name, hive in observation.start.items()}
    for line in observation.log:
        words = line.split(": ")[1].split()
        if words[0] == "super":
            apply(hives, words[3], "supers", 1 if words[1] == "on" else -1)
        else:
            apply(hives, words[1], "bees", int(words[3]) * (1 if words[2] == "grows" else -1))
    return _sheet({name: hive[0] for name, hive in hives.items()})


def null(env: Any, observation: ApiaryObservation) -> ApiaryAction:
    """Count nothing."""
    return ApiaryAction()


def actions() -> st.SearchStrategy[ApiaryAction]:
    """Counts and other texts."""
    counts = st.dictionaries(st.sampled_from("ABCDEF"), st.integers(0, 60), min_size=1)
    return st.one_of(counts.map(_sheet), st.text(max_size=20).map(lambda t: ApiaryAction(count=t)))


def invalid() -> list[ApiaryAction]:
    """Not counts."""
    return [ApiaryAction(count=text) for text in ("", "A", "A=x", "A=1 A=2", "Z=3", "A=-1")]


def secrets(env: Any) -> list[str]:
    """None: the log is open."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Counts without reading the log."""
    yield "as-at-the-start", lambda env, seen: _sheet({n: h[0] for n, h in seen.start.items()})
    yield "all-empty", lambda env, seen: _sheet(dict.fromkeys(seen.start, 0))
