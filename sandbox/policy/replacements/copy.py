"""`copy` that calls only constructors on an allow-list.

Allowed: copies of plain data, of a program's own objects, with their `__copy__` and `__deepcopy__`,
and of objects of the library classes in `copyable_types.py`. Such an object is rebuilt by its own
class and by nothing else. Refused: every other object of a library, with `Error`; a copy for which
`__new__` or a memo returns another object than was asked for, of which the library's `copy` would
set any attribute. A method is copied without looking up its `__name__`, which a program can change.

The memo that a program passes or receives holds only what the program itself put in: copies of the
inner parts of library objects are kept elsewhere.
"""

from __future__ import annotations

import copyreg
import enum
import operator
import types
from collections.abc import Callable, Collection
from typing import Any

from hallmark_rl.sandbox.policy.library_names import is_program_class
from hallmark_rl.sandbox.policy.replacements.copyable_types import (
    ATOMIC,
    HOOK_OWNERS,
    ITERATORS,
    REPLACEABLE,
    are_copyable,
)

_FLAT = frozenset({list, dict, set, bytearray})

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
    hook = _hook(kind, "__copy__", HOOK_OWNERS)
    return hook(x) if hook else _rebuilt(x, lambda part: part, lambda duplicate: None)


class _Copies:
    """The copies made by one call of `deepcopy`, with those that it calls in turn."""

    def __init__(self, memo: Any) -> None:
        self.memo = memo  # what the program passed, or its hooks receive; it stays alive as a key
        self.made: dict[int, Any] = {}  # by the id of the original
        self.originals: list[Any] = []  # kept alive, so that their ids are not reused

    def find(self, x: Any, default: Any) -> Any:
        """The copy of `x`, made here or put into the memo by the program."""
        key = id(x)
        if key in self.made:
            return self.made[key]
        if type(self.memo) is not dict or key not in self.memo:
            return default
        found = self.memo[key]
        return found if is_program_class(type(x)) or type(found) is type(x) else default

    def remember(self, x: Any, made: Any) -> None:
        """Record that `made` is the copy of `x`."""
        self.made[id(x)] = made
        self.originals.append(x)


_running: dict[int, _Copies] = {}  # by the id of the memo
_MISSING = object()


def deepcopy(x: Any, memo: Any = None) -> Any:
    """`copy.deepcopy`."""
    memo = {} if memo is None else memo
    copies = _running.get(id(memo))
    if copies is not None:
        return _deep(x, copies)
    copies = _running[id(memo)] = _Copies(memo)
    try:
        return _deep(x, copies)
    finally:
        del _running[id(memo)]


def _deep(x: Any, copies: _Copies) -> Any:
    if _is_whole(x):
        return x
    found = copies.find(x, _MISSING)
    if found is not _MISSING:
        return found
    kind = type(x)

    def each(part: Any) -> Any:
        return _deep(part, copies)

    def remember(made: Any) -> None:
        copies.remember(x, made)

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
        found = copies.find(x, _MISSING)
        if found is not _MISSING:  # it holds itself
            return found
        made = x if all(map(operator.is_, parts, x)) else parts
    elif kind is types.MethodType:
        made = kind(x.__func__, each(x.__self__))
    elif hook := _hook(kind, "__deepcopy__", HOOK_OWNERS):
        made = hook(x, copies.memo)
    else:
        return _rebuilt(x, each, remember)
    if made is not x:
        remember(made)
    return made


def _is_whole(x: Any) -> bool:
    return type(x) in ATOMIC or isinstance(x, (type, enum.Enum))


def _hook(kind: type, name: str, owners: Collection[type]) -> Any:
    """The special method `name` of `kind`; None unless the program or one of `owners` defines it.

    Where a library class that is not among `owners` defines it, `Error` is raised.
    """
    for cls in kind.__mro__:
        if name in vars(cls):
            if is_program_class(cls) or cls in owners:
                return getattr(kind, name)
            raise Error(f"un(deep)copyable object of type {kind}")
    return None


def _rebuilt(x: Any, each: Each, remember: Each) -> Any:
    """A copy of `x` made by the recipe of its `__reduce_ex__`.

    `each` copies a part of it; `remember` is called with the copy before its parts are set. Raises
    `Error` if a library class of `x` is not copyable, if the recipe names another function than
    the class of `x`, or if it makes an object of another type.
    """
    kind = type(x)
    if not are_copyable(kind.__mro__):
        raise Error(f"un(deep)copyable object of type {kind}")
    recipe: Any = getattr(kind, "__reduce_ex__")(x, 4)  # noqa: B009
    if isinstance(recipe, str):
        return x
    rebuild, args, state, items, pairs = (*recipe, None, None, None)[:5]
    if rebuild is copyreg.__newobj__:  # type: ignore[attr-defined]
        allowed = args[0] is kind
    else:
        allowed = rebuild is kind or (kind in ITERATORS and rebuild in (iter, reversed))
    if not allowed:
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
    hook = _hook(type(obj), "__replace__", REPLACEABLE)
    if hook is None:
        raise TypeError(f"replace() does not support {type(obj).__name__} objects")
    return hook(obj, **changes)


NAMES = {"copy": copy, "deepcopy": deepcopy, "Error": Error, "error": Error, "replace": _replace}
