"""Evidence from the author of the fossil desk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .collection import LADDER
from .models import FossilDeskAction, FossilDeskObservation

Policy = Callable[[Any, FossilDeskObservation], FossilDeskAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": (1, 2)}


def oracle(env: Any, observation: FossilDeskObservation) -> FossilDeskAction:
    """Take the card that shows every trait of the notes; from the observation alone."""
    wanted = [f"{feature} {trait}" for feature, trait in observation.notes.items()]
    for card in observation.cards:
        traits = card.partition(": ")[2].split("; ")
        if all(item in traits for item in wanted):
            return FossilDeskAction(species=card.partition(" (")[0])
    raise AssertionError("no card fits")


def null(env: Any, observation: FossilDeskObservation) -> FossilDeskAction:
    """Name nothing."""
    return FossilDeskAction(species="")


def actions() -> st.SearchStrategy[FossilDeskAction]:
    """Names of the collection, and other texts."""
    names = st.sampled_from([species.name for species in LADDER])
    return st.one_of(names, names, st.text(max_size=20)).map(
        lambda name: FossilDeskAction(species=name)
    )


def invalid() -> list[FossilDeskAction]:
    """Names of no species."""
    return [
        FossilDeskAction(species=name)
        for name in ("", "unknown", "Tyrannosaurus", "Olenarca Paradoxella", "(515 Ma)")
    ]


def secrets(env: Any) -> list[str]:
    """None: the name is on one of the cards."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Answers that do not read the notes."""
    yield "copies-a-card", lambda env, seen: FossilDeskAction(species=seen.cards[0][:40])
    yield (
        "all-names",
        lambda env, seen: FossilDeskAction(
            species=" ".join(card.split()[0] for card in seen.cards)[:40]
        ),
    )
    yield "claims", lambda env, seen: FossilDeskAction(metadata={"identified": True, "reward": 1.0})
