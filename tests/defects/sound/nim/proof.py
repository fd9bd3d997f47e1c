"""The author's evidence for the game."""

from typing import Any

from nim_environment import NimAction

declared = {"max_steps": 14}


def oracle(env: Any, observation: Any) -> NimAction:
    """Leaves a multiple of four."""
    return NimAction(take=observation.matches % 4 or 1)
