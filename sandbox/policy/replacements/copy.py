"""`copy` that sets attributes only of objects it created itself.

Allowed: copies of plain data, of a program's own objects, with their `__copy__` and `__deepcopy__`,
and of library objects that are rebuilt by a known function. Refused: a copy for which `__new__` or
the memo returns another object than was asked for; the library's `copy` would set any attribute of
that object. A method is copied without looking up its `__name__`, which a program can change.
"""

from __future__ import annotations

import copyreg
import enum
import operator
import types
from collections.abc import Callable
from typing import Any

_ATOMIC = frozenset(
    {
        type(None), type(Ellipsis), type(NotImplemented), bool, int, float, complex, str, bytes,
        range, property, types.FunctionType, types.BuiltinFunctionType, types.UnionType,
    }
)  # fmt: skip
_FLAT = frozenset({list, dict, set, bytearray})
# The functions by which `__reduce_ex__` may rebuild an object, besides its own type.
_REBUILDERS = (copyreg.__newobj__, copyreg.__newobj_ex__, operator.getitem, iter, reversed)  # type: ignore[attr-defined]

Each = Callable[[Any], Any]  # copies one part of an object


class Error(Exception):
    """`copy.Error`: the object cannot be copied."""


def copy(x: Any) -> Any:
    """`copy.copy`."""
    kind = type(x)
    if kind in _FLAT:
        return x.copy()
    if _is_whole(x) or kind in (tuple, frozenset, types.MethodType):
        return x
    hook = getattr(kind, "__copy__", None)
    return hook(x) if hook else _rebuilt(x, lambda part: part, lambda duplicate: None)


def deepcopy(x: Any, memo: Any = None) -> Any:
    """`copy.deepcopy`."""
    memo = {} if memo is None else memo
    if _is_whole(x):
        return x
    kind, key = type(x), id(x)
    if key in memo:
        return memo[key]

    def each(part: Any) -> Any:
        return deepcopy(part, memo)

    def remember(made: Any) -> None:
        memo[key] = made
        # Keep `x` alive, so that its id is not reused. In a list a program could find `x` again.
        memo.setdefault(id(memo), [].append)(x)

    made: Any
    if kind is list:
        remember(made := [])
        made.extend(map(each, x))
    elif kind is dict:
        remember(made := {})
        for name, value in x.items():
            made[each(name)] = each(value)
    elif kind is tuple:
        parts = tuple(map(each, x))
        if key in memo:  # it holds itself
            return memo[key]
        made = x if all(map(operator.is_, parts, x)) else parts
    elif kind is types.MethodType:
        made = kind(x.__func__, each(x.__self__))
    elif hook := getattr(kind, "__deepcopy__", None):
        made = hook(x, memo)
    else:
        return _rebuilt(x, each, remember)
    if made is not x:
        remember(made)
    return made


def _is_whole(x: Any) -> bool:
    return type(x) in _ATOMIC or isinstance(x, (type, enum.Enum))


def _rebuilt(x: Any, each: Each, remember: Each) -> Any:
    """A copy of `x` made by the recipe of its `__reduce_ex__`.

    `each` copies a part of it; `remember` is called with the copy before its parts are set. Raises
    `Error` if the recipe names an unknown function or makes an object of another type.
    """
    kind = type(x)
    recipe: Any = getattr(kind, "__reduce_ex__")(x, 4)  # noqa: B009
    if isinstance(recipe, str):
        return x
    rebuild, args, state, items, pairs = (*recipe, None, None, None)[:5]
    if rebuild is not kind and not any(rebuild is allowed for allowed in _REBUILDERS):
        raise Error(f"un(deep)copyable object of type {kind}")
    made = rebuild(*map(each, args))
    remember(made)
    if state is not None:
        if type(made) is not kind:
            raise Error(f"copying a {kind.__name__} made a {type(made).__name__}")
        _restore(made, state, each)
    for item in items or ():
        made.append(each(item))
    for key, value in pairs or ():
        made[each(key)] = each(value)
    return made


def _restore(made: Any, state: Any, each: Each) -> None:
    """Give the copy `made` a copy of `state`, as `copy` does."""
    # The parts are copied one by one: in a memo, the whole could be exchanged for another.
    setter = getattr(type(made), "__setstate__", None)
    if setter is not None:
        setter(made, _parts(state, each))
        return
    attributes, slots = state if isinstance(state, tuple) and len(state) == 2 else (state, None)
    if attributes:
        object.__getattribute__(made, "__dict__").update(_parts(attributes, each))
    for name, value in (slots or {}).items():
        setattr(made, name, each(value))


def _parts(state: Any, each: Each) -> Any:
    """`state` with its parts copied, but not its own containers: dict, or tuple of dicts."""
    if type(state) is dict:
        return {name: each(value) for name, value in state.items()}
    if type(state) is tuple:
        return tuple(_parts(part, each) if type(part) is dict else each(part) for part in state)
    return each(state)


def _replace(obj: Any, /, **changes: Any) -> Any:
    """`copy.replace`."""
    if not hasattr(type(obj), "__replace__"):
        raise TypeError(f"replace() does not support {type(obj).__name__} objects")
    return type(obj).__replace__(obj, **changes)


NAMES = {"copy": copy, "deepcopy": deepcopy, "Error": Error, "error": Error, "replace": _replace}
