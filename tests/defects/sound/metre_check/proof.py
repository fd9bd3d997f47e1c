"""Evidence from the author: a scansion, the floor, and answers that must not be paid."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import MetreAnswer, MetreObservation
from .scansion import METRES, analyse

Policy = Callable[[Any, MetreObservation], MetreAnswer]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": (1, 2)}


def oracle(env: Any, observation: MetreObservation) -> MetreAnswer:
    """Scan the line as it is written; from the observation alone."""
    metre, foot = analyse(observation.line)
    answer = f"The stresses fit best as follows.\nMETRE: {metre}"
    return MetreAnswer(text=answer + (f"\nFOOT: {foot}" if foot else ""))


def null(env: Any, observation: MetreObservation) -> MetreAnswer:
    """Say nothing."""
    return MetreAnswer(text="")


def actions() -> st.SearchStrategy[MetreAnswer]:
    """Answers in the right form, and other texts."""
    metre = st.sampled_from(METRES).map("METRE: {}".format)
    both = st.builds("{}\nFOOT: {}".format, metre, st.integers(0, 9))
    return st.one_of(metre, both, st.text(max_size=60)).map(lambda text: MetreAnswer(text=text))


def invalid() -> list[MetreAnswer]:
    """Answers that are right for no line."""
    texts = ("", "METRE:", "iambic", "METRE: blank verse", "FOOT: 2", "METRE: haiku trimeter")
    return [MetreAnswer(text=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """The name of the metre."""
    return [env.reveal().metre.reveal()]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Answers without a scansion."""
    yield "all-in-one-line", lambda env, seen: MetreAnswer(text="METRE: " + " or ".join(METRES))
    yield "echo", lambda env, seen: MetreAnswer(text=f"METRE: {seen.line}")
    yield (
        "claims",
        lambda env, seen: MetreAnswer(text="METRE: correct answer", metadata={"right": True}),
    )
    yield "kinds-alone", lambda env, seen: MetreAnswer(text="METRE: iambic\nMETRE: trochaic")
