"""`random`, seeded: the same run draws the same numbers."""

from __future__ import annotations

import random
from typing import Any

from hallmark_rl.sandbox.policy.allowed_modules import MODULES

_OWN = frozenset({"Random"})


class Random(random.Random):
    """`random.Random`; without a seed of its own it takes a fixed one."""

    def __init__(self, x: Any = None) -> None:
        super().__init__(0 if x is None else x)

    def seed(self, a: Any = None, version: int = 2) -> None:
        """`random.seed`."""
        super().seed(0 if a is None else a, version)


def names(seed: int) -> dict[str, Any]:
    """The functions of the module, on a generator of this run."""
    generator = Random(seed)
    methods = MODULES["random"] - _OWN
    drawn = {name: getattr(generator, name) for name in methods if hasattr(generator, name)}
    return {**drawn, "Random": Random}
