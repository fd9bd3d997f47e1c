"""What is left of something must become less when it is spent."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.contract.unspent_amounts import unspent_amounts
from tests.conformance.small_environment import Env, Message, small_context, small_schema

CODE = """
class Shop:
    def reset(self):
        self._budget = 90
        return self.show()

    def _deal(self):
        self._budget = 70

    def step(self, cost):
        if cost <= self._budget:
            self.bought += 1
            SPENT
        return self.show()

    def show(self):
        return Seen(budget=self._budget)
"""


class Shop(Env):
    """Buy what the budget allows; as the code above, without the line that charges it."""

    schema: ClassVar[dict[str, Any]] = small_schema(cost={"type": "integer"})
    charges = False

    def begin(self) -> None:
        self.budget = self.rng.randint(50, 90)

    def show(self) -> Message:
        return {"budget": self.budget, "count": self.count}

    def paid(self, action: Message) -> float:
        if self.charges and 0 < action["cost"] <= self.budget:
            self.budget -= action["cost"]
        return 0.0

    def oracle(self) -> Message:
        return {"cost": 1}


class Charging(Shop):
    charges = True


def _check(env_class: type[Env], folder: Path, code: str, described: str = "Money left") -> None:
    (folder / "shop.py").write_text(code, encoding="utf-8")
    context = small_context(env_class)
    context.survey.observation_schema = {
        "properties": {"budget": {"type": "integer", "description": described}}
    }
    subject = replace(context.subject, root=folder)
    unspent_amounts(CheckContext(subject, context.survey, context.profile))


def test_a_budget_that_is_compared_and_never_charged_is_reported(tmp_path: Path) -> None:
    with pytest.raises(PropertyViolated, match=r"budget, which says how much is left, is the same"):
        _check(Shop, tmp_path, CODE.replace("SPENT", "pass"))


@pytest.mark.parametrize(
    "spent",
    [
        "self._budget -= cost",
        "self._budget = self._budget - cost",
        "self._budget = remaining(cost)",
        "self._budget, self.price = self._budget - cost, 2 * cost",
    ],
)
def test_a_line_that_charges_it_is_enough(spent: str, tmp_path: Path) -> None:
    """No play may have reached it."""
    _check(Shop, tmp_path, CODE.replace("SPENT", spent))


def test_a_method_that_charges_it_is_enough(tmp_path: Path) -> None:
    method = "\n    def _buy(self, left):\n        self._budget = left\n"
    _check(Shop, tmp_path, CODE.replace("SPENT", "self._buy(9)") + method)


def test_a_play_that_changes_it_is_enough(tmp_path: Path) -> None:
    _check(Charging, tmp_path, CODE.replace("SPENT", "setattr(self, '_budget', 1)"))


@pytest.mark.parametrize(
    "code",
    [
        CODE.replace("cost <= self._budget", "cost <= 5").replace("SPENT", "pass"),
        CODE.replace("cost <= self._budget", "self._budget > 0").replace("SPENT", "pass"),
    ],
)
def test_what_limits_no_cost_need_not_change(code: str, tmp_path: Path) -> None:
    _check(Shop, tmp_path, code)


def test_other_numbers_are_not_looked_at(tmp_path: Path) -> None:
    with pytest.raises(NotApplicable, match="how much is left"):
        _check(Shop, tmp_path, CODE.replace("SPENT", "pass"), "The price of the house")
    with pytest.raises(NotApplicable, match="attribute"):
        _check(Shop, tmp_path, CODE.replace("budget=self._budget", "budget=90 - cost"))
