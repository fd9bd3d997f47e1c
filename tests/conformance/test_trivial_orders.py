"""A large share of tasks that every order solves is reported."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.trivial_orders import trivial_orders
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Beds(Env):
    """Five herbs are put in order: each wants the light of its place."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        herbs={"type": "array", "items": {"type": "string"}}
    )
    limit = 1
    trivial = 0.0

    def begin(self) -> None:
        self.lights = [self.rng.randrange(1000) for _ in range(5)]
        if self.rng.random() < self.trivial:
            self.lights = [0] * 5
        self.herbs = dict(zip(self.rng.sample("abcde", 5), self.lights, strict=True))

    def show(self) -> Message:
        return {"herbs": sorted(self.herbs), "wants": self.herbs}

    def paid(self, action: Message) -> float:
        lights = [self.herbs.get(herb, -1) for herb in action["herbs"]]
        return float(lights == sorted(self.lights))

    def oracle(self) -> Message:
        return {"herbs": sorted(self.herbs, key=lambda herb: self.herbs[herb])}


class OneLight(Beds):
    trivial = 0.4


class Few(Beds):
    trivial = 0.03


class AnyOrder(Beds):
    """A set is asked for."""

    trivial = 1.0


class Short(Beds):
    def oracle(self) -> Message:
        return {"herbs": super().oracle()["herbs"][:2]}


def test_many_tasks_in_which_every_order_is_right_are_reported() -> None:
    with pytest.raises(PropertyViolated, match="is paid in full in every order"):
        trivial_orders(small_context(OneLight))


@pytest.mark.parametrize("env_class", [Beds, Few, AnyOrder])
def test_few_trivial_tasks_and_sets_are_not(env_class: type[Env]) -> None:
    trivial_orders(small_context(env_class))


def test_short_lists_have_few_orders() -> None:
    with pytest.raises(NotApplicable, match="4 or more different items"):
        trivial_orders(small_context(Short))
