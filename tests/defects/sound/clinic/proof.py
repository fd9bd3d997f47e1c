"""The author's evidence for the clinic."""

from typing import Any

from models import ClinicAction

declared = {"max_steps": 8}


def oracle(env: Any, observation: Any) -> ClinicAction:
    """Has seen the file."""
    return ClinicAction(kind="diagnose", target=env._illness)
