"""Of several solutions that the instance lists, each must be paid."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.listed_solutions import listed_solutions
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Anagram(Env):
    """Any word of the letters that are shown."""

    schema: ClassVar[dict[str, Any]] = small_schema(word={"type": "string"})
    words: ClassVar[list[list[str]]] = [
        ["stale", "least", "tales"],
        ["dusty", "study"],
        ["angel", "glean", "angle"],
    ]

    def begin(self) -> None:
        self.solutions = self.rng.choice(self.words)
        self.letters = "".join(sorted(self.solutions[0]))

    def show(self) -> Message:
        return {"letters": self.letters}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["word"] in self.solutions)

    def oracle(self) -> Message:
        return {"word": self.solutions[0]}


class FirstOnly(Anagram):
    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["word"] == self.solutions[0])


class FirstOnlyInHard(Anagram):
    """Only with the option are there several words."""

    declared: ClassVar[dict[str, Any]] = {"options": {"hard": [False, True]}}

    def begin(self) -> None:
        super().begin()
        if not self.options.get("hard"):
            self.solutions = self.solutions[:1]

    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["word"] == self.solutions[0])


class Menu(FirstOnly):
    """The words are shown, and one of them is right."""

    def show(self) -> Message:
        return {"choices": sorted(self.solutions)}


class Sequence(Anagram):
    """One word after the other, each in its place."""

    def paid(self, action: Message) -> float:
        right = action["word"] == self.solutions[self.count - 1]
        self.over = not right or self.count == 2
        return float(right)

    def oracle(self) -> Message:
        return {"word": self.solutions[self.count]}


class OtherName(FirstOnly):
    def begin(self) -> None:
        super().begin()
        self.drafts = self.solutions
        self.solutions = self.solutions[:1]


def test_each_listed_solution_is_paid() -> None:
    listed_solutions(small_context(Anagram))


@pytest.mark.parametrize("env_class", [FirstOnly, FirstOnlyInHard])
def test_a_verifier_that_takes_the_first_is_reported(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match=r"in solutions beside the oracle's answer"):
        listed_solutions(small_context(env_class))


@pytest.mark.parametrize("env_class", [Menu, Sequence, OtherName])
def test_other_lists_are_left_out(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable, match="no list of solutions"):
        listed_solutions(small_context(env_class))
