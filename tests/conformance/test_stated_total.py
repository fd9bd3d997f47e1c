"""No episode earns more than the texts say that one can."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reward.stated_total import read_total, stated_total
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Battery(Env):
    """Six hours; each pays what it saves, of the most that can be saved."""

    schema: ClassVar[dict[str, Any]] = small_schema(charge={"type": "integer"})
    limit = 6
    rule = "The rewards of a day sum up to 1 for the best plan."
    cumulative = False

    def begin(self) -> None:
        self.saved, self.prices = 0.0, [self.rng.randint(1, 9) for _ in range(6)]

    def show(self) -> Message:
        return {"rule": self.rule, "price": self.prices[min(self.count, 5)]}

    def paid(self, action: Message) -> float:
        saving = (action["charge"] == self.prices[self.count - 1]) / 6
        self.saved += saving
        return self.saved if self.cumulative else saving

    def oracle(self) -> Message:
        return {"charge": self.prices[self.count]}


class Cumulative(Battery):
    cumulative = True


class Repaid(Battery):
    """Only what no solution does is paid too much: the charge 77, in any hour."""

    def paid(self, action: Message) -> float:
        return 0.5 if action["charge"] == 77 else super().paid(action)


class Unsaid(Cumulative):
    rule = "Charge what the hour costs."


POOL = [{"charge": charge} for charge in (*range(1, 10), 77)]


def test_an_episode_that_earns_more_than_is_stated_is_reported() -> None:
    stated_total(small_context(Battery, POOL))
    for env_class in (Cumulative, Repaid):
        with pytest.raises(PropertyViolated, match=r"actions earn \d\S*, though .*sum up to 1"):
            stated_total(small_context(env_class, POOL))


def test_where_nothing_is_stated_nothing_is_compared() -> None:
    with pytest.raises(NotApplicable, match="no text says"):
        stated_total(small_context(Unsaid, POOL))


@pytest.mark.parametrize(
    ("sentence", "most"),
    [
        ("An episode pays at most 1.", 1.0),
        ("So that an episode earns 1 at most.", 1.0),
        ("A game without mistakes pays 2.5 in all.", 2.5),
        ("So the four rounds pay 1 at most.", 1.0),
        ("A perfect week pays 1.0.", 1.0),
        ("The rewards of an episode add up to at most 1.", 1.0),
        ("The rewards thus add up to the worth of the best plan, at most 1.", 1.0),
        ("0.25 for each incident that is resolved; so 1 for a perfect night.", 1.0),
        ("0.3 for a perfect format, 0.7 for the answer.", None),
        ("A day with a loss pays 0.", None),
        ("A step pays at most 0.1.", None),
        ("An episode pays at most 120 points.", None),
        ("A game ends after at most 30 steps.", None),
        ("An episode pays at most 40% of it.", None),
        ("`dose` adds up to 15 mL.", None),
    ],
)
def test_sentences_that_state_a_total(sentence: str, most: float | None) -> None:
    found = read_total([sentence])
    assert (found and found[0]) == most


def test_the_largest_of_several_totals_counts() -> None:
    found = read_total(["An episode pays at most 1.", "On hard, an episode pays at most 2."])
    assert found is not None
    assert found[0] == 2.0
