"""Draws in steps are noticed wherever the generator is; draws in reset do not count."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from hallmark_rl.conformance.checking.chance_in_steps import draws_in_steps
from hallmark_rl.conformance.client.in_process import InProcessDriver


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
