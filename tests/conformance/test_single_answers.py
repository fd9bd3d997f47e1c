"""One right answer among wrong ones is not paid like right answers to all questions."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.single_answers import single_answers
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Sums(Env):
    """Four sums of three numbers; the last step is paid if all are right."""

    schema: ClassVar[dict[str, Any]] = small_schema(total={"type": "integer"})
    limit = 4
    declared: ClassVar[dict[str, Any]] = {"max_steps": 4, "success_reward": 1.0}
    told = "Add the numbers, four times."

    def begin(self) -> None:
        self.sums = [[self.rng.randrange(100) for _ in range(3)] for _ in range(self.limit)]
        self.right: list[bool] = []

    def show(self) -> Message:
        asked = self.sums[self.count] if self.count < self.limit else []
        return {"rules": self.told, "numbers": asked, "number": self.count}

    def paid(self, action: Message) -> float:
        self.right.append(action["total"] == self.oracle()["total"])
        return float(len(self.right) == self.limit and self.is_solved())

    def is_solved(self) -> bool:
        return all(self.right)

    def step(self, action: Message) -> Message:
        self.count += 1
        reward = self.judged(action)
        return {**self.show(), "reward": reward, "done": self.count >= self.limit}

    def judged(self, action: Message) -> float:
        self.right.append(action["total"] == sum(self.sums[self.count - 1]))
        return float(self.count == self.limit and self.is_solved())

    def oracle(self) -> Message:
        return {"total": sum(self.sums[self.count])}


class LastCounts(Sums):
    def is_solved(self) -> bool:
        return self.right[-1]


class FirstCounts(Sums):
    def is_solved(self) -> bool:
        return self.right[0]


class AnyCounts(Sums):
    def is_solved(self) -> bool:
        return any(self.right)


class EachIsPaid(Sums):
    def judged(self, action: Message) -> float:
        return super().judged(action) * 0 + self.right[-1] / self.limit


class LastIsSaid(LastCounts):
    told = "Add the numbers, four times; only the last sum counts."


class Guesses(Sums):
    """One number is looked for; each reply says whether it is more or less."""

    def begin(self) -> None:
        super().begin()
        self.low, self.high = 0, 100
        self.secret = self.rng.choice([12, 37, 62, 87])
        self.reply = ""

    def show(self) -> Message:
        return {"reply": self.reply, "number": self.count}

    def judged(self, action: Message) -> float:
        guess = action["total"]
        self.reply = "It is more than that" if guess < self.secret else "It is less than that"
        if guess < self.secret:
            self.low = guess
        else:
            self.high = guess
        return float(self.count == self.limit and guess == self.secret)

    def oracle(self) -> Message:
        if self.count == self.limit - 1:
            return {"total": self.secret}
        return {"total": (self.low + self.high) // 2}


@pytest.mark.parametrize(
    ("env_class", "name"), [(LastCounts, "last"), (FirstCounts, "first"), (AnyCounts, "first")]
)
def test_one_right_answer_that_is_paid_like_all_is_reported(
    env_class: type[Env], name: str
) -> None:
    with pytest.raises(PropertyViolated, match=f"the right {name} answer among wrong") as raised:
        single_answers(small_context(env_class))
    assert raised.value.episode is not None


@pytest.mark.parametrize("env_class", [Sums, EachIsPaid])
def test_answers_that_all_count_are_no_failure(env_class: type[Env]) -> None:
    single_answers(small_context(env_class))


def test_a_text_may_say_which_answer_counts() -> None:
    with pytest.raises(NotApplicable, match="says which"):
        single_answers(small_context(LastIsSaid))


def test_guesses_at_one_thing_are_no_separate_questions() -> None:
    with pytest.raises(NotApplicable, match="separate questions"):
        single_answers(small_context(Guesses))
