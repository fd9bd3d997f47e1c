"""`random` with a fixed seed, so that repeating a run draws the same numbers.

Allowed: all of the module's functions, and `Random`. A generator without a seed of its own is
seeded with 0 instead of entropy from the system, which also makes it repeatable.
"""

from __future__ import annotations

import random
from typing import Any

from hallmark_rl.sandbox.policy.allowed_modules import MODULES

_NOT_METHODS = frozenset({"Random"})


class Random(random.Random):
    """`random.Random`; without a seed it is seeded with 0."""

    def __init__(self, x: Any = None) -> None:
        super().__init__(0 if x is None else x)

    def seed(self, a: Any = None, version: int = 2) -> None:
        """`random.seed`."""
        super().seed(0 if a is None else a, version)


def names(seed: int) -> dict[str, Any]:
    """The functions of the module, all of one new generator with this seed, and `Random`."""
    generator = Random(seed)
    methods = MODULES["random"] - _NOT_METHODS
    functions = {name: getattr(generator, name) for name in methods if hasattr(generator, name)}
    return {**functions, "Random": Random}
