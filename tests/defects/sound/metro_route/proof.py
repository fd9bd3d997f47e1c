"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import MetroRouteAction, MetroRouteObservation
from .routing import STATIONS, neighbours, shortest

Policy = Callable[[Any, MetroRouteObservation], MetroRouteAction]

declared = {"max_steps": 2, "success_reward": 1.0, "deterministic": True}


def oracle(env: Any, seen: MetroRouteObservation) -> MetroRouteAction:
    """Breadth-first search on the map that is shown."""
    near = neighbours(seen.connections)
    return MetroRouteAction(stops=shortest(near, seen.start, seen.goal))


def null(env: Any, seen: MetroRouteObservation) -> MetroRouteAction:
    """No route."""
    return MetroRouteAction()


def actions() -> st.SearchStrategy[MetroRouteAction]:
    """Lists of stations."""
    names = st.lists(st.sampled_from(STATIONS), max_size=8)
    return names.map(lambda stops: MetroRouteAction(stops=stops))


def invalid() -> list[MetroRouteAction]:
    """Routes that can never be right."""
    return [MetroRouteAction(stops=stops) for stops in ([], [""], ["Nowhere", "Elsewhere"])]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that must earn nothing."""
    yield "teleport", lambda env, seen: MetroRouteAction(stops=[seen.start, seen.goal])
    yield "stay", lambda env, seen: MetroRouteAction(stops=[seen.start])
    yield "everything", lambda env, seen: MetroRouteAction(stops=list(STATIONS))
    yield "claims", lambda env, seen: MetroRouteAction(metadata={"found": True})
