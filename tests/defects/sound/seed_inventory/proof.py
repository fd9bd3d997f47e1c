"""The author's evidence about the seed store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import SeedInventoryAction, SeedInventoryObservation
from .store import SHAPE

Policy = Callable[[Any, SeedInventoryObservation], SeedInventoryAction]

declared = {
    "max_steps": 7,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": tuple(SHAPE),
}


def oracle(env: Any, observation: SeedInventoryObservation) -> SeedInventoryAction:
    """Takes the poorest suitable lots first: the better ones may be needed later."""
    order = observation.orders[0]
    suitable = [
        lot
        for lot in observation.lots
        if lot.species == order.species and lot.germination >= order.germination and lot.grams > 0
    ]
    picks, missing = [], order.grams
    for lot in sorted(suitable, key=lambda lot: lot.germination):
        grams = min(lot.grams, missing)
        if grams > 0:
            picks.append(f"{lot.number}:{grams}")
            missing -= grams
    return SeedInventoryAction(picks=picks)


def null(env: Any, observation: SeedInventoryObservation) -> SeedInventoryAction:
    """Packs nothing."""
    return SeedInventoryAction()


def actions() -> st.SearchStrategy[SeedInventoryAction]:
    """Pick lists of a few lots."""
    pick = st.tuples(st.integers(1, 60), st.integers(1, 80)).map(lambda p: f"{p[0]}:{p[1]}")
    return st.lists(st.one_of(pick, st.text(max_size=6)), max_size=4).map(
        lambda picks: SeedInventoryAction(picks=picks)
    )


def invalid() -> list[SeedInventoryAction]:
    """Pick lists that can never be packed."""
    lists = (["x"], ["1"], ["1:0"], ["999:5"], ["1:-4"], ["1:2:3"], [""], ["1:9999"])
    return [SeedInventoryAction(picks=picks) for picks in lists]


def secrets(env: Any) -> list[str]:
    """Nothing is hidden."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Pick lists that promise what is not there."""
    yield (
        "too-much",
        lambda env, seen: SeedInventoryAction(
            picks=[f"{lot.number}:9999" for lot in seen.lots[:20]]
        ),
    )
    yield "same-lot-twice", _twice
    yield "claims", lambda env, seen: SeedInventoryAction(metadata={"filled": 9})


def _twice(env: Any, observation: SeedInventoryObservation) -> SeedInventoryAction:
    """Half of the order from a lot, and the other half from it again."""
    half = max(1, observation.orders[0].grams // 2)
    return SeedInventoryAction(picks=[f"{observation.lots[0].number}:{half}"] * 2)
