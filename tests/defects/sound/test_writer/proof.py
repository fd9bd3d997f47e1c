"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import TestWriterAction, TestWriterObservation

Policy = Callable[[Any, TestWriterObservation], TestWriterAction]

GOOD = {
    "clamp": ["clamp(9, 0, 5) == 5", "clamp(-9, -3, 5) == -3", "clamp(-2, -3, 5) == -2"],
    "is_leap": [
        "is_leap(1900) == False",
        "is_leap(2000) == True",
        "is_leap(2024) == True",
        "is_leap(2022) == False",
    ],
    "digit_sum": ["digit_sum(1234) == 10", "digit_sum(-12) == 3", "digit_sum(99) == 18"],
    "rotate": ["rotate('abc', 1) == 'bca'", "rotate('abc', 4) == 'bca'", "rotate('', 2) == ''"],
    "gcd": ["gcd(0, 0) == 0", "gcd(4, 6) == 2", "gcd(-4, 6) == 2"],
    "title_words": [
        "title_words('Ab cD Ef') == 2",
        "title_words('A\\nB') == 2",
        "title_words('low Up') == 1",
    ],
}
declared = {"max_steps": 3, "success_reward": 1.0, "options": {"task": list(GOOD)}}


def oracle(env: Any, observation: TestWriterObservation) -> TestWriterAction:
    """Hands in tests that were thought about."""
    return TestWriterAction(tests=GOOD[observation.task])


def null(env: Any, observation: TestWriterObservation) -> TestWriterAction:
    """Hands in nothing."""
    return TestWriterAction()


def actions() -> st.SearchStrategy[TestWriterAction]:
    """Some tests, some of them malformed."""
    lines = ["gcd(1, 2) == 1", "gcd(0) == 0", "1 == 1", "", "clamp(", "is_leap(4) == True"]
    return st.builds(TestWriterAction, tests=st.lists(st.sampled_from(lines), max_size=4))


def invalid() -> list[TestWriterAction]:
    """Sets without a usable test."""
    return [TestWriterAction(), TestWriterAction(tests=["True", "x == 1", "__import__('os')"])]


def secrets(env: Any) -> list[str]:
    """The faulty versions have no names."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Tests that test nothing."""
    yield "true", lambda env, seen: TestWriterAction(tests=["True == True", "1 == 2"])
