"""What is used must be charged at the beginning and at the end of an episode too."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reward.unsettled_costs import unsettled_costs
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Meter(Env):
    """Water is charged every five days, and when the season ends."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        kind={"enum": ["water", "harvest"]}, litres={"type": "integer", "minimum": 0, "maximum": 9}
    )
    limit = 23
    declared: ClassVar[dict[str, Any]] = {"max_steps": 23}
    first_is_read = last_is_read = True

    def begin(self) -> None:
        self.meter = self.drawn = 0
        self.billed: float = 0

    def show(self) -> Message:
        return {"meter": self.meter, "columns": {"water": -self.billed}}

    def paid(self, action: Message) -> float:
        amount = action.get("litres", 0) if action["kind"] == "water" else 0
        self.meter, self.drawn, self.billed = self.meter + amount, self.drawn + amount, 0
        self.over = action["kind"] == "harvest"
        is_last = self.over or self.count == self.limit
        if self.count % 5 == 0 or (is_last and self.last_is_read):
            is_free = self.count == 5 and not self.first_is_read
            self.billed, self.drawn = 0 if is_free else self.drawn / 100, 0
        return float(self.over) - self.billed

    def oracle(self) -> Message:
        return {"kind": "harvest" if self.count else "water", "litres": 1}


class NoFirstReading(Meter):
    first_is_read = False


class NoLastReading(Meter):
    last_is_read = False


class ChargedAtOnce(Meter):
    def paid(self, action: Message) -> float:
        reward = super().paid(action)
        self.billed = action.get("litres", 0) / 100
        return reward


@pytest.mark.parametrize(
    ("env_class", "where"), [(NoFirstReading, "before step"), (NoLastReading, "after step")]
)
def test_what_no_reading_charges_is_reported(env_class: type[Env], where: str) -> None:
    with pytest.raises(PropertyViolated, match=f"'water' .* and not {where}") as raised:
        unsettled_costs(small_context(env_class))
    assert raised.value.episode is not None


def test_readings_at_both_ends_are_sound() -> None:
    unsettled_costs(small_context(Meter))


class LongSeason(NoLastReading):
    """An episode that is cut before its end says nothing about the last reading."""

    limit = 400
    declared: ClassVar[dict[str, Any]] = {"max_steps": 400}

    def paid(self, action: Message) -> float:
        return super().paid({**action, "kind": "water"})


def test_an_episode_that_is_not_played_to_its_end_says_nothing() -> None:
    with pytest.raises(NotApplicable):
        unsettled_costs(small_context(LongSeason))


def test_what_is_charged_at_once_is_not_compared() -> None:
    with pytest.raises(NotApplicable, match="later than it is taken"):
        unsettled_costs(small_context(ChargedAtOnce))
