"""Values of Gymnasium's spaces as plain data and back, for environments made by `hallmark wrap`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy
from gymnasium import spaces

from hallmark_rl.sdk.common.errors import ActionError

_MASKS = ("action_mask", "action_masks")
_LONGEST = 200
_MOST_SEED = 2**31


def gym_seed(seed: int) -> int:
    """A seed that every environment takes: the same, if it is between 0 and 2**31 - 1."""
    return (
        seed
        if 0 <= seed < _MOST_SEED
        else int(numpy.random.default_rng(abs(seed)).integers(_MOST_SEED))
    )


def plain(value: Any) -> Any:
    """An observation, a mask or an info as plain data; another object as a short text."""
    if isinstance(value, numpy.ndarray | numpy.generic):
        return plain(value.tolist())
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return repr(value)[:_LONGEST]


def mask_given(env: gymnasium.Env[Any, Any], observation: Any, info: Any) -> Any:
    """The mask of the next actions: of the info, of the observation, or of `action_masks()`.

    None if there is none.
    """
    given = mask_in(observation, info)
    if given is not None:
        return given
    method = getattr(env.unwrapped, "action_masks", None)
    return method() if callable(method) else None


def mask_in(observation: Any, info: Any) -> Any:
    """The mask of the next actions that the info or the observation of an agent holds, or None."""
    for given in (info, observation):
        if isinstance(given, Mapping):
            for key in _MASKS:
                if given.get(key) is not None:
                    return given[key]
    return None


def sample_allowed(space: spaces.Space[Any], mask: Any) -> Any:
    """A random action of a space; within the mask, if actions are numbers."""
    if mask is None or not isinstance(space, spaces.Discrete):
        return space.sample()
    return space.sample(mask=numpy.asarray(mask).astype(numpy.int8))


def action_in(space: spaces.Space[Any], value: Any) -> Any:
    """An action of a model as the space has it.

    Args:
        space: the space of actions.
        value: a field of the action's model: numbers, texts, lists, and models or dicts.

    Raises:
        ActionError: it is not in the space.
    """
    try:
        action = _valued(space, value)
        inside = space.contains(action)
    except (TypeError, ValueError, OverflowError, KeyError, AttributeError):
        inside = False
    if not inside:
        raise ActionError(f"the action is not in {str(space)[:_LONGEST]}")
    return action


def _valued(space: spaces.Space[Any], value: Any) -> Any:
    if isinstance(space, spaces.Dict):
        return {key: _valued(part, value[str(key)]) for key, part in space.spaces.items()}
    if isinstance(space, spaces.Tuple):
        return tuple(_valued(part, item) for part, item in zip(space.spaces, value, strict=True))
    if isinstance(space, spaces.Sequence):
        return tuple(_valued(space.feature_space, item) for item in value)
    if isinstance(space, spaces.Text):
        return value
    if isinstance(space, spaces.Discrete):
        return space.dtype.type(value)
    return numpy.asarray(value, space.dtype).reshape(space.shape)
