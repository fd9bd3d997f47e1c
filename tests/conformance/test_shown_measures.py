"""What is shown for dashboards must not measure how far a wrong number is."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.secrecy.shown_measures import shown_measures
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Years(Env):
    """Date a charter; estimates are free, and nothing is said about them."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        move={"enum": ["estimate", "date"]}, year={"type": "integer", "minimum": 0, "maximum": 999}
    )
    limit = 6
    where = ""

    def begin(self) -> None:
        self.year, self.guess = self.rng.randrange(1000), 0

    def show(self) -> Message:
        far = abs(self.guess - self.year) / 1000
        measures = {"columns": {"moves": self.count}, "metadata": {}, "note": ""}
        if self.where == "note":
            return {**measures, "columns": {"near": 1 - far}, "note": far}
        return {**measures, self.where: {"near": 1 - far}} if self.where else measures

    def paid(self, action: Message) -> float:
        self.guess = action.get("year", 0)
        self.over = action["move"] == "date"
        return float(self.over and self.guess == self.year)

    def oracle(self) -> Message:
        return {"move": "date", "year": self.year}


class InColumns(Years):
    where = "columns"


class InMetadata(Years):
    where = "metadata"


class Shown(Years):
    """To be told the distance is the game."""

    where = "note"


class FewYears(InColumns):
    def begin(self) -> None:
        super().begin()
        self.year %= 3


class OneMove(InColumns):
    limit = 1


@pytest.mark.parametrize("env_class", [InColumns, InMetadata])
def test_a_measure_of_the_distance_is_reported(env_class: type[Env]) -> None:
    text = rf"{env_class.where}\.near rises or falls with the right 'year'"
    with pytest.raises(PropertyViolated, match=text) as raised:
        shown_measures(small_context(env_class))
    assert raised.value.episode is not None


@pytest.mark.parametrize("env_class", [Years, Shown])
def test_other_measures_and_a_distance_that_the_game_tells_are_sound(
    env_class: type[Env],
) -> None:
    shown_measures(small_context(env_class))


def test_few_numbers_and_single_steps_say_nothing() -> None:
    with pytest.raises(NotApplicable, match="few different numbers"):
        shown_measures(small_context(FewYears))
    with pytest.raises(NotApplicable, match="ends the episode"):
        shown_measures(small_context(OneMove))
