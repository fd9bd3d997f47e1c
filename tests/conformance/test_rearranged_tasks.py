"""Splits whose tasks are those of another one in another order are reported."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.rearranged_tasks import rearranged_tasks
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Chains(Env):
    """Shift each letter of a word; each split has words of its own."""

    schema: ClassVar[dict[str, Any]] = small_schema(word={"type": "string"})
    letters: ClassVar[str] = "abcdefghijklmnopqrst"
    words: ClassVar[int] = 200

    def reset(
        self, seed: int | None = None, split: Literal["train", "test"] = "train", **options: Any
    ) -> Message:
        self.split = split
        return super().reset((seed or 0) % self.words)

    def list_splits(self) -> list[str]:
        return ["train", "test"]

    def begin(self) -> None:
        if self.split == "test":
            self.rng.seed(f"test {self.rng.random()}")
        self.draw()

    def draw(self) -> None:
        self.word = "".join(self.rng.sample(self.letters, 6))

    def show(self) -> Message:
        return {"split": self.split, "word": self.word}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["word"] == self.oracle()["word"])

    def oracle(self) -> Message:
        return {"word": "".join(chr(ord(letter) + 1) for letter in self.word)}


class Reversed(Chains):
    def begin(self) -> None:
        self.draw()
        self.word = self.word[:: -1 if self.split == "test" else 1]


class ReversedList(Reversed):
    """The words of a sentence in the reverse order."""

    def show(self) -> Message:
        return {"split": self.split, "words": [f"say {letter}{letter}" for letter in self.word]}


class FewLetters(Chains):
    """Many words of both splits have the same letters, by chance."""

    letters: ClassVar[str] = "abcdefg"


@pytest.mark.parametrize("env_class", [Chains, FewLetters])
def test_splits_with_tasks_of_their_own_pass(env_class: type[Env]) -> None:
    rearranged_tasks(small_context(env_class))


@pytest.mark.parametrize(("env_class", "parts"), [(Reversed, "letters"), (ReversedList, "words")])
def test_tasks_that_are_turned_round_are_reported(env_class: type[Env], parts: str) -> None:
    with pytest.raises(PropertyViolated, match=f"have the {parts} of a task of reset"):
        rearranged_tasks(small_context(env_class))


def test_one_split_has_nothing_to_compare() -> None:
    class OneSplit(Chains):
        def list_splits(self) -> list[str]:
            return ["train"]

    with pytest.raises(NotApplicable):
        rearranged_tasks(small_context(OneSplit))
