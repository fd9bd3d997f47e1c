"""Evidence of the author: a clerk who follows the records, and answers that must not pay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import AnswerAction, QuestionObservation
from .parish import LEVELS, solve

Policy = Callable[[Any, QuestionObservation], AnswerAction]

declared = {
    "max_steps": 1,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": tuple(LEVELS),
}


def oracle(env: Any, observation: QuestionObservation) -> AnswerAction:
    """Follow the parents from record to record."""
    return AnswerAction(answer=f"No. {solve(observation.register_lines, observation.question)}")


def null(env: Any, observation: QuestionObservation) -> AnswerAction:
    """Answer nothing."""
    return AnswerAction(answer="")


def actions() -> st.SearchStrategy[AnswerAction]:
    """Numbers, sentences with a number, and other texts."""
    numbers = st.integers(0, 50)
    texts = st.one_of(numbers.map(str), numbers.map("It is No. {}.".format), st.text(max_size=30))
    return texts.map(lambda text: AnswerAction(answer=text))


def invalid() -> list[AnswerAction]:
    """Answers that name no record, or several."""
    return [AnswerAction(answer=text) for text in ("", "nobody", "No. 0", "1 or 2 or 3", "9" * 200)]


def secrets(env: Any) -> list[str]:
    """Nothing: every number is in the register."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Answers without following the records."""
    yield (
        "every-number",
        lambda env, seen: AnswerAction(answer=" ".join(str(number) for number in range(1, 41))),
    )
    yield (
        "the-person-asked-about",
        lambda env, seen: AnswerAction(answer=seen.question.rpartition("No. ")[2]),
    )
    yield (
        "first-line",
        lambda env, seen: AnswerAction(answer=seen.register_lines[0].partition(":")[0]),
    )
    yield "claims", lambda env, seen: AnswerAction(metadata={"reward": 1.0, "right": True})
