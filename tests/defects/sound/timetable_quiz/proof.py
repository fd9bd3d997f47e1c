"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .lines import clock
from .models import QuizAction, QuizObservation

Policy = Callable[[Any, QuizObservation], QuizAction]

declared = {
    "max_steps": 3,
    "success_reward": 1.0,
    "levels": (1, 2, 3),
    "concurrent_sessions": True,
    "deterministic": True,
    "setups": ({"split": "train"}, {"split": "test"}),
}


def _minutes(text: str) -> int:
    hours, minutes = text.split(":")
    return 60 * int(hours) + int(minutes)


def oracle(env: Any, observation: QuizObservation) -> QuizAction:
    """Reads the answer off the timetable that is shown."""
    rows = [row.split("|") for row in observation.timetable.splitlines()]
    times = {stop.strip(): [_minutes(t) for t in shown.split()] for stop, shown in rows}
    (asked,) = (_minutes(t) for t in re.findall(r"\d\d:\d\d", observation.question))
    if found := re.match(r"A bus leaves (.+) at \d.*take to (.+)\?", observation.question):
        trip = times[found[1]].index(asked)
        return QuizAction(text=f"Answer: {times[found[2]][trip] - asked}")
    if found := re.match(
        r"You have to be at (.+) by \d.*bus leave (.+) that", observation.question
    ):
        pairs = zip(times[found[2]], times[found[1]], strict=True)
        return QuizAction(text=f"Answer: {clock(max(go for go, come in pairs if come <= asked))}")
    found = re.match(r"You come to (.+) at \d.*at (.+), the wait", observation.question)
    assert found
    trip = next(t for t, time in enumerate(times[found[1]]) if time >= asked)
    return QuizAction(text=f"Answer: {times[found[2]][trip] - asked}")


def null(env: Any, observation: QuizObservation) -> QuizAction:
    """Says nothing."""
    return QuizAction(text="")


def actions() -> st.SearchStrategy[QuizAction]:
    """Answers of the right form, and other texts."""
    numbers = st.integers(1, 60).map(lambda n: f"Answer: {n}")
    times = st.integers(360, 1200).map(lambda n: f"It is late.\nAnswer: {clock(n)}")
    return st.one_of(numbers, times, st.text(max_size=30)).map(lambda t: QuizAction(text=t))


def invalid() -> list[QuizAction]:
    """Replies that can never be right."""
    texts = ("", "Answer:", "Answer: soon", "10 minutes", "Answer: 5\nAnswer: 6", "Answer: 25:00")
    return [QuizAction(text=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """Nothing: the times that are the answers stand in the timetable."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that do not read the timetable."""
    every = "\n".join(f"Answer: {n}" for n in range(1, 100))
    yield "every number", lambda env, seen: QuizAction(text=every)
    yield "the timetable", lambda env, seen: QuizAction(text=f"Answer: {seen.timetable}")
    yield "claims", lambda env, seen: QuizAction(metadata={"last_was_right": True})
