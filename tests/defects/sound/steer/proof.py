"""The author's evidence for the boat."""

from typing import Any

from env import SteerAction

declared = {"max_steps": 25, "reward_range": (-0.5, 1.0)}


def oracle(env: Any, observation: Any) -> SteerAction:
    """Straight to the buoy."""
    pairs = zip(observation.place, observation.buoy, strict=True)
    return SteerAction(thrust=[there - here for here, there in pairs])
