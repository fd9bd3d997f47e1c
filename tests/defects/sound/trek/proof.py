"""The author's evidence for the trek."""

from typing import Any

from env import TrekAction

declared = {"max_steps": 40, "reward_range": (-0.8, 1.0)}


def oracle(env: Any, observation: Any) -> TrekAction:
    """To the well, fill, and home."""
    goal = observation.house if observation.full else observation.well
    if observation.place == goal:
        return TrekAction(move="fill")
    return TrekAction(move="right" if observation.place < goal else "left")
