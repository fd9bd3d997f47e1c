"""What the tasks have in common on which the oracle fails."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics import failing_tasks as module
from hallmark_rl.conformance.properties.semantics.failing_tasks import failing_tasks
from tests.conformance.small_environment import Env, Message, small_context, small_schema

NAMES = ("ada", "Bea", "cyd", "Dov", "eva's", "fay", "Gil", "hal-el")


class Names(Env):
    """Read a name backwards."""

    schema: ClassVar[dict[str, Any]] = small_schema(name={"type": "string"})
    limit = 1
    declared: ClassVar[dict[str, Any]] = {"success_reward": 1.0}

    def begin(self) -> None:
        self.name = self.rng.choice(NAMES)
        self.topic = self.rng.choice(["rome", "moon", "bread"])

    def show(self) -> Message:
        return {"backwards": self.name[::-1], "topic": self.topic, "n": self.rng.random()}

    def paid(self, action: Message) -> float:
        return float(action["name"] == self.name)

    def oracle(self) -> Message:
        return {"name": self.name}


class InSmallLetters(Names):
    def paid(self, action: Message) -> float:
        return float(action["name"].lower() == self.name)


class NotOnTheMoon(Names):
    def paid(self, action: Message) -> float:
        return super().paid(action) * (self.topic == "bread")


class ByChance(Names):
    def paid(self, action: Message) -> float:
        return super().paid(action) * (self.rng.random() < 0.5)


class Worth(NotOnTheMoon):
    """Nothing says what a solution earns: bread may just be worth more."""

    declared: ClassVar[dict[str, Any]] = {}


class Sums(Names):
    schema: ClassVar[dict[str, Any]] = small_schema(sum={"type": "integer"})

    def begin(self) -> None:
        super().begin()
        self.sum = self.rng.randint(-9, 9)

    def paid(self, action: Message) -> float:
        return float(str(action["sum"]).isdigit() and action["sum"] == self.sum)

    def oracle(self) -> Message:
        return {"sum": self.sum}


@pytest.mark.parametrize(
    ("env_class", "trait"),
    [
        (InSmallLetters, "a capital letter in 'name'"),
        (NotOnTheMoon, "topic = moon or rome"),
        (Sums, "a negative number in 'sum'"),
    ],
)
def test_what_failures_have_in_common_is_named(env_class: type[Env], trait: str) -> None:
    said = rf"fails on (\d+) of \1 seeds with {trait}, and on none of \d+ others"
    with pytest.raises(PropertyViolated, match=said):
        failing_tasks(small_context(env_class))


def test_failures_that_have_nothing_in_common_are_not() -> None:
    failing_tasks(small_context(ByChance))


@pytest.mark.parametrize("env_class", [Names, Worth])
def test_an_oracle_that_solves_all_has_no_failures(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable, match="hardly any task"):
        failing_tasks(small_context(env_class))


def test_few_episodes_show_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SEEDS", 20)
    with pytest.raises(EvidenceMissing, match="20 episodes could be played, 30 are needed"):
        failing_tasks(small_context(InSmallLetters))
