"""Held-out pairs that are trained in the other direction are reported."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.reversed_tasks import reversed_tasks
from tests.conformance.small_environment import Env, Message, small_context, small_schema

_WORDS = [(f"wort{number}", f"word{number}") for number in range(40)]
_BACK = [(english, german) for german, english in _WORDS]


class Translation(Env):
    """A word is asked for in one direction or the other; pairs are held out."""

    schema: ClassVar[dict[str, Any]] = small_schema(answer={"type": "string"})
    limit = 1
    train: ClassVar[list[tuple[str, str]]] = _WORDS[:30] + _BACK[:30]
    test: ClassVar[list[tuple[str, str]]] = _WORDS[30:] + _BACK[30:]

    def reset(
        self, seed: int | None = None, split: Literal["train", "test"] = "train", **options: Any
    ) -> Message:
        return super().reset(seed, split=split)

    def list_splits(self) -> list[str]:
        return ["train", "test"]

    def begin(self) -> None:
        tasks = self.test if self.options["split"] == "test" else self.train
        self.question, self.answer = self.rng.choice(tasks)

    def show(self) -> Message:
        return {"phrase": self.question}

    def paid(self, action: Message) -> float:
        return float(action["answer"] == self.answer)

    def oracle(self) -> Message:
        return {"answer": self.answer}


class HeldOutAfterwards(Translation):
    train: ClassVar[list[tuple[str, str]]] = _WORDS[:30] + _BACK[10:]
    test: ClassVar[list[tuple[str, str]]] = _WORDS[30:] + _BACK[:10]


class Labels(HeldOutAfterwards):
    """The answer is one of two labels, which the message lists."""

    def begin(self) -> None:
        super().begin()
        self.answer = "noun" if int(self.question[4:]) % 2 else "verb"

    def show(self) -> Message:
        return {"phrase": self.question, "labels": ["noun", "verb"]}


class OneSplit(HeldOutAfterwards):
    def list_splits(self) -> list[str]:
        return ["train"]

    def reset(self, seed: int | None = None, **options: Any) -> Message:  # type: ignore[override]
        return super().reset(seed)


def test_pairs_that_are_asked_back_in_another_split_are_reported() -> None:
    with pytest.raises(PropertyViolated, match="ask back what reset"):
        reversed_tasks(small_context(HeldOutAfterwards))


def test_pairs_that_are_held_out_are_not() -> None:
    reversed_tasks(small_context(Translation))


@pytest.mark.parametrize("env_class", [Labels, OneSplit])
def test_labels_and_single_splits_have_no_pairs(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable):
        reversed_tasks(small_context(env_class))


class Ladder(Translation):
    """From one word to another in several steps; both directions are tasks."""

    limit = 2
    told = "A pair and its reverse are in the same split."

    def show(self) -> Message:
        return {"rules": self.told, "start": self.question, "goal": self.answer, "at": self.count}

    def paid(self, action: Message) -> float:
        return float(action["answer"] == self.answer and self.count == 2)


class LadderApart(Ladder):
    train: ClassVar[list[tuple[str, str]]] = HeldOutAfterwards.train
    test: ClassVar[list[tuple[str, str]]] = HeldOutAfterwards.test


class LadderUntold(LadderApart):
    told = "From start to goal."


def test_a_shown_pair_whose_reverse_is_in_another_split_is_reported_if_a_text_denies_it() -> None:
    reversed_tasks(small_context(Ladder))
    with pytest.raises(PropertyViolated, match="show a pair whose reverse"):
        reversed_tasks(small_context(LadderApart))
    with pytest.raises(NotApplicable):
        reversed_tasks(small_context(LadderUntold))
