"""An action changes a shown number by what a text says."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.probes.stated_effects import is_same_amount, stated_effects
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.stated_costs import stated_costs
from tests.conformance.small_environment import Env, Message, small_context, small_schema

NAMES = {"swap", "ride", "buy", "move", "wait"}


class Courier(Env):
    """Ride to three places, with a fresh battery for each."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        kind={"type": "string", "enum": ["ride", "swap", "wait"]}
    )
    limit = 8
    told = "- `ride` to the next place takes 6 minutes. - `swap` costs 4 coins."
    minutes, coins = 6, 4

    def begin(self) -> None:
        self.clock, self.purse, self.full, self.visited = 540, 40, True, 0
        self.roads = self.rng.sample(range(100), 4)

    def show(self) -> Message:
        clock: Any = self.clock if self.rng is None else f"{self.clock // 60}:{self.clock % 60:02}"
        return {
            "rules": self.told.split(" - "),
            "clock": clock,
            "money": {"purse": self.purse},
            "roads": self.roads[self.visited :],
            "full": self.full,
        }

    def paid(self, action: Message) -> float:
        if action["kind"] == "ride" and self.full:
            self.full, self.visited = False, self.visited + 1
            self.clock += self.minutes
        elif action["kind"] == "swap" and not self.full:
            self.full = True
            self.roads = [*self.roads, self.count]
            self.purse -= self.coins
        self.over = self.visited == 3
        return float(self.over)

    def oracle(self) -> Message:
        return {"kind": "ride" if self.full else "swap"}


@pytest.mark.parametrize(
    ("changed", "said"),
    [({"minutes": 5}, "6 minutes"), ({"coins": 0}, "4 coins"), ({"coins": 3}, "4 coins")],
)
def test_an_amount_that_is_not_the_stated_one_is_reported(
    changed: dict[str, int], said: str
) -> None:
    stated_costs(small_context(Courier))
    with pytest.raises(PropertyViolated, match=said):
        stated_costs(small_context(type("Wrong", (Courier,), changed)))


class Greenhouse(Courier):
    """A switch costs coins; the number of the day tells the actions apart."""

    schema: ClassVar[dict[str, Any]] = small_schema(heat={"type": "boolean"})
    limit = 4
    told = "`heat` costs 4 coins, needed or not."

    def paid(self, action: Message) -> float:
        self.roads = [*self.roads, self.count]
        self.purse -= self.coins * action["heat"]
        return float(self.count == self.limit)

    def oracle(self) -> Message:
        return {"heat": self.count % 2 == 0}


def test_an_action_may_be_a_switch() -> None:
    stated_costs(small_context(Greenhouse))
    with pytest.raises(PropertyViolated, match="4 coins"):
        stated_costs(small_context(type("Wrong", (Greenhouse,), {"coins": 5})))


@pytest.mark.parametrize(
    "told",
    [
        "`ride` takes 6 minutes if the road is dry",
        "`ride` takes 6 minutes per road",
        "`ride` takes 6 minutes, with a guest 8",
        "`ride` takes about 6 minutes",
        "a guest takes 6 minutes",
        "`ride` takes 6 apples",
    ],
)
def test_other_texts_state_no_amount(told: str) -> None:
    wrong = type("Wrong", (Courier,), {"told": told, "minutes": 5})
    with pytest.raises(NotApplicable):
        stated_costs(small_context(wrong))


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("- `swap` at a station takes 4 minutes.", ("swap", 4.0, "minute")),
        ("A swap costs five coins, needed or not.", ("swap", 5.0, "coin")),
        ("Swapping uses up one battery of the station.", ("swap", 1.0, "battery")),
        ("`move` on the charger adds 4 to the battery, slowly.", ("move", 4.0, "battery")),
        ("Every action takes one unit of fuel, also one that is refused.", ("", 1.0, "fuel")),
        ("Every action takes one unit of fuel: from a stack, onto it.", ("", 1.0, "fuel")),
        ("- `ride` takes 4 minutes, and a guest at most 6.", ("ride", 4.0, "minute")),
        ("Moving takes ten minutes.", ("move", 10.0, "minute")),
    ],
)
def test_effects_are_read_from_sentences(text: str, effect: tuple[str, float, str]) -> None:
    found = list(stated_effects([text], NAMES))
    assert [(each.action, each.amount, each.unit) for each in found] == [effect]


def test_a_sentence_that_begins_with_it_speaks_of_the_action_before() -> None:
    found = list(stated_effects(["- `swap` at a station.", "It takes 4 minutes."], NAMES))
    assert [(each.action, each.amount) for each in found] == [("swap", 4.0)]
    assert not list(stated_effects(["A station is full.", "It takes 4 minutes."], NAMES))


@pytest.mark.parametrize(
    ("change", "amount", "is_same"),
    [(4, 4, True), (-4, 4, True), (240, 4, True), (0.04, 4, True), (5, 4, False), (0, 4, False)],
)
def test_units_may_differ(change: float, amount: float, is_same: bool) -> None:
    assert is_same_amount(change, amount) is is_same
