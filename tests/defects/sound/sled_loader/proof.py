"""Evidence from the author: the best load, and what must earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .depot import NAMES, Item, best_load
from .models import SledAction, SledObservation

Policy = Callable[[Any, SledObservation], SledAction]

declared = {"max_steps": 4, "success_reward": 1.0, "levels": (1, 2, 3)}


def oracle(env: Any, seen: SledObservation) -> SledAction:
    """Finds the best load of the items that are shown."""
    items = [Item(item.name, round(item.kg * 1000), item.points, item.stock) for item in seen.items]
    counts = best_load(items, seen.limit_kg)
    return SledAction(manifest=", ".join(f"{count} {name}" for name, count in counts.items()))


def null(env: Any, seen: SledObservation) -> SledAction:
    """Leaves with an empty sled."""
    return SledAction(manifest="")


def actions() -> st.SearchStrategy[SledAction]:
    """Manifests of any items, and other texts."""
    part = st.tuples(st.integers(0, 5), st.sampled_from(NAMES)).map(lambda p: f"{p[0]} {p[1]}")
    manifest = st.one_of(st.lists(part, max_size=5).map(", ".join), st.text(max_size=20))
    return st.builds(SledAction, manifest=manifest, depart=st.booleans())


def invalid() -> list[SledAction]:
    """Manifests that can never leave."""
    return [
        SledAction(manifest=text)
        for text in ("everything", "-1 tent", "999 tent", "1 tent;1 stove", "1 unicorn", "1.5 rope")
    ]


def secrets(env: Any) -> list[str]:
    """Everything is shown."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Ways to be paid for a load that cannot leave."""
    yield (
        "everything",
        lambda env, seen: SledAction(
            manifest=", ".join(f"{item.stock} {item.name}" for item in seen.items)
        ),
    )
    yield (
        "more-than-the-stock",
        lambda env, seen: SledAction(
            manifest=f"{seen.items[0].stock} {seen.items[0].name}, 1 {seen.items[0].name}"
        ),
    )
    yield (
        "only-weighing",
        lambda env, seen: SledAction(manifest=f"1 {seen.items[0].name}", depart=False),
    )
