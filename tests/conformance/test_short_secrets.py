"""Numbers and short texts as secrets: leaks by place, and numbers that show for good reasons."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import EvidenceMissing, PropertyViolated
from hallmark_rl.conformance.properties.secrecy.short_secrets import (
    is_short,
    require_no_steady_place,
)
from hallmark_rl.conformance.survey.survey_data import Survey
from hallmark_rl.sdk.subject.description import Subject

Show = Callable[[random.Random, int], dict[str, Any]]


def _context(show: Show, secret: Callable[[random.Random], int]) -> CheckContext:
    """The context of an environment whose messages are `show(rng, secret)`."""

    class Env:
        def reset(self, seed: int | None = None) -> dict[str, Any]:
            self.rng = random.Random(seed)
            self.secret = secret(self.rng)
            return show(self.rng, self.secret)

        def step(self, action: dict[str, Any]) -> dict[str, Any]:
            return show(self.rng, self.secret)

    proof: Any = SimpleNamespace(secrets=lambda env: [str(env.secret)])
    subject = Subject("x", "x", make=Env, action_type=dict, proof=proof)
    return CheckContext(subject, Survey(pool=[{"guess": "none"}]), PROFILES["quick"])


def _read(driver: Any, response: Any) -> Iterator[tuple[str, str]]:
    for name, value in response.data.items():
        yield name, json.dumps(value)


def _number(rng: random.Random) -> int:
    return rng.randint(1, 60)


KNOWN = [["7"], ["12"]]
LEAKS: dict[str, Show] = {
    "a field": lambda rng, secret: {"debug": secret},
    "a text field": lambda rng, secret: {"debug": str(secret)},
    "a number in a text": lambda rng, secret: {"hint": f"target {secret}, round {rng.random()}"},
    "nested": lambda rng, secret: {"info": {"a": [{"b": secret}]}},
    "in base64": lambda rng, secret: {
        "token": __import__("base64").b64encode(b"%d" % secret).decode()
    },
}
SOUND: dict[str, Show] = {
    "terms of a sum": lambda rng, secret: {
        "task": f"add {secret - 7} and 7",
        "terms": [secret - 7, 7],
    },
    "the next number": lambda rng, secret: {"last": secret - 1},
    "shuffled candidates": lambda rng, secret: {
        "options": rng.sample([secret, *rng.sample(range(61, 99), 4)], 5)
    },
    "all candidates": lambda rng, secret: {"options": list(range(1, 61))},
    "now and then": lambda rng, secret: {"shown": secret if rng.random() < 0.8 else 0},
    "random numbers": lambda rng, secret: {"noise": [rng.randint(1, 60) for _ in range(200)]},
    "reversed digits as the task": lambda rng, secret: {"task": f"reverse {str(secret)[::-1]}x"},
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_place_that_is_the_secret_on_every_seed_is_a_leak(name: str) -> None:
    with pytest.raises(PropertyViolated, match="on all 40 seeds"):
        require_no_steady_place(_context(LEAKS[name], _number), _read, KNOWN)


@pytest.mark.parametrize("name", SOUND)
def test_numbers_that_belong_to_the_task_are_no_leak(name: str) -> None:
    require_no_steady_place(_context(SOUND[name], _number), _read, KNOWN)


@pytest.mark.parametrize(
    "show",
    [
        lambda rng, secret: {"number": secret + 1000},
        lambda rng, secret: {"text": str(secret + 10)[::-1] if secret < 10 else str(secret)[::-1]},
        lambda rng, secret: {"mask": "*" * secret},
    ],
    ids=["plus a constant", "reversed", "mask"],
)
def test_simple_functions_of_a_secret_count_where_no_task_is_stated(show: Show) -> None:
    context = _context(show, lambda rng: rng.randint(10, 60))
    require_no_steady_place(context, _read, KNOWN)
    with pytest.raises(PropertyViolated, match="on all 40 seeds"):
        require_no_steady_place(context, _read, KNOWN, hidden=True)


def test_secrets_that_do_not_vary_leave_the_property_unproved() -> None:
    context = _context(lambda rng, secret: {"level": 7}, lambda rng: 7)
    with pytest.raises(EvidenceMissing, match=r"as short as '7'.*there are 1 different ones"):
        require_no_steady_place(context, _read, KNOWN)


def test_two_answers_on_forty_seeds_are_enough_for_a_decision() -> None:
    def coin(rng: random.Random) -> int:
        return rng.randint(0, 1)

    require_no_steady_place(
        _context(lambda rng, secret: {"a": rng.randint(0, 1)}, coin), _read, KNOWN
    )
    with pytest.raises(PropertyViolated, match="a is the secret"):
        require_no_steady_place(_context(lambda rng, secret: {"a": secret}, coin), _read, KNOWN)


@pytest.mark.parametrize(
    ("secret", "short"),
    [("7", True), ("abc", True), ("123456", True), ("3.5", True), ("apple", False)],
)
def test_numbers_and_texts_of_three_characters_are_short(secret: str, short: bool) -> None:
    assert is_short(secret) is short


def test_long_secrets_are_left_to_the_search_in_texts() -> None:
    context = _context(LEAKS["a field"], _number)
    require_no_steady_place(context, _read, [["a long answer"], ["another one"]])
