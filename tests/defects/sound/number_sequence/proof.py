"""Evidence from the author of number sequence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import SequenceAnswer, SequenceObservation
from .sequences import LEVELS, next_term

Policy = Callable[[Any, SequenceObservation], SequenceAnswer]

declared = {
    "max_steps": 1,
    "success_reward": 1.0,
    "levels": LEVELS,
    "concurrent_sessions": True,
    "deterministic": True,
}


def oracle(env: Any, observation: SequenceObservation) -> SequenceAnswer:
    """Recognise the family of the numbers that are shown."""
    return SequenceAnswer(text=f"<answer>{next_term(tuple(observation.numbers))}</answer>")


def null(env: Any, observation: SequenceObservation) -> SequenceAnswer:
    """An empty text."""
    return SequenceAnswer()


def actions() -> st.SearchStrategy[SequenceAnswer]:
    """Tagged numbers and other texts."""
    number = st.integers(-200, 200).map(lambda value: f"<answer>{value}</answer>")
    return st.one_of(number, st.text(max_size=30)).map(lambda text: SequenceAnswer(text=text))


def invalid() -> list[SequenceAnswer]:
    """Texts without exactly one number."""
    return [
        SequenceAnswer(text=text)
        for text in (
            "",
            "42",
            "<answer></answer>",
            "<answer>1</answer><answer>2</answer>",
            "<answer>?",
        )
    ]


def secrets(env: Any) -> list[str]:
    """The answer is a number, which may be part of other texts; nothing is searched for."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Texts that do not solve the sequence."""
    yield (
        "last-again",
        lambda env, seen: SequenceAnswer(text=f"<answer>{seen.numbers[-1]}</answer>"),
    )
    yield (
        "many-tags",
        lambda env, seen: SequenceAnswer(
            text="".join(f"<answer>{value}</answer>" for value in range(100))
        ),
    )
    yield "huge", lambda env, seen: SequenceAnswer(text="<answer>1e300</answer>")
    yield "claims", lambda env, seen: SequenceAnswer(text="right", metadata={"right": True})
