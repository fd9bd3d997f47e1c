"""Evidence from the author of the cup."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cmp_to_key
from typing import Any

from hypothesis import strategies as st

from .bracket import NAMES
from .models import CupDrawAction, CupDrawObservation

Policy = Callable[[Any, CupDrawObservation], CupDrawAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": (1, 2, 3)}

EIGHT = (1, 8, 4, 5, 2, 7, 3, 6)
SIXTEEN = (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11)


def paired(names: list[str]) -> CupDrawAction:
    """The first round of players who are in the order of their seeds."""
    order = EIGHT if len(names) <= 8 else SIXTEEN
    at = [names[seed - 1] if seed <= len(names) else "bye" for seed in order]
    texts = [f"{at[n]} v {at[n + 1]}" for n in range(0, len(at), 2)]
    return CupDrawAction(draw="; ".join(texts))


def oracle(env: Any, observation: CupDrawObservation) -> CupDrawAction:
    """Compares the players two by two, rule after rule."""

    def compare(one: str, two: str) -> int:
        for table in (observation.points, observation.wins):
            if table[one] != table[two]:
                return table[two] - table[one]
        return -1 if one < two else 1

    return paired(sorted(observation.points, key=cmp_to_key(compare)))


def null(env: Any, observation: CupDrawObservation) -> CupDrawAction:
    """Hands in nothing."""
    return CupDrawAction(draw="")


def actions() -> st.SearchStrategy[CupDrawAction]:
    """Draws of any players, and other texts."""
    players = st.sampled_from([*NAMES, "bye"])
    matches = st.builds("{} v {}".format, players, players)
    rounds = st.lists(matches, max_size=8).map("; ".join)
    return st.one_of(rounds, rounds, st.text(max_size=30)).map(
        lambda text: CupDrawAction(draw=text)
    )


def invalid() -> list[CupDrawAction]:
    """Texts that are the first round of no cup."""
    texts = ("", ";", "Ada", "Ada v", "Ada v Bea; v", "bye v bye", "Ada Bea", "Zoe v Ada")
    return [CupDrawAction(draw=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """None: the table is open."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Draws that skip the seeding, or a part of it."""
    yield "as-listed", lambda env, seen: paired(list(seen.points))
    yield "alphabet", lambda env, seen: paired(sorted(seen.points))
    yield (
        "points-only",
        lambda env, seen: paired(sorted(seen.points, key=lambda name: (-seen.points[name], name))),
    )
    yield "claims", lambda env, seen: CupDrawAction(metadata={"right": True, "reward": 1.0})
