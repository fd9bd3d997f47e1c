"""The author's evidence for the capitals."""

from typing import Any

from env import CAPITALS, CapitalAction

declared = {"max_steps": 3}


def oracle(env: Any, observation: Any) -> CapitalAction:
    """Knows them all."""
    return CapitalAction(city=CAPITALS[env._country])
