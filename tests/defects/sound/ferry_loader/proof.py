"""The author's evidence for the ferry."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import FerryAction, FerryObservation
from .stowage import Bay, Crate, best_stowage

Policy = Callable[[Any, FerryObservation], FerryAction]

declared = {
    "max_steps": 11,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": (1, 2, 3),
    "options": {"insured": [False, True]},
}


def oracle(env: Any, observation: FerryObservation) -> FerryAction:
    """Plans the best stowage from the manifest that is shown, loads it bottom up, and sails."""
    crates = tuple(Crate(**card.model_dump()) for card in observation.crates)
    bays = tuple(Bay(**card.model_dump(exclude={"stack"})) for card in observation.bays)
    _, stacks = best_stowage(crates, bays)
    for card, stack in zip(observation.bays, stacks, strict=True):
        if len(card.stack) < len(stack):
            return FerryAction(order="load", crate=stack[len(card.stack)].id, bay=card.name)
    return FerryAction(order="sail")


def null(env: Any, observation: FerryObservation) -> FerryAction:
    """Sails empty, which earns 0. Loading badly can earn less: damage is charged."""
    return FerryAction(order="sail")


def actions() -> st.SearchStrategy[FerryAction]:
    """Orders for crates and bays, some of which do not exist."""
    return st.builds(
        FerryAction,
        order=st.sampled_from(["load", "load", "load", "load", "sail", "unload"]),
        crate=st.sampled_from([f"C{n}" for n in range(9)]),
        bay=st.sampled_from(["hold", "deck", "fore", "aft", "bridge"]),
    )


def invalid() -> list[FerryAction]:
    """Orders that load nothing."""
    return [
        FerryAction(),
        FerryAction(order="unload", crate="C1", bay="hold"),
        FerryAction(order="load", crate="C99", bay="hold"),
        FerryAction(order="load", crate="C1", bay="moon"),
        FerryAction(order="SAIL"),
    ]


def secrets(env: Any) -> list[str]:
    """Nothing is hidden: the whole manifest is shown."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies without a plan that must not earn more than sailing empty."""
    yield "waits-for-the-tide", lambda env, seen: FerryAction()
    yield "same-ghost-crate", lambda env, seen: FerryAction(order="load", crate="C0", bay="hold")
    yield "claims", lambda env, seen: FerryAction(order="sail", metadata={"reward": 1.0})
