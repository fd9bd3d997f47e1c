"""The author's evidence for the pump."""

from typing import Any

from env import Gauge, Stroke

declared = {"max_steps": 8, "success_reward": 1.0}


def oracle(env: Any, observation: Gauge) -> Stroke:
    """Pump what is missing, then stop."""
    return Stroke(litres=min(9, observation.mark - observation.level))


def secrets(env: Any) -> list[str]:
    """The number of the valve."""
    return [env.reveal().valve.reveal()]
