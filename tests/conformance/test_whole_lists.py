"""To choose some of several things is not, on many tasks, to choose all of them."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.whole_lists import whole_lists
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Lorry(Env):
    """Load what is most wanted, up to a limit of weight."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        load={"type": "array", "items": {"type": "string"}}
    )
    least, most, offered = 0.4, 0.7, 6

    def begin(self) -> None:
        names = self.rng.sample(range(100, 999), self.offered)
        self.goods = [{"name": f"n{name}", "kg": self.rng.randint(5, 20)} for name in names]
        share = self.rng.uniform(self.least, self.most)
        self.limit_kg = round(sum(good["kg"] for good in self.goods) * share)

    def show(self) -> Message:
        return {"goods": self.goods, "limit_kg": self.limit_kg}

    def best(self) -> list[str]:
        left, load = self.limit_kg, []
        for good in sorted(self.goods, key=lambda good: good["kg"]):
            if good["kg"] <= left:
                left, load = left - good["kg"], [*load, good["name"]]
        return load

    def paid(self, action: Message) -> float:
        self.over = True
        return float(sorted(action["load"]) == sorted(self.best()))

    def oracle(self) -> Message:
        return {"load": self.best()}


class AllOftenFits(Lorry):
    most = 1.7


class FewGoods(AllOftenFits):
    """Only two goods are on offer, so that both of them often fit."""

    offered = 2


def test_tasks_on_which_everything_fits_are_reported() -> None:
    whole_lists(small_context(Lorry))
    with pytest.raises(PropertyViolated, match="everything that goods shows in 'load' is right"):
        whole_lists(small_context(AllOftenFits))


def test_lists_of_fewer_than_four_things_are_left_out() -> None:
    with pytest.raises(NotApplicable, match="no answer is a list"):
        whole_lists(small_context(FewGoods))


class Crossings(AllOftenFits):
    """A list is sent for each of two crossings: what is left for the last one often fits."""

    def paid(self, action: Message) -> float:
        self.over = self.count == 2
        return float(self.over and sorted(action["load"]) == sorted(self.best()))

    def oracle(self) -> Message:
        return {"load": self.best() if self.count else [self.goods[0]["name"]]}


def test_a_list_for_each_step_is_a_move() -> None:
    with pytest.raises(NotApplicable, match="no answer is a list"):
        whole_lists(small_context(Crossings))
