"""Draws in steps are noticed wherever the generator is; draws in reset do not count."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from hallmark_rl.conformance.checking.chance_in_steps import chance_decides, draws_in_steps
from hallmark_rl.conformance.client.in_process import InProcessDriver
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Table:
    """Draws as `how` says."""

    def __init__(self, how: str) -> None:
        self.how = how
        self.parts: dict[str, Any] = {}

    def reset(self, seed: int | None = None) -> dict[str, Any]:
        self.seed = seed
        self.parts["own"] = random.Random(seed)
        self.parts["own"].random()
        if self.how == "numpy":
            import numpy

            self.parts["numpy"] = [numpy.random.default_rng(seed)]
        return {"done": False}

    def step(self, action: str) -> dict[str, Any]:
        if self.how == "own":
            self.parts["own"].choice([1, 2])
        elif self.how == "new":
            random.Random(f"{self.seed}/{action}").random()
        elif self.how == "global":
            random.random()
        elif self.how == "numpy":
            self.parts["numpy"][0].random()
        return {"done": False, "reward": 0.0}


@pytest.mark.parametrize(
    ("how", "draws"),
    [("", False), ("own", True), ("new", True), ("global", True), ("numpy", True)],
)
def test_draws_in_steps_are_noticed(how: str, draws: bool) -> None:
    if how == "numpy":
        pytest.importorskip("numpy")
    subject: Any = SimpleNamespace(action_type=None)
    context: Any = SimpleHashable(
        new_driver=lambda: InProcessDriver(subject, env=Table(how)),
        solved=[SimpleNamespace(seed=3, actions=["a", "b"])],
        survey=SimpleNamespace(deterministic=True),
    )
    assert draws_in_steps(context) == draws
    assert "getrandbits" not in vars(random.Random)


class SimpleHashable(SimpleNamespace):
    """A stand-in that can be a key of a cache."""

    __hash__ = object.__hash__


class Rates(Env):
    """The rates of both days are drawn in the reset, and the second is shown a day later."""

    schema = small_schema(sell={"type": "boolean"})
    text = "Sell today, or tomorrow at another rate."

    def begin(self) -> None:
        self.rates = [self.rng.randrange(9), self.rng.randrange(9)]

    def show(self) -> Message:
        return {"text": self.text, "rate": self.rates[min(self.count, 1)]}

    def paid(self, action: Message) -> float:
        self.over = action["sell"]
        return float(self.rates[min(self.count - 1, 1)]) if self.over else 0.0

    def oracle(self) -> Message:
        return {"sell": self.rates[0] > 3 or self.count > 0}


class OddsAreTold(Rates):
    text = "Sell today, or tomorrow at another rate: it falls or rises with equal odds."


def test_what_is_drawn_beforehand_is_chance_where_the_texts_say_so() -> None:
    assert not chance_decides(small_context(Rates))
    assert chance_decides(small_context(OddsAreTold))
    assert not draws_in_steps(small_context(OddsAreTold))
