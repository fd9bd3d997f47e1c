"""The arguments of an environment's constructor, as a command line has them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any


def read_env_args(pairs: Iterable[str]) -> dict[str, Any]:
    """The arguments by name, from texts `NAME=VALUE`.

    A value that is JSON is read as JSON; any other is a text.

    Raises:
        ValueError: a pair has no name, no value, or a name that was given before.
    """
    args: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.isidentifier():
            raise ValueError(f"the constructor argument {pair!r} is not of the form NAME=VALUE")
        if name in args:
            raise ValueError(f"the constructor argument {name} is given twice")
        try:
            args[name] = json.loads(value)
        except (ValueError, RecursionError):
            args[name] = value
    return args
