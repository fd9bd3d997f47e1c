"""`type`, metaclasses and class statements of a restricted program.

With the real `type` a program could make classes whose special methods nobody has checked. So it
never holds `type` or any other metaclass. In their place it gets look-alikes: classes that work in
`isinstance`, but make nothing when called.
"""

from __future__ import annotations

import abc
import builtins
import enum
import types
import typing
from collections.abc import Iterable, Sequence
from typing import Any

from hallmark_rl.sandbox.policy.name_rules import Access, read_access
from hallmark_rl.sandbox.policy.private_names import (
    guarded_names,
    is_program_class,
    library_private_names,
)


class _LookAlike(type):
    """The metaclass of look-alikes: classes that stand for one that programs must not hold."""

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, _REAL[cls])

    def __subclasscheck__(cls, subclass: Any) -> bool:
        return subclass is cls or issubclass(subclass, _REAL[cls])

    def __repr__(cls) -> str:
        return repr(_REAL[cls])

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        if cls is TYPE and len(args) == 1 and not kwargs:
            return type_of(args[0])
        raise TypeError(f"{cls.__name__}() cannot be used to make a class or a {cls.__name__}")

    def __or__(cls, other: Any) -> Any:
        return typing.Union[cls, other]  # noqa: UP007

    def __ror__(cls, other: Any) -> Any:
        return typing.Union[other, cls]  # noqa: UP007


_REAL: dict[type, type] = {}  # the class that each look-alike stands for


def look_alike(real: type) -> Any:
    """A class that stands for `real`: programs can use it in `isinstance` and in annotations."""
    namespace = {
        "__module__": real.__module__,
        "__class_getitem__": classmethod(types.GenericAlias),
    }
    substitute = _LookAlike(real.__name__, (), namespace)
    _REAL[substitute] = real
    return substitute


TYPE = look_alike(type)
ABC_META = look_alike(abc.ABCMeta)
ENUM_META = look_alike(enum.EnumMeta)
_HIDDEN: dict[type, Any] = {  # types of which programs see look-alikes
    real: look_alike(real)
    for real in (
        types.ModuleType,
        types.FunctionType,
        types.CodeType,
        types.FrameType,
        types.TracebackType,
        types.CellType,
        types.GenericAlias,
        typing.ForwardRef,
    )
}


class CheckedEnumMeta(enum.EnumMeta):
    """`EnumMeta` whose functional form (`Enum("Color", "RED BLUE")`) takes plain names only."""

    def __call__(cls, value: Any, *args: Any, **kwargs: Any) -> Any:
        """Look a member up, or make a new enumeration if member names are given."""
        if not (args or "names" in kwargs):
            return super().__call__(value, **kwargs)
        names = args[0] if args else kwargs.pop("names")
        return super().__call__(value, _checked_member_names(names), *args[1:], **kwargs)


def _checked_member_names(names: Any) -> Any:
    """`names` as a list of names or tuples; raises `ValueError` if one begins with a `_`."""
    if isinstance(names, str):
        names = names.replace(",", " ").split()
    if isinstance(names, dict):
        names = names.items()
    members = [item if isinstance(item, str) else tuple(item) for item in names]
    for item in members:
        name = item if isinstance(item, str) else item[0]
        if type(name) is not str or name.startswith("_"):
            raise ValueError(f"a member cannot be called {name!r}")
    return members


_METACLASSES = {TYPE: type, ABC_META: abc.ABCMeta, ENUM_META: CheckedEnumMeta}


def metaclass(substitute: Any) -> type:
    """The metaclass that a look-alike stands for; raises `TypeError` for anything else."""
    real = _METACLASSES.get(substitute) if type(substitute) is _LookAlike else None
    if real is None:
        raise TypeError("custom metaclasses are not allowed")
    return real


def hide_type(real: type) -> None:
    """Show programs a look-alike as the type of instances of `real`, which they cannot subclass."""
    _HIDDEN[real] = look_alike(real)


def type_of(obj: Any) -> Any:
    """`type(obj)`, or a look-alike if that is a metaclass or a hidden type."""
    real = type(obj)
    return TYPE if issubclass(real, type) else _HIDDEN.get(real, real)


def build_class(body: Any, name: str, /, *bases: Any, **keywords: Any) -> Any:
    """The class statement (`__build_class__`): bases and pattern names are checked first.

    Raises `TypeError` if a base cannot be subclassed here, or if an inherited `__match_args__`
    would let a pattern read an attribute that needs a guard.
    """
    ancestors: list[type] = []
    metaclasses = [keywords.get("metaclass", type)]
    for base in types.resolve_bases([_checked_base(base) for base in bases]):
        if not isinstance(base, type) or issubclass(base, (type, super)):
            raise TypeError("this object is not allowed as a base class")
        if type(base) is _LookAlike or base in _HIDDEN:
            raise TypeError(f"type {base.__name__!r} is not an acceptable base type")
        ancestors += base.__mro__
        metaclasses.append(type(base))
    names = {name for cls in ancestors for name in vars(cls).get("__match_args__", ())}
    any_object_matches = any(map(overrides_isinstance, metaclasses))
    check_pattern_names(names, ancestors, any_object_matches=any_object_matches)
    return builtins.__build_class__(body, name, *bases, **keywords)


# What may be a base. Another object could answer `__mro_entries__` differently when asked again.
_BASE_TYPES = (type, types.GenericAlias, typing._BaseGenericAlias, typing.NewType)  # type: ignore[attr-defined]
_CLASS_FACTORIES = (typing.NamedTuple, typing.TypedDict)


def _checked_base(base: Any) -> Any:
    """`base`, if it is a class or an alias of one; raises `TypeError` if not."""
    is_class = isinstance(base, _BASE_TYPES) and not is_program_class(type(base))
    if not is_class and not any(base is factory for factory in _CLASS_FACTORIES):
        raise TypeError("bases must be types")
    return base


def overrides_isinstance(metaclass: type) -> bool:
    """Whether the metaclass overrides `isinstance`, so that objects of any class could match."""
    return getattr(metaclass, "__instancecheck__") is not type.__instancecheck__  # noqa: B009


def check_pattern_names(
    names: Iterable[str], classes: Sequence[type], *, any_object_matches: bool
) -> None:
    """Raise `TypeError` if one of the `names` of positional patterns needs a guard.

    Patterns read attributes without guards. `classes` are those of every object that can match; a
    name is allowed if none of them guards it. If `any_object_matches`, objects of other classes can
    match too, so a name is allowed only if it needs no guard on any object.
    """
    for name in names:
        if any_object_matches:
            refusing = list(classes)
            allowed = read_access(name, library_private_names()) is Access.FREE
        else:
            refusing = [cls for cls in classes if name in guarded_names(cls)]
            allowed = False
        if refusing and not allowed:
            raise TypeError(f"a field of {refusing[0].__name__!r} cannot be called {name!r}")
