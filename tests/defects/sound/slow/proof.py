"""The author's evidence for the levers."""

from typing import Any

from env import SlowAction

declared = {"max_steps": 4}


def oracle(env: Any, observation: Any) -> SlowAction:
    """Pulls under the lamp."""
    return SlowAction(lever=observation.lamp or "left")
