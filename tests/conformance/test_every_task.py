"""The oracle solves all tasks that there is time for."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.every_task import every_task
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Numbers(Env):
    """Two numbers are to be added."""

    schema: ClassVar[dict[str, Any]] = small_schema(sum={"type": "integer"})
    unsolvable: ClassVar[tuple[int, ...]] = ()
    largest = 99
    declared: ClassVar[dict[str, Any]] = {"success_reward": 1.0, "levels": (1, 2)}

    def begin(self) -> None:
        high = 9 * self.options.get("level", 1)
        self.one, self.other = self.rng.randrange(high), self.rng.randrange(10, self.largest)

    def show(self) -> Message:
        return {"one": self.one, "other": self.other}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["sum"] == self.one + self.other and self.other not in self.unsolvable)

    def oracle(self) -> Message:
        return {"sum": self.one + self.other}


class SomeUnsolvable(Numbers):
    unsolvable = (44,)


class Remembering(Numbers):
    """The sums are stored under one of the numbers."""

    stored: ClassVar[dict[int, int]] = {}
    largest = 900

    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["sum"] == self.stored.setdefault(self.other, self.one + self.other))


class Tasks(Numbers):
    """Numbered tasks; one of them has a wrong reference."""

    declared: ClassVar[dict[str, Any]] = {"success_reward": 1.0}
    wrong: ClassVar[int] = 37

    def reset(
        self, seed: int | None = None, split: str = "train", index: int = 0, **options: Any
    ) -> Message:
        self.index = index
        return super().reset(index)

    def list_splits(self) -> list[str]:
        return ["train"]

    def num_tasks(self, split: str) -> int:
        return 60

    def paid(self, action: Message) -> float:
        return super().paid(action) * (self.index != self.wrong)


class AllRight(Tasks):
    wrong = -1


@pytest.mark.parametrize("env_class", [Numbers, AllRight])
def test_tasks_that_are_all_solved_are_sound(env_class: type[Env]) -> None:
    every_task(small_context(env_class))


def test_tasks_that_cannot_be_solved_are_reported() -> None:
    with pytest.raises(PropertyViolated, match=r"of \d+ tasks of level=\d are not solved") as found:
        every_task(small_context(SomeUnsolvable))
    assert "kept from other episodes" not in str(found.value)


def test_a_numbered_task_that_is_not_solved_is_named() -> None:
    with pytest.raises(PropertyViolated, match=r"1 of 60 tasks of split='train' .*index=37\)"):
        every_task(small_context(Tasks))


def test_what_an_earlier_episode_left_is_told_from_what_cannot_be_solved() -> None:
    small = small_context(Remembering)
    Remembering.stored.clear()

    def play_alone(episode: dict[str, Any]) -> Any:
        Remembering.stored.clear()
        return small.play_messages(Episode.from_dict(episode))

    context = CheckContext(small.subject, small.survey, small.profile, fresh_process=play_alone)
    with pytest.raises(PropertyViolated, match="something is kept from other episodes"):
        every_task(context)


def test_an_oracle_that_often_fails_is_left_to_other_properties() -> None:
    class Unsure(Numbers):
        unsolvable = tuple(range(10, 60))

    context = small_context(Unsure)
    context.survey.solutions = [s for s in context.survey.solutions if s.total > 0]
    every_task(context)


def test_chance_is_not_judged() -> None:
    class Random(SomeUnsolvable):
        declared: ClassVar[dict[str, Any]] = {"capabilities": ("stochastic",)}

    with pytest.raises(NotApplicable):
        every_task(small_context(Random))


class Market(Numbers):
    """What a solution earns depends on the task; no message says success."""

    declared: ClassVar[dict[str, Any]] = {}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["sum"] == self.one + self.other) * self.other**3


def test_low_returns_are_no_failures_where_returns_vary() -> None:
    every_task(small_context(Market))


class Noticed(Market):
    """The same with a success that some solutions miss, though they are paid."""

    def show(self) -> Message:
        return super().show() | ({"success": self.other not in self.missed} if self.over else {})

    missed = (44,)

    def paid(self, action: Message) -> float:
        return super().paid(action) / 1e6


class Lost(Noticed):
    def paid(self, action: Message) -> float:
        return super().paid(action) * (self.other not in self.missed)


def test_an_oracle_that_narrowly_fails_may_be_no_sure_one() -> None:
    with pytest.raises(EvidenceMissing, match="it may be no sure one"):
        every_task(small_context(Noticed))
    with pytest.raises(PropertyViolated, match="success is False"):
        every_task(small_context(Lost))


class Noisy(Lost):
    """Steps draw at random."""

    def paid(self, action: Message) -> float:
        self.rng.random()
        return super().paid(action)


class NoisySums(SomeUnsolvable):
    """The same where every solution earns the same."""

    def paid(self, action: Message) -> float:
        self.rng.random()
        return super().paid(action)


def test_where_steps_draw_and_returns_vary_the_oracle_may_be_unlucky() -> None:
    with pytest.raises(NotApplicable, match="the oracle may be unlucky"):
        every_task(small_context(Noisy))
    with pytest.raises(PropertyViolated, match="are not solved"):
        every_task(small_context(NoisySums))
