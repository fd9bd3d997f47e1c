"""Evidence from the author: the oracle, and policies that must earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .models import RouteAction, RouteObservation
from .tours import SIZES

Policy = Callable[[Any, RouteObservation], RouteAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": tuple(SIZES)}


def oracle(env: Any, observation: RouteObservation) -> RouteAction:
    """Tries every tour."""
    return RouteAction(stops=env.reveal().best)


def null(env: Any, observation: RouteObservation) -> RouteAction:
    """A policy that sends an empty tour."""
    return RouteAction()


def invalid() -> list[RouteAction]:
    """Tours that leave customers out or name unknown ones."""
    return [RouteAction(stops=names) for names in ([], ["depot"], ["moon", "mars"], ["hotel"] * 6)]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that do not visit every customer once."""
    yield "one-customer", lambda env, seen: RouteAction(stops=list(seen.customers)[:1])
    yield "twice", lambda env, seen: RouteAction(stops=(list(seen.customers) * 2)[:16])
