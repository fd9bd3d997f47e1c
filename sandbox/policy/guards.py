"""What looks on while a restricted program runs: attributes by guarded names or by strings.

Every function here may be called by the program with anything. None keeps state that a program
could change, or returns anything that the rule on names would not.
"""

from __future__ import annotations

import builtins
import types
import typing
from collections.abc import Callable
from functools import cache
from typing import Any

from hallmark_rl.sandbox.policy.format_strings import attributes_in
from hallmark_rl.sandbox.policy.name_rules import Access, read_access, write_access
from hallmark_rl.sandbox.policy.private_names import foreign_names, is_program_class, known_to


def refuse(name: str) -> AttributeError:
    """The error for an attribute that the policy keeps from programs."""
    return AttributeError(f"the attribute {name!r} is not allowed here")


def behind(obj: Any) -> Any:
    """What `obj` passes attribute reads on to; `obj` itself when it answers them."""
    kind = type(obj)
    if issubclass(kind, super):
        return _SUPER_SELF(obj)
    if kind is types.MethodType:
        return obj.__func__
    if issubclass(kind, _ALIASES):
        return obj.__origin__
    return obj


_SUPER_SELF = vars(super)["__self__"].__get__
_ALIASES: tuple[type, ...] = (types.GenericAlias, typing._BaseGenericAlias)  # type: ignore[attr-defined]
_ASK_THE_OBJECT = (type, super, types.ModuleType, types.MethodType, *_ALIASES)


def line_of(obj: Any) -> tuple[type, ...]:
    """The classes that know `obj` or what is behind it; for a class, its metaclass too."""
    line: tuple[type, ...] = ()
    while True:
        kind = type(obj)
        line += obj.__mro__ + kind.__mro__ if issubclass(kind, type) else kind.__mro__
        following = behind(obj)
        if following is obj:
            return line
        obj = following


@cache
def _known_to_line(kind: type) -> frozenset[str] | None:
    """The guarded names of an object of this type; None when the object itself has a say."""
    if issubclass(kind, _ASK_THE_OBJECT):
        return None
    return frozenset().union(*map(known_to, kind.__mro__))


def own(obj: Any, name: str) -> Any:
    """`obj` itself, when no library class of its line knows the private `name`."""
    known = _known_to_line(type(obj))  # type: ignore[arg-type]
    if known is None:
        known = frozenset().union(*map(known_to, line_of(obj)))
    if name in known or type(obj) is types.ModuleType:
        raise refuse(name)
    return obj


def get(obj: Any, name: str) -> Any:
    """Read an attribute whose name needs a guard, or whose name is data."""
    if type(name) is not str:
        raise TypeError("attribute name must be string")
    access = read_access(name, foreign_names())
    if access is Access.FREE:
        return builtins.getattr(obj, name)
    if access is Access.OWN:
        return builtins.getattr(own(obj, name), name)
    guard = _READERS.get(name)
    if access is Access.FORBIDDEN or guard is None:
        raise refuse(name)
    return guard(obj, name)


def getattr_(obj: Any, name: str, *default: Any) -> Any:
    """`getattr` under the rule on names."""
    if len(default) > 1:
        raise TypeError("getattr expected at most 3 arguments")
    try:
        return get(obj, name)
    except AttributeError:
        if default:
            return default[0]
        raise


def hasattr_(obj: Any, name: str) -> bool:
    """`hasattr` under the rule on names."""
    try:
        get(obj, name)
    except AttributeError:
        return False
    return True


def setattr_(obj: Any, name: str, value: Any) -> None:
    """`setattr` under the rule on names."""
    builtins.setattr(writable(obj, name), name, value)


def delattr_(obj: Any, name: str) -> None:
    """`delattr` under the rule on names."""
    builtins.delattr(writable(obj, name), name)


def writable(obj: Any, name: str) -> Any:
    """`obj`, when the program may set or delete its attribute `name`."""
    if type(name) is not str:
        raise TypeError("attribute name must be string")
    access = write_access(name, foreign_names())
    if access is Access.FREE:
        return obj
    if access is Access.OWN:
        return own(obj, name)
    raise refuse(name)


# One reader for each guarded name.


def _format(obj: Any, name: str) -> Any:
    found = builtins.getattr(obj, name)
    if type(found) is types.BuiltinMethodType and isinstance(found.__self__, str):
        text = str.__str__(found.__self__)
        return lambda *args, **kwargs: _formatted(name, text, args, kwargs)
    if type(found) is types.MethodDescriptorType:
        return lambda text, /, *args, **kwargs: _formatted(name, text, args, kwargs)
    return found


def _formatted(name: str, text: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    if not isinstance(text, str):
        raise TypeError(f"descriptor {name!r} requires a 'str' object")
    text = str.__str__(text)
    for attribute in attributes_in(text):
        if read_access(attribute, foreign_names()) is not Access.FREE:
            raise refuse(attribute)
    method: Callable[..., str] = str.format if name == "format" else str.format_map
    return method(text, *args, **kwargs)


def _setter(obj: Any, name: str) -> Any:
    """`super().__setattr__(name, value)` and `object.__setattr__(self, name, value)`."""
    method = builtins.getattr(obj, name)
    if isinstance(obj, type):

        def unbound(target: Any, attribute: str, *value: Any) -> None:
            if not is_program_class(type(target)):
                raise refuse(name)
            method(writable(target, attribute), attribute, *value)

        return unbound

    def bound(attribute: str, *value: Any) -> None:
        writable(obj, attribute)
        if not is_program_class(type(behind(obj))):
            raise refuse(name)
        method(attribute, *value)

    return bound


def _fallback(obj: Any, name: str) -> Any:
    """`super().__getattr__(name)`."""
    method = builtins.getattr(obj, name)

    def bound(*args: Any) -> Any:
        attribute = args[-1] if args else None
        if type(attribute) is not str:
            raise TypeError("attribute name must be string")
        if read_access(attribute, foreign_names()) is not Access.FREE:
            raise refuse(attribute)
        return method(*args)

    return bound


def instance_dict(obj: Any, name: str = "__dict__") -> dict[str, Any]:
    """A copy of what an object of the program holds."""
    if not is_program_class(type(obj)):
        raise refuse(name)
    held: dict[str, Any] = object.__getattribute__(obj, "__dict__")
    line = line_of(obj)
    return {
        key: value for key, value in held.items() if not any(key in known_to(cls) for cls in line)
    }


def _annotations(obj: Any, name: str) -> dict[str, Any]:
    return dict(builtins.getattr(obj, name))


def _mro(obj: Any, name: str) -> Any:
    found = builtins.getattr(obj, name)
    if type(found) is not types.BuiltinMethodType or not isinstance(found.__self__, type):
        return found
    line = list(_shown(found.__self__.__mro__, name))
    return lambda: line


def _ancestors(obj: Any, name: str) -> Any:
    return _shown(builtins.getattr(obj, name), name)


def _shown(classes: tuple[type, ...], name: str) -> tuple[type, ...]:
    """`classes`, when a program may hold each: its own, and those it has by name anyway."""
    for cls in classes:
        if not is_program_class(cls) and vars(builtins).get(cls.__name__) is not cls:
            raise refuse(name)
    return classes


_READERS: dict[str, Callable[[Any, str], Any]] = {
    "format": _format,
    "format_map": _format,
    "mro": _mro,
    "__mro__": _ancestors,
    "__bases__": _ancestors,
    "__setattr__": _setter,
    "__delattr__": _setter,
    "__getattr__": _fallback,
    "__dict__": instance_dict,
    "__annotations__": _annotations,
}


class LiveDict:
    """The `__dict__` of an object where the program writes to it: keys are names it may set.

    A program never holds one: the transformer puts it where it is used up at once.
    """

    __slots__ = ("_held", "_target")

    def __init__(self, target: Any) -> None:
        if not is_program_class(type(target)):
            raise refuse("__dict__")
        self._target = target
        self._held: dict[str, Any] = object.__getattribute__(target, "__dict__")

    def __getitem__(self, key: str) -> Any:
        return instance_dict(self._target)[key]

    def __setitem__(self, key: str, value: Any) -> None:
        writable(self._target, key)
        self._held[key] = value

    def __delitem__(self, key: str) -> None:
        writable(self._target, key)
        del self._held[key]

    def update(self, *other: Any, **named: Any) -> None:
        """`dict.update`."""
        for key, value in dict(*other, **named).items():
            self[key] = value

    def setdefault(self, key: str, default: Any = None) -> Any:
        """`dict.setdefault`."""
        if key not in self._held:
            self[key] = default
        return self[key]

    def pop(self, key: str, *default: Any) -> Any:
        """`dict.pop`."""
        writable(self._target, key)
        return self._held.pop(key, *default)

    def clear(self) -> None:
        """`dict.clear`."""
        for key in [*instance_dict(self._target)]:
            del self[key]
