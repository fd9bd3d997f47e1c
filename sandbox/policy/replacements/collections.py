"""`UserDict` and `UserList` with a safe `__copy__`.

Allowed: everything these classes do. Refused: a copy for which a program's `__new__` returns an
object of another class. The library's `__copy__` would set attributes of that object, also if it
belongs to the library.
"""

from __future__ import annotations

import collections
from typing import Any

from hallmark_rl.sandbox.policy.replacements.copy import copy
from hallmark_rl.sandbox.policy.replacements.copyable_types import allow_copies_of


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
    duplicate = kind.__new__(kind)
    if type(duplicate) is not kind:
        raise TypeError(f"{kind.__name__}.__new__ made a {type(duplicate).__name__}")
    duplicate.__dict__.update(wrapper.__dict__)
    duplicate.__dict__["data"] = copy(wrapper.data)
    return duplicate


for _wrapper in (UserDict, UserList):
    _wrapper.__module__, _wrapper.__qualname__ = "collections", _wrapper.__name__
allow_copies_of(UserDict, UserList)
NAMES = {"UserDict": UserDict, "UserList": UserList}
