"""The decorator that registers the functions which check Gymnasium environments."""

from __future__ import annotations

from collections.abc import Callable

from hallmark_rl.conformance.catalogue import gym_catalogue
from hallmark_rl.conformance.gyms.gym_context import GymContext

GymCheck = Callable[[GymContext], None]
GYM_CHECKS: dict[str, GymCheck] = {}
"""The registered checks by the property's id."""


def gym_check(property_id: str) -> Callable[[GymCheck], GymCheck]:
    """Register a function that checks a property; see `scorer_registry.scorer_check`."""

    def register(function: GymCheck) -> GymCheck:
        if property_id not in gym_catalogue() or property_id in GYM_CHECKS:
            raise ValueError(f"{property_id} is not in the catalogue, or has two checks")
        GYM_CHECKS[property_id] = function
        return function

    return register
