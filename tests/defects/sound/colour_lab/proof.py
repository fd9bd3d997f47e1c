"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from hypothesis import strategies as st

from .models import LabObservation, MixAction

Policy = Callable[[Any, LabObservation], MixAction]

declared = {"max_steps": 16, "success_reward": 1.0}


def oracle(env: Any, observation: LabObservation) -> MixAction:
    """Finds the parts by trying all, then adds them pigment by pigment."""
    pigments, sums, total = observation.pigments, observation.target, observation.target_parts
    for parts in product(range(4), repeat=len(pigments)):
        if sum(parts) == total and all(
            sum(n * colour[c] for n, colour in zip(parts, pigments.values(), strict=True))
            == sums[c]
            for c in range(3)
        ):
            for name, number in zip(pigments, parts, strict=True):
                if observation.jar[name] > number:
                    return MixAction(do="rinse")
                if observation.jar[name] < number:
                    return MixAction(do="add", pigment=name, parts=number - observation.jar[name])
            return MixAction(do="hand_in")
    return MixAction(do="hand_in")


def null(env: Any, observation: LabObservation) -> MixAction:
    """Rinses."""
    return MixAction(do="rinse")


def actions() -> st.SearchStrategy[MixAction]:
    """Work at the bench."""
    names = st.sampled_from(["ochre", "rust", "teal", "lilac", "moss", "slate"])
    adds = st.builds(MixAction, do=st.just("add"), pigment=names, parts=st.integers(1, 4))
    return st.one_of(adds, adds, st.builds(MixAction, do=st.sampled_from(["rinse", "hand_in"])))


def invalid() -> list[MixAction]:
    """Refused everywhere."""
    refused = (("", 1), ("gold", 2), ("ochre", 0), ("teal", -3), ("moss", 13))
    return [MixAction(do="add", pigment=name, parts=parts) for name, parts in refused]


def secrets(env: Any) -> list[str]:
    """None: the target is open."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Work without a plan."""

    def one_of_each(env: Any, seen: LabObservation) -> MixAction:
        for name, parts in seen.jar.items():
            if not parts:
                return MixAction(do="add", pigment=name, parts=1)
        return MixAction(do="hand_in")

    yield "one of each", one_of_each
    yield "empty jar", lambda env, seen: MixAction(do="hand_in")
