"""The author's evidence for the lease."""

from typing import Any

from env import LeaseAction

declared = {"max_steps": 6}


def oracle(env: Any, observation: Any) -> LeaseAction:
    """Offers the least that is taken."""
    return LeaseAction(move="offer", rent=env._least)


def null(env: Any, observation: Any) -> LeaseAction:
    """Walks away."""
    return LeaseAction(move="leave")
