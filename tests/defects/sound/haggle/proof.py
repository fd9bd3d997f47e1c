"""The author's evidence for the bargain."""

from typing import Any

from env import HaggleAction

declared = {"max_steps": 6}


def oracle(env: Any, observation: Any) -> HaggleAction:
    """Offers exactly what the seller must have."""
    return HaggleAction(offer=env._least)


def null(env: Any, observation: Any) -> HaggleAction:
    """Says nothing."""
    return HaggleAction()
