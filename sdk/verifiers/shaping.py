"""Potential-based reward shaping: reward the change of a potential instead of its value.

Rewards: getting closer to the goal; getting further away again is charged the same amount.
Cannot detect: whether the goal is reached. The potential counts as 0 at the end of an episode, so
the sum over an episode is 0 for every sequence of actions: shaping moves reward to earlier steps
but adds none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def potential(fact: str) -> Callable[[Any], float]:
    """Make a measure for a `Column`: the change of a fact during the step.

    Potential-based shaping without discount, after Ng, Harada and Russell, "Policy invariance under
    reward transformations" (1999).

    Args:
        fact: the key of a number in [0, 1] in `facts()`; it must be 0 at the start of an episode.

    Returns:
        A function from a `Transition` to a number from -1 to 1: declare the column with
        `range=(-1.0, 1.0)`. If `facts()` lacks the key, it raises `KeyError`, which the column
        reports as a fault of the environment.
    """

    def measure(step: Any) -> float:
        after = 0.0 if step.done else float(step.facts[fact])
        return after - float(step.facts_before[fact])

    return measure
