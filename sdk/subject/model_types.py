"""Find the action, observation and state models of an environment class."""

from __future__ import annotations

import inspect
import sys
from typing import Any, get_args, get_origin, get_type_hints


def models_of(env_class: type[Any]) -> tuple[Any, Any, Any]:
    """The action, observation and state models of a class; None for those that are not known.

    They are read from `Environment[Action, Observation, State]` among its bases, else from the type
    hints of `step` and `state`, else from its module, if that has a single model of the kind.
    """
    models: list[Any] = [None, None, None]
    for kind in env_class.__mro__:
        for base in getattr(kind, "__orig_bases__", ()):
            if isinstance(get_origin(base), type):
                for index, argument in enumerate(get_args(base)[:3]):
                    if models[index] is None and isinstance(argument, type):
                        models[index] = argument
    hints = _hints(env_class.step)
    parameters = list(inspect.signature(env_class.step).parameters)[1:2]
    if parameters and _is_specific(hints.get(parameters[0])):
        models[0] = models[0] or hints[parameters[0]]
    if _is_specific(hints.get("return")):
        models[1] = models[1] or hints["return"]
    state = inspect.getattr_static(env_class, "state", None)
    if isinstance(state, property) and state.fget is not None:
        returned = _hints(state.fget).get("return")
        models[2] = models[2] or (returned if _is_specific(returned) else None)
    for index, name in enumerate(("Action", "Observation", "State")):
        models[index] = models[index] or _only_derived_class(env_class, name)
    return models[0], models[1], models[2]


def _only_derived_class(env_class: type[Any], name: str) -> Any:
    """The only class in the module of `env_class` that derives from OpenEnv's `name`, or None."""
    classes = {
        id(value): value
        for value in vars(sys.modules[env_class.__module__]).values()
        if isinstance(value, type) and not value.__module__.startswith("openenv.")
    }
    derived = [
        value
        for value in classes.values()
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
