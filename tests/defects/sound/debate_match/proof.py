"""Evidence from the author of the debate match."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import DebateMatchAction, DebateMatchObservation
from .motions import MOTIONS, SIDES

Policy = Callable[[Any, DebateMatchObservation], DebateMatchAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": (1, 2)}


def oracle(env: Any, observation: DebateMatchObservation) -> DebateMatchAction:
    """Recognise the points of the speech; from the observation and the book of motions."""
    for motion in MOTIONS:
        for side in SIDES:
            if any(point in observation.speech for point in motion.points[side]):
                letters = {title: letter for letter, title in observation.motions.items()}
                return DebateMatchAction(text=f"{letters[motion.title]}, {side}")
    raise AssertionError("the speech makes no point")


def null(env: Any, observation: DebateMatchObservation) -> DebateMatchAction:
    """Take nothing down."""
    return DebateMatchAction(text="")


def actions() -> st.SearchStrategy[DebateMatchAction]:
    """Lines in the right form, and other texts."""
    lines = st.builds("{}, {}".format, st.sampled_from("ABCDE"), st.sampled_from(SIDES))
    return st.one_of(lines, lines, st.text(max_size=20)).map(
        lambda text: DebateMatchAction(text=text)
    )


def invalid() -> list[DebateMatchAction]:
    """Lines that name no motion or no side."""
    texts = ("", "A", "for", "F, for", "A, B, for", "A, for, against", "A, abstained")
    return [DebateMatchAction(text=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """None: the letters and the sides are known."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Lines without listening."""
    yield "always-a-for", lambda env, seen: DebateMatchAction(text="A, for")
    yield "everything", lambda env, seen: DebateMatchAction(text="A, for B, for C, against")
    yield "claims", lambda env, seen: DebateMatchAction(metadata={"matched": True, "reward": 1.0})
