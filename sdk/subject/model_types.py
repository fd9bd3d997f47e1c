"""Which models an environment class exchanges: from its bases, its type hints, or its module."""

from __future__ import annotations

import inspect
import sys
from typing import Any, get_args, get_origin, get_type_hints


def models_of(env_class: type[Any]) -> tuple[Any, Any, Any]:
    """Action, observation and state types of an environment class, as far as it says."""
    found: list[Any] = [None, None, None]
    for kind in env_class.__mro__:
        for base in getattr(kind, "__orig_bases__", ()):
            if isinstance(get_origin(base), type):
                for place, argument in enumerate(get_args(base)[:3]):
                    if found[place] is None and isinstance(argument, type):
                        found[place] = argument
    hints = _hints(env_class.step)
    parameters = list(inspect.signature(env_class.step).parameters)[1:2]
    if parameters and _is_specific(hints.get(parameters[0])):
        found[0] = found[0] or hints[parameters[0]]
    if _is_specific(hints.get("return")):
        found[1] = found[1] or hints["return"]
    state = inspect.getattr_static(env_class, "state", None)
    if isinstance(state, property) and state.fget is not None:
        returned = _hints(state.fget).get("return")
        found[2] = found[2] or (returned if _is_specific(returned) else None)
    for place, name in enumerate(("Action", "Observation", "State")):
        found[place] = found[place] or _only_one(env_class, name)
    return found[0], found[1], found[2]


def _only_one(env_class: type[Any], name: str) -> Any:
    """The one model derived from OpenEnv's `name` that the class's module knows, if it is one."""
    known = {
        id(value): value
        for value in vars(sys.modules[env_class.__module__]).values()
        if isinstance(value, type) and not value.__module__.startswith("openenv.")
    }
    derived = [
        value
        for value in known.values()
        if any(b.__name__ == name and b.__module__.startswith("openenv.") for b in value.__mro__)
    ]
    return derived[0] if len(derived) == 1 else None


def _hints(function: Any) -> dict[str, Any]:
    try:
        return get_type_hints(function)
    except Exception:
        return {}


def _is_specific(hint: Any) -> bool:
    return hint is not None and hint is not Any and not isinstance(hint, str)
