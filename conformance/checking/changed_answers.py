"""What the oracle answers to an observation that was changed."""

from __future__ import annotations

from typing import Any

from hallmark_rl.conformance.actions.action_source import action_to_dict
from hallmark_rl.conformance.checking.policies import Policy
from hallmark_rl.conformance.core.episode_data import Action


def observation_with(raw: Any, data: dict[str, Any]) -> Any:
    """An observation of the same class with other fields; None if its model refuses them."""
    if isinstance(raw, dict):
        return {**raw, **data}
    try:
        return type(raw).model_validate({**raw.model_dump(), **data})
    except Exception:
        return None


def answer_of(oracle: Policy, env: Any, observation: Any) -> Action | None:
    """The oracle's action; None if it fails, as it may on a task that cannot be solved."""
    if observation is None:
        return None
    try:
        action: Action = action_to_dict(oracle(env, observation))
    except Exception:
        return None
    return action
