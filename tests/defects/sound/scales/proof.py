"""The author's evidence for the scales."""

from itertools import combinations
from typing import Any

from env import Pans, ScalesAction

declared = {"max_steps": 2, "success_reward": 1.0}


def oracle(env: Any, observation: Any) -> ScalesAction:
    """Tries all selections, large ones first."""
    box = sorted(observation.box)
    for count in range(len(box), 0, -1):
        for chosen in combinations(box, count):
            if sum(chosen) == observation.load:
                return ScalesAction(pans=Pans(left=list(chosen)))
    return ScalesAction()


def null(env: Any, observation: Any) -> ScalesAction:
    """Puts nothing there."""
    return ScalesAction()
