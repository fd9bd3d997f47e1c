"""Evidence from the author of the pension desk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import DeskAnswer, DeskObservation
from .scheme import VERDICTS, excess, verdict

Policy = Callable[[Any, DeskObservation], DeskAnswer]

declared = {
    "max_steps": 4,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": (1, 2),
}


def oracle(env: Any, observation: DeskObservation) -> DeskAnswer:
    """Apply the rules to the form; reads the observation alone."""
    assert observation.case is not None
    return DeskAnswer(verdict=verdict(observation.case), excess=round(excess(observation.case)))


def null(env: Any, observation: DeskObservation) -> DeskAnswer:
    """Give no verdict."""
    return DeskAnswer()


def actions() -> st.SearchStrategy[DeskAnswer]:
    """Verdicts with amounts, and other texts."""
    verdicts = st.one_of(st.sampled_from(VERDICTS), st.text(max_size=8))
    return st.builds(DeskAnswer, verdict=verdicts, excess=st.integers(0, 90_000).map(float))


def invalid() -> list[DeskAnswer]:
    """Texts that are no verdict."""
    texts = ("", "yes", "within or exceeds", "within,exceeds", "exceed", "tapered", "x" * 40)
    return [DeskAnswer(verdict=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """Nothing: the verdict follows from the form."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to earn without a verdict."""
    yield "all-verdicts", lambda env, seen: DeskAnswer(verdict=" ".join(VERDICTS))
    yield "amount-only", lambda env, seen: DeskAnswer(excess=20_000)
    yield "claims", lambda env, seen: DeskAnswer(metadata={"right": 4, "reward": 1.0})
