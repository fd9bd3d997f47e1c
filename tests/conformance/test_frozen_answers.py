"""Beside an option, the right answers follow from the seed as they do without it."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants import frozen_answers as module
from hallmark_rl.conformance.properties.variants.frozen_answers import frozen_answers
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Guesses(Env):
    """Six numbers are guessed, which a season does not fix; half of the pay is for half of them."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        numbers={"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 99}}
    )
    declared: ClassVar[dict[str, Any]] = {"options": {"season": ["dry", "wet"]}}
    limit = 1
    frozen = 0

    def begin(self) -> None:
        season = random.Random(self.options.get("season"))
        fixed = self.frozen if self.options.get("season") else 0
        self.numbers = [(season if i < fixed else self.rng).randrange(100) for i in range(6)]

    def show(self) -> Message:
        return {"numbers": self.numbers}

    def paid(self, action: Message) -> float:
        given = action["numbers"]
        return sum(a == b for a, b in zip(given, self.numbers, strict=False)) / 6

    def oracle(self) -> Message:
        return {"numbers": self.numbers}


class Frozen(Guesses):
    frozen = 5


class AllFrozen(Guesses):
    """The numbers of a season are the same on every seed."""

    frozen = 6


class Maps(AllFrozen):
    """The option may choose the task."""

    declared: ClassVar[dict[str, Any]] = {"options": {"map": ["harbour", "hills"]}}

    def begin(self) -> None:
        self.options = {"season": self.options["map"]} if self.options.get("map") else {}
        super().begin()


class NoOptions(AllFrozen):
    declared: ClassVar[dict[str, Any]] = {}


def test_answers_that_follow_from_the_seed_are_sound() -> None:
    frozen_answers(small_context(Guesses))


@pytest.mark.parametrize(
    ("env_class", "text"),
    [
        (Frozen, "the solution of another seed earns half .*confirmed on"),
        (AllFrozen, "the same actions solve the task on all of 12 seeds"),
    ],
)
def test_an_option_that_fixes_the_answers_is_named(env_class: type[Env], text: str) -> None:
    with pytest.raises(PropertyViolated, match=f"season='wet'.*season='dry'.*{text}") as raised:
        frozen_answers(small_context(env_class))
    assert raised.value.episode is not None


def test_an_option_may_choose_the_task_unless_a_text_says_that_the_seed_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    frozen_answers(small_context(Maps))

    def sentences(context: CheckContext) -> list[str]:
        return ["On every map, the numbers depend on the seed."]

    monkeypatch.setattr(module, "task_sentences", sentences)
    with pytest.raises(PropertyViolated, match=r"map='hills'.*map='harbour'"):
        frozen_answers(small_context(Maps))


def test_nothing_is_compared_without_options() -> None:
    with pytest.raises(NotApplicable, match="is declared"):
        frozen_answers(small_context(NoOptions))
