"""Every order that keeps what things need is paid."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.dependency_orders import dependency_orders
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Recipe(Env):
    """Steps of a recipe, each with the steps that must be done before it."""

    schema: ClassVar[dict[str, Any]] = small_schema(order={"type": "string"})
    task: ClassVar[str] = "Put the steps into an order."

    def begin(self) -> None:
        names = self.rng.sample(["boil", "chop", "fry", "grate", "knead", "peel", "rinse"], 6)
        self.needs = {
            name: sorted(self.rng.sample(names[:place], min(place, self.rng.choice([0, 1, 2]))))
            for place, name in enumerate(names)
        }
        self.needs[names[5]] = sorted(names[3:5])
        self.names = names

    def show(self) -> Message:
        steps = [{"step": name, "after": self.needs[name]} for name in sorted(self.needs)]
        return {"task": self.task, "steps": steps}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(self.is_right(action["order"].split(", ")))

    def is_right(self, order: list[str]) -> bool:
        return sorted(order) == sorted(self.names) and all(
            order.index(other) < order.index(name)
            for name, needed in self.needs.items()
            for other in needed
        )

    def oracle(self) -> Message:
        return {"order": ", ".join(self.names)}


class StoredOrder(Recipe):
    def is_right(self, order: list[str]) -> bool:
        return order == self.names


class ByTable(StoredOrder):
    """The needs are a table, and the order is a list."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        order={"type": "array", "items": {"type": "string"}}
    )

    def show(self) -> Message:
        return {"task": self.task, "needs": self.needs}

    def paid(self, action: Message) -> float:
        return super().paid({"order": ", ".join(action["order"])})

    def oracle(self) -> Message:
        return {"order": self.names}


class Alphabetical(StoredOrder):
    task: ClassVar[str] = "Put the steps into an order; of several, the first by alphabet."


class Neighbours(StoredOrder):
    """The lists name neighbours, on both sides in the order: they are no needs."""

    def begin(self) -> None:
        super().begin()
        pairs = zip(self.names, [*self.names[1:], self.names[0]], strict=True)
        self.needs = {name: [other] for name, other in pairs}


class Unshown(StoredOrder):
    def show(self) -> Message:
        return {"task": self.task, "steps": sorted(self.names)}


def test_a_verifier_that_checks_each_need_is_sound() -> None:
    dependency_orders(small_context(Recipe))


@pytest.mark.parametrize("env_class", [StoredOrder, ByTable])
def test_a_verifier_that_compares_with_one_order_is_reported(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match="do not need each other were exchanged"):
        dependency_orders(small_context(env_class))


@pytest.mark.parametrize("env_class", [Alphabetical, Neighbours, Unshown])
def test_where_one_order_may_be_asked_nothing_is_said(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable):
        dependency_orders(small_context(env_class))
