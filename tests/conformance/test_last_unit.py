"""A solution that takes the last unit of a shown countdown is paid."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reward.last_unit import last_unit
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Crane(Env):
    """Move a hook to its goal; each step takes a unit of fuel."""

    schema: ClassVar[dict[str, Any]] = small_schema(move={"enum": ["left", "right", "stay"]})
    told = "Bring the hook to its goal. The episode ends when the fuel is used up."
    tests_fuel_first = False
    limit = 50

    def begin(self) -> None:
        self.place, self.goal = 0, self.rng.randint(2, 5)
        self.fuel = self.goal + 4

    def show(self) -> Message:
        return {"rules": self.told, "place": self.place, "goal": self.goal, "fuel": self.fuel}

    def paid(self, action: Message) -> float:
        self.fuel -= 1
        self.place += {"left": -1, "right": 1, "stay": 0}[action["move"]]
        solved = self.place == self.goal
        self.over = solved or self.fuel == 0
        return float(solved and not (self.tests_fuel_first and self.fuel == 0))

    def oracle(self) -> Message:
        return {"move": "right"}


class FuelFirst(Crane):
    tests_fuel_first = True


class MustKeepSome(FuelFirst):
    told = "Bring the hook to its goal before the fuel runs out."


class EndsEarly(Crane):
    """The amount is not what the episode may use: it ends with one unit left."""

    def paid(self, action: Message) -> float:
        reward = super().paid(action)
        self.over = self.over or self.fuel == 1
        return reward


class Speed(Crane):
    """What is left is paid."""

    def paid(self, action: Message) -> float:
        return super().paid(action) * (0.5 + 0.05 * self.fuel)


class NothingLeft(Crane):
    def begin(self) -> None:
        super().begin()
        self.fuel = self.goal


MOVES = [{"move": move} for move in ("stay", "left", "right")]


def test_an_unpaid_solution_at_the_last_unit_is_reported() -> None:
    last_unit(small_context(Crane, MOVES))
    with pytest.raises(PropertyViolated, match="last unit of fuel pays 0") as raised:
        last_unit(small_context(FuelFirst, MOVES))
    assert raised.value.episode is not None


@pytest.mark.parametrize("env_class", [MustKeepSome, Speed])
def test_stated_reserves_and_pay_for_speed_are_sound(env_class: type[Env]) -> None:
    last_unit(small_context(env_class, MOVES))


@pytest.mark.parametrize("env_class", [EndsEarly, NothingLeft])
def test_where_no_solution_can_take_the_last_unit_nothing_is_judged(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable, match="no solution leaves"):
        last_unit(small_context(env_class, MOVES))


def test_a_move_that_changes_something_is_no_padding() -> None:
    with pytest.raises(NotApplicable, match="changes nothing else"):
        last_unit(small_context(FuelFirst, MOVES[1:]))
