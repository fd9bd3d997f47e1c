"""`operator.attrgetter` and `methodcaller` under the name rules.

Allowed: attributes that the program could read with `getattr`. Refused: all others.
"""

from __future__ import annotations

from typing import Any

from hallmark_rl.sandbox.policy.guards import read_attribute


def attrgetter(*paths: str) -> Any:
    """`operator.attrgetter`."""
    if not paths or any(type(path) is not str for path in paths):
        raise TypeError("attribute name must be a string")

    def follow(obj: Any, path: str) -> Any:
        for name in path.split("."):
            obj = read_attribute(obj, name)
        return obj

    if len(paths) == 1:
        return lambda obj: follow(obj, paths[0])
    return lambda obj: tuple([follow(obj, path) for path in paths])


def methodcaller(name: str, /, *args: Any, **kwargs: Any) -> Any:
    """`operator.methodcaller`."""
    return lambda obj: read_attribute(obj, name)(*args, **kwargs)


NAMES = {"attrgetter": attrgetter, "methodcaller": methodcaller}
