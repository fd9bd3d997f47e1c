"""A search from solutions finds plays that earn more than a solved episode."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reward.improved_plays import improved_plays
from tests.conformance.small_environment import Env, Message, small_context, small_schema

SHELVES = ("a", "b", "c")


class Picker(Env):
    """Take the wanted things; each pays its share once."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        do={"enum": ["take", "put_back"]}, shelf={"enum": list(SHELVES)}
    )
    declared: ClassVar[dict[str, Any]] = {"success_reward": 1.0, "max_steps": 12}
    pays_again = False

    def begin(self) -> None:
        self.wanted = self.rng.sample(SHELVES, 2)
        self.taken: set[str] = set()
        self.paid_for: set[str] = set()

    def show(self) -> Message:
        return {"wanted": list(self.wanted), "taken": sorted(self.taken)}

    def paid(self, action: Message) -> float:
        shelf = action["shelf"]
        if action["do"] == "put_back":
            self.taken.discard(shelf)
            return 0.0
        if shelf not in self.wanted or shelf in self.taken:
            return 0.0
        self.taken.add(shelf)
        self.over = len(self.taken) == 2
        is_new = self.pays_again or shelf not in self.paid_for
        self.paid_for.add(shelf)
        return 0.5 * is_new

    def oracle(self) -> Message:
        return {"do": "take", "shelf": next(s for s in self.wanted if s not in self.taken)}


class PaysAgain(Picker):
    pays_again = True


class PaysAgainLater(PaysAgain):
    """What is put back is paid again at the second level alone."""

    declared: ClassVar[dict[str, Any]] = {**Picker.declared, "levels": (1, 2)}

    def begin(self) -> None:
        super().begin()
        self.pays_again = self.options.get("level", 1) == 2


class Unknown(Picker):
    """What a solution earns depends on the task, and nothing says what is the most."""

    declared: ClassVar[dict[str, Any]] = {}

    def paid(self, action: Message) -> float:
        return super().paid(action) * SHELVES.index(self.wanted[0])


class Sweepstake(PaysAgain):
    declared: ClassVar[dict[str, Any]] = {**Picker.declared, "capabilities": ("stochastic",)}


def test_what_is_paid_again_is_found_by_search() -> None:
    improved_plays(small_context(Picker))
    with pytest.raises(PropertyViolated, match="a solved episode earns at most 1") as caught:
        improved_plays(small_context(PaysAgain))
    steps = [call.action for call in caught.value.episode.calls if call.action is not None]
    assert [step["do"] for step in steps].count("put_back") == 1, "the play is as short as can be"


def test_levels_are_searched_too() -> None:
    with pytest.raises(PropertyViolated, match="a solved episode earns at most 1") as caught:
        improved_plays(small_context(PaysAgainLater))
    assert caught.value.episode.calls[0].options["level"] == 2


def test_it_says_nothing_where_the_most_is_not_known() -> None:
    with pytest.raises(NotApplicable, match="declare success_reward"):
        improved_plays(small_context(Unknown))
    with pytest.raises(NotApplicable, match="stochastic"):
        improved_plays(small_context(Sweepstake))


class Repair(Env):
    """Replace the broken part; what a look at a part costs is taken off at the end."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        do={"enum": ["look", "replace"]}, shelf={"enum": list(SHELVES)}
    )
    declared: ClassVar[dict[str, Any]] = {
        "success_reward": 0.6,
        "reward_range": (0.0, 1.0),
        "max_steps": 12,
    }

    def begin(self) -> None:
        self.broken, self.looks, self.seen = self.rng.choice(SHELVES), 0, ""

    def show(self) -> Message:
        return {"seen": self.seen}

    def paid(self, action: Message) -> float:
        if action["do"] == "look":
            self.looks += 1
            self.seen = self.broken if self.looks > 1 else ""
            return 0.0
        self.over = True
        return (action["shelf"] == self.broken) * (1 - 0.2 * self.looks)

    def oracle(self) -> Message:
        return {"do": "replace" if self.seen else "look", "shelf": self.seen or SHELVES[0]}


class RepairPaidTwice(Repair):
    """A look at the last part is paid."""

    def paid(self, action: Message) -> float:
        return super().paid(action) + 0.5 * (action == {"do": "look", "shelf": SHELVES[2]})


def test_a_lucky_guess_only_saves_what_looks_cost() -> None:
    improved_plays(small_context(Repair))
    with pytest.raises(PropertyViolated, match="a solved episode earns at most"):
        improved_plays(small_context(RepairPaidTwice))
