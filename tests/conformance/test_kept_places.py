"""The right option of each question has a place of its own."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.kept_places import kept_places
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Quiz(Env):
    """Four questions, each with four options of its own, named by letters."""

    schema: ClassVar[dict[str, Any]] = small_schema(choice={"enum": [*"ABCD"]})
    limit = 4

    def begin(self) -> None:
        self.places = [self.rng.randrange(4) for _ in range(5)]
        self.options = [self.rng.sample(range(100, 1000), 4) for _ in range(5)]

    def show(self) -> Message:
        return {"number": self.count, "options": [f"take {n}" for n in self.options[self.count]]}

    def paid(self, action: Message) -> float:
        return float(action["choice"] == "ABCD"[self.places[self.count - 1]]) / 4

    def oracle(self) -> Message:
        return {"choice": "ABCD"[self.places[self.count]]}


class ShuffledOnce(Quiz):
    def begin(self) -> None:
        super().begin()
        self.places = self.places[:1] * 5


class AlwaysFirst(Quiz):
    """One place is right in all episodes, as other properties report."""

    def begin(self) -> None:
        super().begin()
        self.places = [0] * 5


class Arms(ShuffledOnce):
    """The same options in each step: the best one stays the best."""

    def begin(self) -> None:
        super().begin()
        self.options = self.options[:1] * 5


class Bandit(Arms):
    """What each arm has paid so far, beside its number: a list that changes, and no options."""

    schema: ClassVar[dict[str, Any]] = small_schema(choice={"type": "integer"})

    def show(self) -> Message:
        return {"won": [self.count * (n == self.places[0]) for n in range(4)]}

    def paid(self, action: Message) -> float:
        return float(action["choice"] == self.places[0]) / 4

    def oracle(self) -> Message:
        return {"choice": self.places[0]}


class OneQuestion(ShuffledOnce):
    limit = 1


@pytest.mark.parametrize("env_class", [Quiz, AlwaysFirst])
def test_places_of_their_own_are_sound(env_class: type[Env]) -> None:
    kept_places(small_context(env_class))


def test_a_place_that_is_kept_within_an_episode_is_reported() -> None:
    with pytest.raises(PropertyViolated, match="is at the place in options of the question before"):
        kept_places(small_context(ShuffledOnce))


@pytest.mark.parametrize("env_class", [Arms, Bandit, OneQuestion])
def test_options_that_stay_say_nothing(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable):
        kept_places(small_context(env_class))
