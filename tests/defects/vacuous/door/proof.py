"""The author's evidence for the door."""

import re
from typing import Any

from env import DoorAction, DoorObservation

declared = {"max_steps": 12, "success_reward": 1.0}


def oracle(env: Any, observation: DoorObservation) -> DoorAction:
    """Ring as often as the sign says, then knock."""
    sign = re.search(r"ring (\d) times", observation.heard)
    if sign:
        env.wanted_by_oracle = int(sign[1])
    if observation.rings < env.wanted_by_oracle:
        return DoorAction(do="ring")
    return DoorAction(do="knock")
