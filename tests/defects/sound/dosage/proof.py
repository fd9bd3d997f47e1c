"""The author's evidence for the doses."""

import re
from typing import Any

from env import DosageAction

declared = {"max_steps": 1, "success_reward": 1.0}


def oracle(env: Any, observation: Any) -> DosageAction:
    """Calculates in milligrams."""
    animals, kilograms, rate = map(int, re.findall(r"\d+", observation.text))
    one = rate * kilograms
    return DosageAction(dose=float(one * animals), unit="mg", milligrams_of_one=one)


def null(env: Any, observation: Any) -> DosageAction:
    """Nothing."""
    return DosageAction(dose=0.0, unit="mg", milligrams_of_one=0)
