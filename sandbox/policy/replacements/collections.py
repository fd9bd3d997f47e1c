"""`collections` whose wrappers copy themselves as everything else is copied.

The library's own put what they hold into whatever their `__new__` returns.
"""

from __future__ import annotations

import collections
from typing import Any

from hallmark_rl.sandbox.policy.replacements.copy import copy


class UserDict(collections.UserDict[Any, Any]):
    """`collections.UserDict`."""

    def __copy__(self) -> Any:
        return _copied(self)


class UserList(collections.UserList[Any]):
    """`collections.UserList`."""

    def __copy__(self) -> Any:
        return _copied(self)


def _copied(wrapper: Any) -> Any:
    kind: Any = type(wrapper)
    made = kind.__new__(kind)
    if type(made) is not kind:
        raise TypeError(f"{kind.__name__}.__new__ made a {type(made).__name__}")
    made.__dict__.update(wrapper.__dict__)
    made.__dict__["data"] = copy(wrapper.data)
    return made


for _wrapper in (UserDict, UserList):
    _wrapper.__module__, _wrapper.__qualname__ = "collections", _wrapper.__name__
NAMES = {"UserDict": UserDict, "UserList": UserList}
