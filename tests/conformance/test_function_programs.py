"""Functions that an instance holds are read as programs."""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType, SimpleNamespace
from typing import Any

import pytest

from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.oracle_search.answer_rules import read_views
from hallmark_rl.conformance.oracle_search.find_solutions import find_solutions
from hallmark_rl.conformance.oracle_search.function_programs import PROGRAM, programs_of
from hallmark_rl.conformance.survey.survey_data import Rollout, Survey
from hallmark_rl.sdk.subject.description import Subject

LIMIT = 3


def area(radius: float) -> float:
    """With a module, an annotation and a default."""
    return math.pi * radius**2


def clipped(values: list[int], most: int = LIMIT) -> list[int]:
    return [_clip(value, most) for value in values]


def _clip(value: int, most: int) -> int:
    return min(value, most, LIMIT)


doubled = lambda x: 2 * x  # noqa: E731
BIAS = SimpleNamespace(value=1)


def with_an_object(x: int) -> int:
    return x + int(BIAS.value)


def closure() -> Callable[[int], int]:
    kept = 3

    def inner(x: int) -> int:
        return x + kept

    return inner


@pytest.mark.parametrize(
    ("function", "argument"), [(area, 2.0), (clipped, [1, 5, 9]), (doubled, 21)]
)
def test_a_program_does_what_the_function_does(function: FunctionType, argument: Any) -> None:
    made = programs_of({"._f": function}, ["solve(x): what is asked for", "len(x) is at most 9"])
    scope: dict[str, Any] = {}
    exec(made["._f" + PROGRAM], scope)
    assert scope["solve"](argument) == function(argument)


@pytest.mark.parametrize("function", [with_an_object, closure(), random.choice, functools.reduce])
def test_what_cannot_stand_alone_is_left_out(function: FunctionType) -> None:
    assert programs_of({"._f": function}, ["solve(x)"]) == {}


def test_without_a_call_in_the_texts_there_is_no_name() -> None:
    assert programs_of({"._f": area}, ["Write a function.", "print(x)"]) == {}


@dataclass(frozen=True)
class Task:
    text: str
    reference: Callable[[int], int]


TASKS = [
    Task("solve(x): the double of x", lambda x: 2 * x),
    Task("solve(x): the square of x", lambda x: x * x),
    Task("solve(x): x without its sign", lambda x: max(x, -x)),
    Task("solve(x): one more than x", lambda x: x + 1),
]


class Functions:
    """Write the function that a text describes."""

    def reset(self, seed: int | None = None) -> dict[str, Any]:
        self._task = TASKS[random.Random(seed).randrange(len(TASKS))]
        return {"task": self._task.text, "done": False, "reward": None}

    def step(self, action: dict[str, Any]) -> dict[str, Any]:
        scope: dict[str, Any] = {}
        try:
            exec(action["code"], scope)
            right = all(scope["solve"](x) == self._task.reference(x) for x in range(-5, 6))
        except Exception:
            right = False
        return {"task": self._task.text, "done": True, "reward": float(right)}


def test_an_oracle_is_found_that_submits_the_reference() -> None:
    subject = Subject("x", "x", make=Functions, action_type=dict)
    schema = {"type": "object", "properties": {"code": {"type": "string"}}, "required": ["code"]}
    survey = Survey(schema=schema, pool=[{"code": "x"}, {"code": "solve"}])
    survey.random_rollouts = [Rollout(seed, [{"code": "x"}], [0.0], True) for seed in range(1, 9)]
    driver = InProcessDriver(subject)
    views = read_views(driver, Response(driver.reset(seed=1).data), [])
    assert "._task.reference" + PROGRAM in views["attributes"]
    found = find_solutions(subject, survey, PROFILES["quick"])
    assert found.kind == "answer"
    assert "def solve(x):" in found.solutions[0].actions[0]["code"]
