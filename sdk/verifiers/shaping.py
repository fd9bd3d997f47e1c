"""Shaping that cannot be farmed: pay for the change of a potential, not for its value.

Pays for: getting closer to the goal, and takes it back when the agent gets further away.
Cannot see: whether the goal is reached. The sum over an episode is zero whatever is done (the
potential counts as 0 at the end), so it moves reward earlier in an episode and adds none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def potential(fact: str) -> Callable[[Any], float]:
    """A column's measure: how much the fact `fact` (a number in [0, 1], 0 at first) has changed.

    Potential-based shaping after Ng, Harada and Russell (1999), undiscounted.
    """

    def measure(step: Any) -> float:
        after = 0.0 if step.done else float(step.facts[fact])
        return after - float(step.before[fact])

    return measure
