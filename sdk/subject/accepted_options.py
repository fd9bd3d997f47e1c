"""Which options a method of an environment accepts."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any


def accepted_options(method: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that the signature of `method` accepts, as OpenEnv's server selects them.

    All are returned if the signature cannot be read.
    """
    try:
        parameters = inspect.signature(method).parameters
    except (TypeError, ValueError):
        return dict(options)
    if any(each.kind is inspect.Parameter.VAR_KEYWORD for each in parameters.values()):
        return dict(options)
    return {name: value for name, value in options.items() if name in parameters}
