"""The author's evidence for Pinboard."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import PinboardAction, PinboardObservation
from .registry import NAMES, Need

Policy = Callable[[Any, PinboardObservation], PinboardAction]

declared = {"max_steps": 4, "success_reward": 1.0, "levels": (1, 2)}


def oracle(env: Any, observation: PinboardObservation) -> PinboardAction:
    """Solves every task from the observation alone, by a search with backtracking."""
    needs = []
    for text in observation.needs:
        package, release, other, lowest, highest = re.split(r"[ :-]+", text)
        needs.append(Need(package, int(release), other, int(lowest), int(highest)))
    affected = set()
    for text in observation.advisories:
        package, first, last = re.split(r"[ :-]", text)[:3]
        affected |= {(package, release) for release in range(int(first), int(last) + 1)}
    for package, oldest in observation.at_least.items():
        affected |= {(package, release) for release in range(1, oldest)}
    lock = _complete({}, list(observation.latest.items()), needs, affected)
    return PinboardAction(lock=lock or {})


def _complete(
    lock: dict[str, int],
    open_packages: list[tuple[str, int]],
    needs: list[Need],
    affected: set[tuple[str, int]],
) -> dict[str, int] | None:
    """A lock of all packages that continues `lock`, or None if there is none."""
    if not open_packages:
        return lock
    (name, latest), *others = open_packages
    for release in range(latest, 0, -1):
        longer = {**lock, name: release}
        if (name, release) in affected or any(
            need.broken_by(longer) for need in needs if need.other in longer
        ):
            continue
        if whole := _complete(longer, others, needs, affected):
            return whole
    return None


def null(env: Any, observation: PinboardObservation) -> PinboardAction:
    """A policy that locks nothing; it sets the lowest return."""
    return PinboardAction()


def actions() -> st.SearchStrategy[PinboardAction]:
    """Hypothesis draws from these actions: locks of some packages to any releases."""
    locks = st.dictionaries(st.sampled_from(NAMES), st.integers(-1, 12), max_size=8)
    return locks.map(lambda lock: PinboardAction(lock=lock))


def invalid() -> list[PinboardAction]:
    """Locks that can never be installed."""
    return [
        PinboardAction(),
        PinboardAction(lock=dict.fromkeys(NAMES, 0)),
        PinboardAction(lock=dict.fromkeys(NAMES, 99)),
        PinboardAction(lock={"unknown": 1}),
    ]


def secrets(env: Any) -> list[str]:
    """None: everything that decides is shown."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to earn more than `null` without solving the task; none may succeed."""
    yield "half a lock", _half
    yield "release 0", lambda env, seen: PinboardAction(lock=dict.fromkeys(seen.latest, 0))
    yield "beyond the latest", _beyond
    yield "claims", lambda env, seen: PinboardAction(metadata={"resolved": True, "reward": 1.0})


def _half(env: Any, observation: PinboardObservation) -> PinboardAction:
    """Lock only every second package."""
    return PinboardAction(lock=dict.fromkeys(list(observation.latest)[::2], 1))


def _beyond(env: Any, observation: PinboardObservation) -> PinboardAction:
    """Lock every package to a release that does not exist yet."""
    return PinboardAction(lock={name: last + 1 for name, last in observation.latest.items()})
