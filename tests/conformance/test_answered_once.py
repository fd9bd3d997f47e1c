"""After a wrong answer, the right one is not paid any more where a text says so."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.step.answered_once import answered_once
from tests.conformance.small_environment import Env, Message, small_context, small_schema

CHUTES = ("A", "B", "C", "D")


class Belt(Env):
    """Twelve parcels, each into its chute; `retry` says whether a wrong one stays."""

    schema: ClassVar[dict[str, Any]] = small_schema(chute={"type": "string", "enum": [*CHUTES]})
    limit = 40
    rule = "A parcel that is dropped into a wrong chute is gone, and the next parcel comes."
    retry = True

    def begin(self) -> None:
        self.belt = [self.rng.choice(CHUTES) for _ in range(12)]

    def show(self) -> Message:
        return {
            "rule": self.rule,
            "mark": self.belt[0] if self.belt else "",
            "left": len(self.belt),
        }

    def paid(self, action: Message) -> float:
        right = action["chute"] == self.belt[0]
        if right or not self.retry:
            self.belt.pop(0)
        self.over = not self.belt
        return right / 12

    def oracle(self) -> Message:
        return {"chute": self.belt[0]}


class GoesOn(Belt):
    retry = False


class Unsaid(Belt):
    rule = "Drop each parcel into its chute."


POOL = [{"chute": chute} for chute in CHUTES]


def test_a_question_that_may_be_answered_again_is_reported() -> None:
    answered_once(small_context(GoesOn, POOL))
    with pytest.raises(PropertyViolated, match=r"is paid at \d+ of \d+ steps, though .*gone"):
        answered_once(small_context(Belt, POOL))


@pytest.mark.parametrize(
    "rule",
    [
        "Each gap can be filled once.",
        "A gap can be answered only once: try well.",
        "Right or wrong, the next question follows.",
        "After an incorrect label the desk goes on to the next review.",
        "The first word given stays.",
    ],
)
def test_sentences_that_say_so(rule: str) -> None:
    env_class = type("Told", (Belt,), {"rule": rule})
    with pytest.raises(PropertyViolated):
        answered_once(small_context(env_class, POOL))


@pytest.mark.parametrize(
    "rule",
    [
        "A wrong chute costs a step.",
        "Each shape is counted once at most.",
        "The next parcel comes when the first one is in its chute.",
    ],
)
def test_sentences_that_do_not(rule: str) -> None:
    env_class = type("Untold", (Belt,), {"rule": rule})
    with pytest.raises(NotApplicable, match="no text says"):
        answered_once(small_context(env_class, POOL))


class TwoChutes(GoesOn):
    """The next parcel often belongs into the same chute."""

    def begin(self) -> None:
        self.belt = [self.rng.choices("AB", [9, 1])[0] for _ in range(12)]


def test_the_same_answer_to_the_next_question_is_no_second_try() -> None:
    answered_once(small_context(TwoChutes, POOL))
