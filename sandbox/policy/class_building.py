"""Types and the making of classes: `type`, metaclasses, and what a class statement may build on.

The real `type` makes classes whose special methods nobody has checked, so a program never holds it,
nor any other metaclass. It gets look-alikes that answer `isinstance` and cannot be called for more.
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
from hallmark_rl.sandbox.policy.private_names import foreign_names, is_program_class, known_to


class _LookAlike(type):
    """The type of classes that stand for one the program must not hold."""

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


_REAL: dict[type, type] = {}


def look_alike(real: type) -> Any:
    """A class that stands for `real`: it answers `isinstance`, and that is all."""
    space = {"__module__": real.__module__, "__class_getitem__": classmethod(types.GenericAlias)}
    made = _LookAlike(real.__name__, (), space)
    _REAL[made] = real
    return made


TYPE = look_alike(type)
ABC_META = look_alike(abc.ABCMeta)
ENUM_META = look_alike(enum.EnumMeta)
_OPAQUE: dict[type, Any] = {
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
    """Enumerations whose functional form (`Enum("Color", "RED BLUE")`) takes plain names only."""

    def __call__(cls, value: Any, *args: Any, **kwargs: Any) -> Any:
        """Make a member, or a new enumeration when member names are given."""
        if not (args or "names" in kwargs):
            return super().__call__(value, **kwargs)
        names = args[0] if args else kwargs.pop("names")
        return super().__call__(value, _plain_members(names), *args[1:], **kwargs)


def _plain_members(names: Any) -> Any:
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


def metaclass(given: Any) -> type:
    """The metaclass that a look-alike stands for."""
    found = _METACLASSES.get(given) if type(given) is _LookAlike else None
    if found is None:
        raise TypeError("a metaclass of one's own is not allowed")
    return found


def seal(real: type) -> None:
    """Let programs meet instances of `real`, but neither hold it nor build on it."""
    _OPAQUE[real] = look_alike(real)


def type_of(obj: Any) -> Any:
    """`type(obj)`, but never a type that makes classes, functions or modules."""
    found = type(obj)
    return TYPE if issubclass(found, type) else _OPAQUE.get(found, found)


def build_class(body: Any, name: str, /, *bases: Any, **keywords: Any) -> Any:
    """The class statement: what it builds on is checked before anything is built."""
    line: list[type] = []
    kinds = [keywords.get("metaclass", type)]
    for base in types.resolve_bases([_known_base(base) for base in bases]):
        if not isinstance(base, type) or issubclass(base, (type, super)):
            raise TypeError("a class cannot be built on this")
        if type(base) is _LookAlike or base in _OPAQUE:
            raise TypeError(f"type {base.__name__!r} is not an acceptable base type")
        line += base.__mro__
        kinds.append(type(base))
    names = {name for cls in line for name in vars(cls).get("__match_args__", ())}
    check_pattern_names(names, line, anybody=any(map(takes_anybody, kinds)))
    return builtins.__build_class__(body, name, *bases, **keywords)


# What stands for a class among bases. Anything else could name other bases when asked again.
_BASES = (type, types.GenericAlias, typing._BaseGenericAlias, typing.NewType)  # type: ignore[attr-defined]
_MAKERS = (typing.NamedTuple, typing.TypedDict)


def _known_base(base: Any) -> Any:
    known = isinstance(base, _BASES) and not is_program_class(type(base))
    if not known and not any(base is maker for maker in _MAKERS):
        raise TypeError("bases must be types")
    return base


def takes_anybody(kind: type) -> bool:
    """Whether classes of this metaclass decide for themselves who is an instance of theirs."""
    return getattr(kind, "__instancecheck__") is not type.__instancecheck__  # noqa: B009


def check_pattern_names(names: Iterable[str], line: Sequence[type], *, anybody: bool) -> None:
    """Refuse positional patterns over attributes that need a guard: patterns read without one.

    A name may stay where `line`, the classes of every object that can match, does not know it;
    `anybody` says that objects of any class can.
    """
    for name in names:
        knowing = line if anybody else [cls for cls in line if name in known_to(cls)]
        if knowing and not (anybody and read_access(name, foreign_names()) is Access.FREE):
            raise TypeError(f"a field of {knowing[0].__name__!r} cannot be called {name!r}")
