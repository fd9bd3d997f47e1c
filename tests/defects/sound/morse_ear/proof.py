"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import MorseAction, MorseObservation
from .signals import CODE, NOUNS, TIMES, VERBS

Policy = Callable[[Any, MorseObservation], MorseAction]

declared = {"max_steps": 3, "success_reward": 1.0, "options": {"level": [1, 2, 3]}}


def oracle(env: Any, observation: MorseObservation) -> MorseAction:
    """The shortest time is about a unit; the rest follows."""
    unit, signs = min(observation.tape), ""
    for place, time in enumerate(observation.tape):
        if place % 2 == 0:
            signs += "." if time < 2 * unit else "-"
        elif time > 2 * unit:
            signs += "/" if time > 4.5 * unit else " "
    letters = {code: letter for letter, code in CODE.items()}
    words = ["".join(letters.get(code, "?") for code in word.split()) for word in signs.split("/")]
    return MorseAction(text=" ".join(words))


def null(env: Any, observation: MorseObservation) -> MorseAction:
    """Heard nothing."""
    return MorseAction()


def actions() -> st.SearchStrategy[MorseAction]:
    """Words."""
    words = st.lists(st.sampled_from(NOUNS + VERBS + TIMES), min_size=1, max_size=3)
    return words.map(lambda some: MorseAction(text=" ".join(some)))


def invalid() -> list[MorseAction]:
    """Not telegrams."""
    return [MorseAction(text=text) for text in ("", " ", ".-", "1234")]


def secrets(env: Any) -> list[str]:
    """The telegram."""
    return [env._text]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Guesses."""
    yield "same word", lambda env, seen: MorseAction(text="ANCHOR SINKS TODAY")
    yield "from the note", lambda env, seen: MorseAction(text=seen.note[:80])
