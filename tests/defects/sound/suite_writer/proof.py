"""Evidence from the author: suites that expose every variant, and what must not pay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import SuiteAction, SuiteObservation

Policy = Callable[[Any, SuiteObservation], SuiteAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": (1, 2)}

_SUITES: dict[str, tuple[str, ...]] = {
    "clamp": ("(5, 0, 3) == 3", "(-1, 0, 3) == 0", "(2, 0, 3) == 2"),
    "sign": ("(1) == 1", "(7) == 1", "(-1) == -1", "(0) == 0"),
    "is_leap": ("(1900) == False", "(2000) == True", "(2004) == True", "(2006) == False"),
    "grade": (
        '(90) == "A"',
        '(89) == "B"',
        '(75) == "B"',
        '(74) == "C"',
        '(50) == "C"',
        '(49) == "F"',
    ),
    "median3": ("(1, 2, 3) == 2", "(3, 1, 2) == 2", "(2, 3, 1) == 2"),
    "is_triangle": (
        "(3, 4, 5) == True",
        "(1, 1, 3) == False",
        "(1, 3, 1) == False",
        "(3, 1, 1) == False",
        "(1, 2, 3) == False",
    ),
    "initials": ('("ada king") == "AK"', '("grace") == "G"'),
    "second_largest": (
        "([1, 4, 9]) == 4",
        "([2, 5, 5, 7, 8]) == 7",
        "([3, 3]) == None",
        "([1, 5, 5]) == 1",
    ),
    "count_vowels": ('("Audio") == 4', '("sky") == 0', '("unu") == 2'),
    "trim_zeros": ("([0, 1, 0, 2, 0]) == [1, 0, 2]", "([0, 0]) == []"),
    "longest_run": ("([1, 1, 1, 2]) == 3", "([]) == 0", "([1, 2, 3]) == 1", "([5]) == 1"),
    "is_palindrome": (
        '("Anna") == True',
        '("a b a, b a") == True',
        '("abca") == False',
        '("a1a2a") == False',
    ),
}


def oracle(env: Any, observation: SuiteObservation) -> SuiteAction:
    """The author's suite of the function, written from its source."""
    name = observation.name
    return SuiteAction(tests="\n".join(f"{name}{test}" for test in _SUITES[name]))


def null(env: Any, observation: SuiteObservation) -> SuiteAction:
    """Write no test."""
    return SuiteAction()


def actions() -> st.SearchStrategy[SuiteAction]:
    """Suites of various functions, and other texts."""
    suites = [f"{name}{test}" for name, tests in _SUITES.items() for test in tests]
    chosen = st.lists(st.sampled_from(suites), max_size=4).map("\n".join)
    return st.one_of(chosen, st.text(max_size=40)).map(lambda text: SuiteAction(tests=text))


def invalid() -> list[SuiteAction]:
    """Texts that are no suite."""
    texts = ("", "assert True", "1 == 1", "f(1) == ", "# nothing", "import os", "print(1) == None")
    return [SuiteAction(tests=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """The sources of the faulty variants."""
    function = env.reveal().function
    return [function.source.replace(old, new, 1) for old, new in function.faults]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to be paid without a suite."""
    yield "assertion", lambda env, seen: SuiteAction(tests="assert False")
    yield "source", lambda env, seen: SuiteAction(tests=seen.source)
    yield "other-name", lambda env, seen: SuiteAction(tests="print(1) == 2")
    yield "claims", lambda env, seen: SuiteAction(metadata={"exposed": 9, "reward": 1.0})
