"""An action that takes one of none is reported where a text says that this ends the episode."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.step.used_up import used_up
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Trek(Env):
    """A walk or a day in camp takes a ration."""

    schema: ClassVar[dict[str, Any]] = small_schema(do={"enum": ["walk", "camp"]})
    text = "A day without a ration ends the trek."
    limit = 30

    def begin(self) -> None:
        self.rations, self.stage, self.day, self.note = self.rng.randint(3, 6), 0, 0, ""

    def show(self) -> Message:
        return {
            "rules": self.text,
            "rations": self.rations,
            "stage": self.stage,
            "day": self.day,
            "note": self.note,
        }

    def eats(self) -> bool:
        """Whether there is one to eat; without one the trek is over."""
        self.over = self.rations == 0
        self.rations = max(0, self.rations - 1)
        return not self.over

    def paid(self, action: Message) -> float:
        if action["do"] == "walk":
            self.stage += self.eats()
        else:
            self.camp()
        self.day += 1
        self.over = self.over or self.stage == 3
        return float(self.stage == 3)

    def camp(self) -> None:
        self.eats()

    def oracle(self) -> Message:
        return {"do": "walk"}


class FreeCamp(Trek):
    def camp(self) -> None:
        self.rations = max(0, self.rations - 1)


class RunsOut(FreeCamp):
    text = "The trek stops as soon as the rations are used up."


class Unstated(FreeCamp):
    text = "A day takes a ration."


class Denied(FreeCamp):
    text = "A day in camp without a ration does not end the trek."


class Refused(FreeCamp):
    def camp(self) -> None:
        if self.rations == 0:
            self.note, self.day = "invalid: nothing to eat", self.day - 1
        else:
            self.rations -= 1


@pytest.mark.parametrize("env_class", [FreeCamp, RunsOut])
def test_one_of_none_that_goes_on_is_reported(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match=r'rations is 0, \{"do": "camp"\} takes one of it'):
        used_up(small_context(env_class))


def test_refused_steps_are_not_reported() -> None:
    used_up(small_context(Refused))


@pytest.mark.parametrize("env_class", [Unstated, Denied])
def test_without_a_statement_nothing_is_checked(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable, match="no text says"):
        used_up(small_context(env_class))


def test_where_each_action_ends_the_episode_none_goes_on() -> None:
    with pytest.raises(NotApplicable, match="in no play did an episode go on"):
        used_up(small_context(Trek))
