"""Evidence from the author: the complete audit, and what must earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .kitchen import DRUGS, REASONS, SIZES, TEXTURES
from .models import MealTrayAction, MealTrayObservation

Policy = Callable[[Any, MealTrayObservation], MealTrayAction]

declared = {
    "max_steps": 1,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": tuple(SIZES),
}


def oracle(env: Any, observation: MealTrayObservation) -> MealTrayAction:
    """Reads the orders on the card and checks every label; needs the observation alone."""
    lines = []
    for item in observation.items:
        reasons = [reason for order in observation.card if (reason := _breaks(order, item))]
        if reasons:
            lines.append(f"{item.number}: {', '.join(reasons)}")
    return MealTrayAction(answer="\n".join(lines))


def _breaks(order: str, item: Any) -> str:
    """The reason for which an order forbids an item, or an empty text."""
    words = order.split()
    if words[0] == "allergic":
        return "allergen" if set(words[2:]) & set(item.contains) else ""
    if words[0] == "texture:":
        return "texture" if TEXTURES.index(item.texture) > TEXTURES.index(words[1]) else ""
    if words[0] == "sodium:":
        return "sodium" if item.sodium_mg > int(words[3]) else ""
    if words[0] == "carbs:":
        return "carbs" if item.carbs_g > int(words[3]) else ""
    return "drug" if item.food in DRUGS[words[1].rstrip(":")][1] else ""


def null(env: Any, observation: MealTrayObservation) -> MealTrayAction:
    """Answers nothing."""
    return MealTrayAction(answer="")


def actions() -> st.SearchStrategy[MealTrayAction]:
    """Readable answers with a few findings."""
    reasons = st.lists(st.sampled_from(REASONS), min_size=1, max_size=2).map(", ".join)
    lines = st.tuples(st.integers(1, 9), reasons).map(lambda line: f"{line[0]}: {line[1]}")
    return st.lists(lines, min_size=1, max_size=3).map(
        lambda found: MealTrayAction(answer="\n".join(found))
    )


def invalid() -> list[MealTrayAction]:
    """Answers that cannot be read."""
    texts = ("", "none", "all of them", "1", "1: cold", "0: sodium", "1-9: allergen", "allergen: 1")
    return [MealTrayAction(answer=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """The findings, as they would stand in an answer."""
    return [f"{number}: {reason}" for number, reason in sorted(env.reveal().true.reveal())]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Answers that ought to earn nothing."""
    yield "everything, for every reason", _everything
    yield "words", lambda env, seen: MealTrayAction(answer="\n".join(seen.reasons))
    yield "a list in one line", lambda env, seen: MealTrayAction(answer="1 2 3 4 5: allergen")
    yield "claims", lambda env, seen: MealTrayAction(metadata={"marked": 1.0})


def _everything(env: Any, seen: MealTrayObservation) -> MealTrayAction:
    """Every item, for all five reasons."""
    every = ", ".join(REASONS)
    return MealTrayAction(answer="\n".join(f"{item.number}: {every}" for item in seen.items))
