"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import JugLabAction, JugLabObservation
from .pouring import JUGS, LEVELS, MAX_POURS, Task, solution

Policy = Callable[[Any, JugLabObservation], JugLabAction]

declared = {"max_steps": MAX_POURS, "success_reward": 1.0, "levels": tuple(LEVELS)}


def oracle(env: Any, observation: JugLabObservation) -> JugLabAction:
    """Plays the first pour of a shortest solution."""
    a, b, c = observation.sizes
    x, y, z = observation.holds
    pours = solution(Task((a, b, c), observation.target), (x, y, z))
    source, into = pours[0] if pours else (0, 0)
    return JugLabAction(source=JUGS[source], into=JUGS[into])


def null(env: Any, observation: JugLabObservation) -> JugLabAction:
    """Pours the first jug into itself."""
    return JugLabAction()


def actions() -> st.SearchStrategy[JugLabAction]:
    """Every pour."""
    jug = st.sampled_from(JUGS)
    return st.builds(JugLabAction, source=jug, into=jug)


def invalid() -> list[JugLabAction]:
    """Pours that move nothing."""
    return [JugLabAction(source=jug, into=jug) for jug in JUGS]


def secrets(env: Any) -> list[str]:
    """None: the solution follows from what is shown."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to earn more than `null` without measuring."""
    yield "empties an empty jug", lambda env, seen: JugLabAction(source="C", into="B")
    yield "stirs", lambda env, seen: JugLabAction(source="B", into="B")
    yield "claims", lambda env, seen: JugLabAction(metadata={"solved": True, "reward": 1.0})
