"""A parser that reads a part of a number is reported."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.text_form.kept_numbers import kept_numbers
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Seats(Env):
    """What is paid does not matter here."""

    schema = small_schema(seats={"type": "object"}, note={"type": "string"})

    def paid(self, action: Message) -> float:
        return 0.0

    def oracle(self) -> Message:
        return {"seats": {}, "note": ""}


def _check(pattern: str, answer: str = "seats A:{} B:{}", kind: Any = str) -> None:
    def demonstrations(*, level: int, count: int, seed: int, quality: float) -> list[Any]:
        rng = random.Random(seed)
        numbers = [(rng.randint(10, 99), -rng.randint(10, 99)) for _ in range(count)]
        return [[("prompt", answer.format(*pair))] for pair in numbers]

    def parse(completion: str) -> Message:
        pairs = re.findall(rf"([A-Z]):{pattern}", completion)
        return {"seats": {name: kind(number) for name, number in pairs}, "note": ""}

    text: Any = SimpleNamespace(
        parse=parse, render=lambda seen: "", MAX_TURN_CHARS=80, LEVELS=(1,),
        demonstrations=demonstrations,
    )  # fmt: skip
    context = small_context(Seats)
    subject = replace(context.subject, text=text)
    kept_numbers(CheckContext(subject, context.survey, context.profile))


@pytest.mark.parametrize("kind", [str, int, float])
def test_whole_numbers_are_kept(kind: Any) -> None:
    _check(r"(-?\d+)", kind=kind)


@pytest.mark.parametrize("pattern", [r"(-?\d)", r"-?(\d+)", r"-?\d(\d)"])
@pytest.mark.parametrize("kind", [str, int])
def test_a_part_of_a_number_is_reported(pattern: str, kind: Any) -> None:
    with pytest.raises(PropertyViolated, match=r"reads a part of a number in \d+ demonstrated"):
        _check(pattern, kind=kind)


def test_numbers_that_are_left_out_may_be_reasons() -> None:
    with pytest.raises(NotApplicable, match="holds numbers"):
        _check(r"(-?\d+)", "because {} is more than {}")
