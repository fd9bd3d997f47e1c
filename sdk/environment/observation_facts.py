"""What a trainer reads in an observation of any OpenEnv environment, as plain values.

Only observations of verified environments have reward columns, success and errors. A field of the
same name in another environment (such as an `error` with the text of a failed command) is a part of
what the agent sees.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

_VERIFIED_FIELDS = frozenset({"columns", "success", "score", "error"})
_NEVER_SHOWN = frozenset({"done", "reward", "metadata"})


@dataclass(frozen=True, slots=True)
class ObservationFacts:
    """One observation, as the trainer reads it.

    Attributes:
        done: whether the episode is over.
        reward: the reward of the step; 0 if there is none, or no finite number.
        columns: the reward columns of the step, by name.
        success: whether the task is solved; None if the observation does not say so.
        error: the code of what went wrong; empty if nothing did.
        message: what went wrong, for the agent.
        blame: `action`, `environment` or `caller` if something went wrong; else empty.
    """

    done: bool
    reward: float = 0.0
    columns: Mapping[str, float] = field(default_factory=dict)
    success: bool | None = None
    error: str = ""
    message: str = ""
    blame: str = ""


def read_observation(observation: Any) -> ObservationFacts:
    """The facts of an observation; a reward that is no finite number is the environment's fault."""
    done = bool(getattr(observation, "done", False))
    reward = getattr(observation, "reward", None)
    is_number = isinstance(reward, int | float) and math.isfinite(reward)
    columns = getattr(observation, "columns", None)
    success = getattr(observation, "success", None)
    facts: dict[str, Any] = {
        "reward": float(reward) if is_number and reward is not None else 0.0,
        "columns": _numbers(columns),
        "success": success if isinstance(success, bool) else None,
    }
    if reward is not None and not is_number:
        facts |= {
            "error": "reward_not_finite",
            "message": "the reward is not a finite number",
            "blame": "environment",
        }
    elif error := _step_error(getattr(observation, "error", None)):
        facts |= error
    return ObservationFacts(done, **facts)


def hidden_fields(observation: Any) -> set[str]:
    """The names of the fields that are for the trainer and not for the agent."""
    names = {*getattr(type(observation), "model_fields", ())}
    names |= {*(getattr(observation, "model_extra", None) or ())}
    return {*_NEVER_SHOWN, *(_VERIFIED_FIELDS if names >= _VERIFIED_FIELDS else ())}


def _numbers(columns: Any) -> dict[str, float]:
    """The columns; empty if the value is not a mapping of names to finite numbers."""
    if not isinstance(columns, Mapping):
        return {}
    if not all(isinstance(v, int | float) and math.isfinite(v) for v in columns.values()):
        return {}
    return {str(name): float(value) for name, value in columns.items()}


def _step_error(error: Any) -> dict[str, str]:
    """Code, message and blame of a `StepError` or of its JSON; empty for anything else."""
    names = ("code", "blame", "message")
    if isinstance(error, Mapping):
        code, blame, message = (error.get(name) for name in names)
    else:
        code, blame, message = (getattr(error, name, None) for name in names)
    if not isinstance(code, str) or blame not in ("action", "environment", "caller"):
        return {}
    return {"error": code, "message": str(message or code), "blame": str(blame)}
