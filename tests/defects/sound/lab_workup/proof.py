"""Evidence from the author: the oracle, and policies that must earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .chart import DISEASES, PRICES
from .models import WorkupAction, WorkupObservation
from .server.lab_workup_environment import ACTIONS

Policy = Callable[[Any, WorkupObservation], WorkupAction]

declared = {"max_steps": ACTIONS, "success_reward": 1.0, "reward_range": (-1.0, 1.0), "floor": 0.0}


def oracle(env: Any, observation: WorkupObservation) -> WorkupAction:
    """Knows the disease and spends nothing."""
    return WorkupAction(kind="diagnose", name=DISEASES[env.reveal().disease.reveal()])


def null(env: Any, observation: WorkupObservation) -> WorkupAction:
    """Orders a test that does not exist."""
    return WorkupAction(kind="test", name="")


def actions() -> st.SearchStrategy[WorkupAction]:
    """Tests and diagnoses."""
    tests = st.sampled_from(sorted(PRICES)).map(lambda name: WorkupAction(kind="test", name=name))
    names = st.sampled_from(DISEASES).map(lambda name: WorkupAction(kind="diagnose", name=name))
    return st.one_of(tests, names)


def invalid() -> list[WorkupAction]:
    """Actions that do nothing."""
    return [
        WorkupAction(kind=kind, name=name)
        for kind in ("test", "diagnose")
        for name in ("", "mri", "flu")
    ]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that do not find the disease."""
    yield (
        "names-all",
        lambda env, seen: WorkupAction(kind="diagnose", name=", ".join(DISEASES)[:60]),
    )
    yield "tests-everything", _every_test


def _every_test(env: Any, seen: WorkupObservation) -> WorkupAction:
    left = [name for name in PRICES if name not in seen.results]
    return WorkupAction(kind="test", name=left[0] if left else "")
