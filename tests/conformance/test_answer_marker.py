"""What a model writes before the marked answer does not change the answer."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.text_form.answer_marker import answer_marker
from tests.conformance.small_environment import Env, Message, small_context, small_schema

THINK = "You may think first. End with a line `Answer: N`."


class Sums(Env):
    schema: ClassVar[dict[str, Any]] = small_schema(sum={"type": "integer"})

    def begin(self) -> None:
        self.sum = self.rng.randrange(99)

    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["sum"] == self.sum)

    def oracle(self) -> Message:
        return {"sum": self.sum}


def first_number(completion: str) -> Message:
    found = re.findall(r"\d+", completion)
    return {"sum": int(found[0]) if found else 0}


def marked_number(completion: str) -> Message:
    found = re.findall(r"Answer: *(\d+)", completion)
    return {"sum": int(found[-1]) if found else 0}


def check(parse: Any, system: str = THINK, mark: str = "Answer: ") -> None:
    def demonstrations(*, level: int, count: int, seed: int, quality: float) -> Any:
        rng = random.Random(seed)
        return [[("1 + 1", f"{mark}{rng.randrange(100, 999)}")] for _ in range(count)]

    text: Any = SimpleNamespace(
        SYSTEM=system, parse=parse, demonstrations=demonstrations, LEVELS=(1,)
    )
    context = small_context(Sums)
    subject = replace(context.subject, text=text)
    answer_marker(CheckContext(subject, context.survey, context.profile))


def test_the_first_number_is_not_the_marked_one() -> None:
    check(marked_number)
    with pytest.raises(PropertyViolated, match="it does not look for the marker"):
        check(first_number)


@pytest.mark.parametrize(
    ("system", "mark"),
    [("Answer with the number alone.", ""), ("Answer: N", "Answer: "), (THINK, "")],
)
def test_without_a_marker_after_other_text_the_first_number_may_be_meant(
    system: str, mark: str
) -> None:
    with pytest.raises(NotApplicable):
        check(first_number, system, mark)
