"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .mixing import PIGMENTS, bill_of, recipes
from .models import BenchAction, BenchObservation

Policy = Callable[[Any, BenchObservation], BenchAction]

declared = {
    "max_steps": 60,
    "success_reward": 1.0,
    "deterministic": True,
    "concurrent_sessions": True,
    "levels": (1, 2, 3),
}


def oracle(env: Any, seen: BenchObservation) -> BenchAction:
    """Pour the cheapest recipe, every pigment once; it needs the observation only."""
    options = [
        mix for parts in (10, 20) for mix in recipes(tuple(seen.shelf), tuple(seen.card), parts)
    ]
    recipe = min(options, key=lambda mix: (bill_of(mix), sorted(mix.items())))
    for pigment, tenths in recipe.items():
        if pigment not in seen.can_tenths:
            return BenchAction(pigment=pigment, tenths=tenths)
    return BenchAction(act="deliver")


def null(env: Any, seen: BenchObservation) -> BenchAction:
    """Deliver an empty can."""
    return BenchAction(act="deliver")


def actions() -> st.SearchStrategy[BenchAction]:
    """Pours of all sizes, and now and then the other moves."""
    pigments = st.sampled_from([*PIGMENTS, "mauve"])
    pour = st.builds(lambda p, t: BenchAction(pigment=p, tenths=t), pigments, st.integers(0, 500))
    drop = st.builds(lambda p, t: BenchAction(pigment=p, tenths=t), pigments, st.integers(1, 9))
    other = st.sampled_from(["empty", "deliver"]).map(lambda act: BenchAction(act=act))
    return st.one_of(pour, drop, pour, other)


def invalid() -> list[BenchAction]:
    """Moves that the bench refuses, and a delivery of nothing."""
    return [
        BenchAction(),
        BenchAction(pigment="mauve", tenths=10),
        BenchAction(pigment="ivory black", tenths=0),
        BenchAction(act="deliver"),
    ]


def secrets(env: Any) -> list[str]:
    """Nothing is hidden: the card and the shelf are on the bench."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that deliver something else than the card's colour."""
    yield "one-pigment", _one_pigment
    yield "too-little", _too_little
    yield "claims", lambda env, seen: BenchAction(act="deliver", metadata={"colour": seen.card})


def _one_pigment(env: Any, seen: BenchObservation) -> BenchAction:
    """A full can of the first pigment."""
    if seen.can_tenths or seen.note:
        return BenchAction(act="deliver")
    return BenchAction(pigment=next(iter(seen.shelf)), tenths=200)


def _too_little(env: Any, seen: BenchObservation) -> BenchAction:
    """The right colour, a tenth of the volume."""
    right = oracle(env, seen)
    return right.model_copy(update={"tenths": right.tenths // 10})
