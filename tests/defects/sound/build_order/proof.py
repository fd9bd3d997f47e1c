"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from graphlib import TopologicalSorter
from typing import Any

from hypothesis import strategies as st

from .models import BuildOrderAction, BuildOrderObservation

Policy = Callable[[Any, BuildOrderObservation], BuildOrderAction]

declared = {"max_steps": 2, "success_reward": 1.0, "levels": (1, 2, 3), "deterministic": True}


def oracle(env: Any, observation: BuildOrderObservation) -> BuildOrderAction:
    """Sorts the packages with the standard library."""
    graph = {package.name: package.needs for package in observation.packages}
    return BuildOrderAction(order=" ".join(TopologicalSorter(graph).static_order()))


def null(env: Any, observation: BuildOrderObservation) -> BuildOrderAction:
    """Orders nothing."""
    return BuildOrderAction(order="")


def actions() -> st.SearchStrategy[BuildOrderAction]:
    """Orders of some packages, and other texts."""
    names = st.sampled_from(["atlas", "basalt", "cinder", "delta", "ember", "flint", "gneiss"])
    orders = st.lists(names, max_size=8).map(" ".join)
    return st.one_of(orders, st.text(max_size=12)).map(lambda text: BuildOrderAction(order=text))


def invalid() -> list[BuildOrderAction]:
    """Orders that can never be right."""
    texts = ("", " ", "atlas", "atlas atlas", "a, b, c", "everything", "ATLAS BASALT")
    return [BuildOrderAction(order=text) for text in texts]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to earn more than `null` without solving the task; none may succeed."""
    yield "as shown", lambda env, seen: _order(package.name for package in seen.packages)
    yield "backwards", lambda env, seen: _order(p.name for p in reversed(seen.packages))
    yield "twice", lambda env, seen: _order(2 * [package.name for package in seen.packages])
    yield "claims", lambda *_: BuildOrderAction(metadata={"right": True, "reward": 1.0})


def _order(names: Any) -> BuildOrderAction:
    return BuildOrderAction(order=" ".join(names)[:400])
