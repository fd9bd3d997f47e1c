"""What documents say is held out must not come up in training."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.held_out_values import held_out_values
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Buses(Env):
    """When does the bus of a line go? Two of eight lines are for the test."""

    schema: ClassVar[dict[str, Any]] = small_schema(hour={"type": "integer"})
    limit = 1
    rule = "The test asks about two held-out lines, which never occur in training."

    def list_splits(self) -> list[str]:
        return ["train", "test"]

    def reset(self, seed: int | None = None, split: str = "train", **options: Any) -> Message:
        self.split = split
        return super().reset(seed, **options)

    def lines(self) -> list[int]:
        return [7, 8] if self.split == "test" else [1, 2, 3, 4, 5, 6]

    def begin(self) -> None:
        self.line, self.hour = self.rng.choice(self.lines()), self.rng.randrange(24)

    def show(self) -> Message:
        return {"line": self.line, "table": f"it goes at {self.hour}", "rule": self.rule}

    def paid(self, action: Message) -> float:
        return float(action["hour"] == self.hour)

    def oracle(self) -> Message:
        return {"hour": self.hour}


class AllInTraining(Buses):
    def lines(self) -> list[int]:
        return [7, 8] if self.split == "test" else [*range(1, 9)]


class NothingSaid(AllInTraining):
    rule = "The test asks about two lines."


class PairsOfLines(AllInTraining):
    rule = "A quarter of the pairs of an hour and a line is held out."


def test_held_out_lines_that_are_trained_are_reported() -> None:
    held_out_values(small_context(Buses))
    with pytest.raises(PropertyViolated, match=r"each line of reset\(split='test'\), such as 7"):
        held_out_values(small_context(AllInTraining))


@pytest.mark.parametrize("env_class", [NothingSaid, PairsOfLines])
def test_without_words_for_it_nothing_is_held_out(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable, match="named like what is held out"):
        held_out_values(small_context(env_class))


class Inboxes(Env):
    """Into which folder does each mail go? Mails come one after another."""

    schema: ClassVar[dict[str, Any]] = small_schema(folder={"type": "integer"})
    limit = 3
    rule = "The test split is made of mails that no inbox of the training split contains."
    held_out = frozenset(range(20, 30))

    def list_splits(self) -> list[str]:
        return ["train", "test"]

    def reset(self, seed: int | None = None, split: str = "train", **options: Any) -> Message:
        self.split = split
        return super().reset(seed, **options)

    def begin(self) -> None:
        mails = self.held_out if self.split == "test" else set(range(20))
        self.mails = self.rng.sample(sorted(mails), 3)

    def show(self) -> Message:
        left = self.mails[self.count :]
        return {"mail": f"mail {left[0]}" if left else "", "rule": self.rule}

    def paid(self, action: Message) -> float:
        return float(action["folder"] == self.mails[self.count - 1] % 3) / 3

    def oracle(self) -> Message:
        return {"folder": self.mails[self.count] % 3}


class SomeInTraining(Inboxes):
    held_out = frozenset(range(16, 30))


class Objects(Inboxes):
    """Each mail is an object of several fields."""

    rule = "300 mails are for training, and no mail of the test split is ever seen in training."

    def show(self) -> Message:
        text = super().show()["mail"]
        return {"mail": {"from": "Ada", "body": text} if text else None, "rule": self.rule}


class SomeObjectsInTraining(Objects):
    held_out = frozenset(range(14, 30))


class FewNamed(SomeInTraining):
    rule = "The test split has mails of its own."


def test_where_no_training_task_may_have_them_some_are_too_many() -> None:
    held_out_values(small_context(Inboxes))
    with pytest.raises(PropertyViolated, match=r"4 of 14 mail of reset\(split='test'\), such as"):
        held_out_values(small_context(SomeInTraining))
    held_out_values(small_context(Objects))
    with pytest.raises(PropertyViolated, match=r"6 of 16 mail of reset\(split='test'\), such as"):
        held_out_values(small_context(SomeObjectsInTraining))
    with pytest.raises(NotApplicable, match="named like what is held out"):
        held_out_values(small_context(FewNamed))
