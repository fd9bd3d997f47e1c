"""The place of a question in an episode must not tell its answer."""

from __future__ import annotations

import contextlib
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.question_order import question_order
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Crate(Env):
    """Eight eggs, three to five of which are bad; each is kept or thrown away."""

    schema: ClassVar[dict[str, Any]] = small_schema(do={"type": "string"})
    limit = 8
    text = "One egg after the other."
    shuffles = False

    def begin(self) -> None:
        bad = self.rng.choice([3, 4, 5])
        self.bad = [False] * (8 - bad) + [True] * bad
        if self.shuffles:
            self.rng.shuffle(self.bad)
        self.weights = [self.rng.randrange(4000, 5000) + 2000 * bad for bad in self.bad]
        self.right = 0

    def show(self) -> Message:
        return {"text": self.text, "weight": self.weights[min(self.count, 7)]}

    def paid(self, action: Message) -> float:
        self.right += action["do"] == ("throw" if self.bad[self.count - 1] else "keep")
        self.over = self.count == self.limit
        return max(0, self.right - 4) / 4 if self.over else 0.0

    def oracle(self) -> Message:
        return {"do": "throw" if self.bad[self.count] else "keep"}


class Shuffled(Crate):
    shuffles = True


class Late(Crate):
    text = "In the first hours of the day the eggs are fresh."


class Form(Crate):
    """Each place asks something else, in other words."""

    asked = ("colour", "size", "crack", "smell", "date", "stamp", "shell", "weight")

    def begin(self) -> None:
        super().begin()
        self.order = self.rng.random()

    def show(self) -> Message:
        return {**super().show(), "question": f"Is the {self.asked[min(self.count, 7)]} right?"}


class Alike(Shuffled):
    """One answer is right nearly always."""

    def begin(self) -> None:
        super().begin()
        self.bad = [self.rng.random() < 0.1 for _ in range(8)]


def test_an_order_that_tells_the_answers_is_reported() -> None:
    with pytest.raises(PropertyViolated, match="more on average than the same answers") as raised:
        question_order(small_context(Crate))
    assert raised.value.episode is not None
    assert len(raised.value.episode.actions) == 8


def test_shuffled_questions_are_sound() -> None:
    with contextlib.suppress(NotApplicable):  # the usual answers of all places may be one
        question_order(small_context(Shuffled))


@pytest.mark.parametrize(
    ("env_class", "reason"),
    [
        (Late, "the texts say that the order"),
        (Form, "a question of its own kind"),
        (Alike, "one answer is the most common"),
    ],
)
def test_where_the_order_may_matter_or_says_nothing(env_class: type[Env], reason: str) -> None:
    with pytest.raises(NotApplicable, match=reason):
        question_order(small_context(env_class))
