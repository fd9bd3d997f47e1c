"""Two equal neighbours are not paid where a rule forbids them."""

from __future__ import annotations

import itertools
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.equal_neighbours import equal_neighbours
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Roster(Env):
    """Six nights for three nurses, of whom each has one night off."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        nurses={"type": "array", "items": {"type": "string"}}
    )
    rule: ClassVar[str] = "Nobody works two nights in a row."

    def begin(self) -> None:
        names = self.rng.sample(["Ada", "Ben", "Cem"], 3)
        self.plan = [*names, *names]
        places = self.rng.sample(range(6), 3)
        self.off = {
            name: next(n for n in [place, *range(6)] if self.plan[n] != name)
            for name, place in zip(names, places, strict=True)
        }

    def show(self) -> Message:
        return {"rule": self.rule, "off": self.off}

    def paid(self, action: Message) -> float:
        self.over = True
        nurses = action["nurses"]
        return float(
            sorted(nurses) == sorted(self.plan)
            and all(nurses[night] != name for name, night in self.off.items())
            and self.keeps_rule(nurses)
        )

    def keeps_rule(self, nurses: list[str]) -> bool:
        return all(one != other for one, other in itertools.pairwise(nurses))

    def oracle(self) -> Message:
        return {"nurses": self.plan}


class Unchecked(Roster):
    def keeps_rule(self, nurses: list[str]) -> bool:
        return True


class NoRule(Unchecked):
    rule: ClassVar[str] = "Each nurse works two nights."


class Pairs(Unchecked):
    """Solutions have equal neighbours."""

    def begin(self) -> None:
        super().begin()
        self.plan = sorted(self.plan)
        self.off = {}


def test_a_rule_that_is_checked_is_sound() -> None:
    equal_neighbours(small_context(Roster))


def test_a_rule_that_is_not_checked_is_reported() -> None:
    with pytest.raises(PropertyViolated, match="with two equal neighbours earns"):
        equal_neighbours(small_context(Unchecked))


@pytest.mark.parametrize("env_class", [NoRule, Pairs])
def test_without_such_a_rule_nothing_is_said(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable):
        equal_neighbours(small_context(env_class))
