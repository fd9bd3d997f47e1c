"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .ladders import Task, load, shortest
from .models import LadderAction, LadderObservation

Policy = Callable[[Any, LadderObservation], LadderAction]

declared = {
    "max_steps": 1,
    "success_reward": 1.0,
    "options": {"split": ["train", "test"], "level": [1, 2, 3]},
}


def oracle(env: Any, observation: LadderObservation) -> LadderAction:
    """Searches breadth first."""
    rungs = shortest(Task(observation.start, observation.goal), observation.words)
    return LadderAction(ladder=" ".join(rungs or []))


def null(env: Any, observation: LadderObservation) -> LadderAction:
    """Hands in nothing."""
    return LadderAction()


def actions() -> st.SearchStrategy[LadderAction]:
    """Rungs of the list, and other texts."""
    rungs = st.lists(st.sampled_from(load().words), max_size=7).map(" ".join)
    return st.one_of(rungs, st.text(max_size=30)).map(lambda text: LadderAction(ladder=text))


def invalid() -> list[LadderAction]:
    """No ladders."""
    texts = ("", "xyz", "cat-cot-dot-dog", "cat, cot, dot", "1 2 3")
    return [LadderAction(ladder=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """None: all words are open, and any shortest ladder will do."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Ladders without rungs in between, or with anything there."""
    yield "at once", lambda env, seen: LadderAction(ladder=f"{seen.start} {seen.goal}")
    yield "start alone", lambda env, seen: LadderAction(ladder=seen.start)
    yield (
        "letter by letter",
        lambda env, seen: LadderAction(
            ladder=" ".join(seen.goal[:k] + seen.start[k:] for k in range(4))
        ),
    )
    yield (
        "standing still",
        lambda env, seen: LadderAction(
            ladder=f"{seen.start} {seen.start} {seen.start} {seen.goal}"
        ),
    )
