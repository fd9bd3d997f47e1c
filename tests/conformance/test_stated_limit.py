"""An episode that is longer or shorter than the texts say is reported."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.step.stated_limit import stated_limit
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Digits(Env):
    """One digit is right; the first message says how many attempts there are."""

    schema: ClassVar[dict[str, Any]] = small_schema(digit={"type": "integer"})
    text = "An episode has at most 12 steps."

    def begin(self) -> None:
        self.right = 1000 + self.rng.randrange(10)

    def show(self) -> Message:
        return {"task": f"Find the digit. {self.text}"}

    def paid(self, action: Message) -> float:
        self.over = action["digit"] == self.right
        return float(self.over)

    def oracle(self) -> Message:
        return {"digit": self.right}


def _with(text: str, limit: int) -> type[Env]:
    return type("Limited", (Digits,), {"text": text, "limit": limit})


@pytest.mark.parametrize(
    "text",
    [
        "An episode has at most 12 steps.",
        "The episode ends after twelve turns.",
        "The step limit is 12.",
        "You have up to 12 actions.",
        "The game has a 12-step limit.",
    ],
)
@pytest.mark.parametrize(("limit", "found"), [(12, ""), (13, "13 steps or more"), (11, "after 11")])
def test_episodes_of_another_length_are_reported(text: str, limit: int, found: str) -> None:
    context = small_context(_with(text, limit))
    if not found:
        stated_limit(context)
        return
    with pytest.raises(PropertyViolated, match=f"{found}.*though the texts say '{text[:12]}"):
        stated_limit(context)


@pytest.mark.parametrize(
    "text",
    [
        "Good luck.",
        "The customer waits within 3 steps.",
        "The game ends after 3 steps without progress.",
        "An episode has at most 5 steps. The episode ends after 9 steps.",
        "You have at most 5 steps per level.",
        "You have 3 actions: look, ask, and answer.",
        "After 5 turns the game becomes harder.",
        "Within 4 steps of the game nothing happens.",
    ],
)
def test_other_sentences_state_no_limit(text: str) -> None:
    with pytest.raises(NotApplicable, match="how many steps"):
        stated_limit(small_context(_with(text, 12)))


@pytest.mark.parametrize(
    "text",
    [
        "You have 5 turns. A wrong digit does not use up a turn.",
        "You have 5 actions. Looking is a free action.",
        "An episode has at most 5 steps. Refused digits cost no step.",
    ],
)
def test_where_some_steps_do_not_count_no_limit_is_stated(text: str) -> None:
    with pytest.raises(NotApplicable, match="some steps do not count"):
        stated_limit(small_context(_with(text, 12)))


def test_the_turns_that_one_has_are_a_limit() -> None:
    with pytest.raises(PropertyViolated, match=r"8 steps or more.*'You have 5 turns.'"):
        stated_limit(small_context(_with("You have 5 turns.", 12)))
