"""The author's evidence for the marathon."""

from typing import Any

from env import MarathonAction

declared = {"max_steps": 200}


def oracle(env: Any, observation: Any) -> MarathonAction:
    """Names what is shown."""
    return MarathonAction(side=observation.light)
