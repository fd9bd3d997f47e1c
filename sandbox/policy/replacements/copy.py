"""`copy` that restores only what it made, and calls nothing that a program can bend.

The library's own sets any attribute of any object, when a `__new__` or the memo hands it another
than it asked for; and to copy a method it looks up whatever name the method says it has.
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
# What an object may name as its maker, beside its own type.
_MAKERS = (copyreg.__newobj__, copyreg.__newobj_ex__, operator.getitem, iter, reversed)  # type: ignore[attr-defined]

Each = Callable[[Any], Any]


class Error(Exception):
    """What is to be copied cannot be."""


def copy(x: Any) -> Any:
    """`copy.copy`."""
    kind = type(x)
    if kind in _FLAT:
        return x.copy()
    if _is_whole(x) or kind in (tuple, frozenset, types.MethodType):
        return x
    hook = getattr(kind, "__copy__", None)
    return hook(x) if hook else _rebuilt(x, lambda part: part, lambda made: None)


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
        # So that no identity is used twice. A list would show what is in `x` to its reader.
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
    """Another like `x`, from what its type says is to be done for that."""
    kind = type(x)
    form: Any = getattr(kind, "__reduce_ex__")(x, 4)  # noqa: B009
    if isinstance(form, str):
        return x
    maker, args, state, items, pairs = (*form, None, None, None)[:5]
    if maker is not kind and not any(maker is known for known in _MAKERS):
        raise Error(f"un(deep)copyable object of type {kind}")
    made = maker(*map(each, args))
    remember(made)
    if state is not None:
        if type(made) is not kind:
            raise Error(f"a {kind.__name__} was to be copied, and a {type(made).__name__} was made")
        _restore(made, state, each)
    for item in items or ():
        made.append(each(item))
    for key, value in pairs or ():
        made[each(key)] = each(value)
    return made


def _restore(made: Any, state: Any, each: Each) -> None:
    # The parts are copied one by one: in a memo, the whole could be exchanged for another.
    setter = getattr(type(made), "__setstate__", None)
    if setter is not None:
        setter(made, _parts(state, each))
        return
    held, slots = state if isinstance(state, tuple) and len(state) == 2 else (state, None)
    if held:
        object.__getattribute__(made, "__dict__").update(_parts(held, each))
    for name, value in (slots or {}).items():
        setattr(made, name, each(value))


def _parts(state: Any, each: Each) -> Any:
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
