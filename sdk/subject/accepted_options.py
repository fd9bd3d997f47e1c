"""Which options a method of an environment accepts."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any


def accepted_options(method: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that the signature of `method` accepts, as OpenEnv's server selects them.

    All are returned if the signature cannot be read.
    """
    function = getattr(method, "__func__", None)
    names = _read(method) if function is None else _read_bound(function)
    if names is None:
        return dict(options)
    return {name: value for name, value in options.items() if name in names}


def _read(method: Any) -> list[str] | None:
    """The names of the parameters; None if all names are accepted or they cannot be read."""
    try:
        parameters = inspect.signature(method).parameters
    except (TypeError, ValueError):
        return None
    if any(each.kind is inspect.Parameter.VAR_KEYWORD for each in parameters.values()):
        return None
    return list(parameters)


@functools.lru_cache(maxsize=256)
def _read_bound(function: Callable[..., Any]) -> list[str] | None:
    """What `_read` returns of a method of this function; read once, since it takes 0.1 ms."""
    names = _read(function)
    return None if names is None else names[1:]
