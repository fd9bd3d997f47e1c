"""A false assertion is not paid like a set of tests that finds mistakes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.false_assertions import (
    _with_other_value,
    false_assertions,
)
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Tests(Env):
    """Write tests of `f(x)`, which adds a number; two faulty versions are to be found."""

    __test__ = False
    schema: ClassVar[dict[str, Any]] = small_schema(
        tests={"type": "array", "items": {"type": "string"}}
    )
    checks = True

    def begin(self) -> None:
        self.added = self.rng.randrange(2, 99)

    def show(self) -> Message:
        return {"spec": f"f(x) is x + {self.added}, but 0 if x is negative"}

    def right(self, x: int) -> int:
        return x + self.added if x >= 0 else 0

    def faulty(self) -> list[Callable[[int], int]]:
        return [lambda x: x + self.added, lambda x: max(0, x)]

    def lines(self, action: Message) -> list[str]:
        return list(action["tests"])

    def paid(self, action: Message) -> float:
        self.over = True
        tests = []
        for line in self.lines(action):
            call, _, value = line.removeprefix("assert ").partition(" == ")
            if call.startswith("f(") and value.lstrip("-").isdigit():
                tests.append((int(call[2:-1]), int(value)))
        if self.checks:
            tests = [(x, value) for x, value in tests if self.right(x) == value]
        killed = [any(version(x) != value for x, value in tests) for version in self.faulty()]
        return sum(killed) / 2

    def oracle(self) -> Message:
        return {"tests": [f"f(3) == {3 + self.added}", "f(-200) == 0"]}


class Unchecked(Tests):
    checks = False


class Script(Unchecked):
    """The tests are lines of a program."""

    schema: ClassVar[dict[str, Any]] = small_schema(tests={"type": "string"})

    def lines(self, action: Message) -> list[str]:
        return [line for line in action["tests"].split("\n") if "assert" in line]

    def oracle(self) -> Message:
        lines = [f"assert {line}" for line in super().oracle()["tests"]]
        return {"tests": "\n".join(["from module import f", *lines])}


class CheckedScript(Script):
    checks = True


class Words(Tests):
    def oracle(self) -> Message:
        return {"tests": ["f(3) is right", "f(4) too"]}


@pytest.mark.parametrize("env_class", [Unchecked, Script])
def test_a_false_assertion_that_is_paid_is_reported(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match="one false assertion in 'tests'") as raised:
        false_assertions(small_context(env_class))
    assert raised.value.episode is not None


@pytest.mark.parametrize("env_class", [Tests, CheckedScript])
def test_tests_that_the_right_program_must_pass_are_sound(env_class: type[Env]) -> None:
    false_assertions(small_context(env_class))


def test_without_assertions_nothing_is_said() -> None:
    with pytest.raises(NotApplicable, match="no solution consists of several assertions"):
        false_assertions(small_context(Words))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("f(2) == 4", "f(2) == 21"),
        ("    assert g('a') == 'b'", "    assert g('a') == 'bx'"),
        ("is_even(3) == False", "is_even(3) == True"),
        ("h() == [1]", "h() == [[1], 17]"),
        ("f(2) == g(3)", None),
        ("x == 4", None),
    ],
)
def test_an_assertion_with_another_value(line: str, expected: str | None) -> None:
    assert _with_other_value(line) == expected
