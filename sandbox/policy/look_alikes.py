"""Which types a program may hold: an allow-list, and look-alikes in place of all other types.

A type can be called, and so makes objects that nobody has checked. A program holds its own classes,
and the library classes that it could also name: builtins and what the modules of
`allowed_modules.py` export (`make_obtainable`). In place of any other type it gets a look-alike: a
class with the same name and text that works in `isinstance`, `issubclass`, comparisons and
annotations, but makes nothing when called and cannot be a base.
"""

from __future__ import annotations

import abc
import builtins
import enum
import types
import typing
from collections.abc import Iterable
from typing import Any

from hallmark_rl.sandbox.policy.library_names import is_program_class


class LookAlike(type):
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
_OBTAINABLE: set[type] = set()  # library classes that programs may hold


def look_alike(real: type) -> Any:
    """A new class that stands for `real`."""
    namespace = {
        "__module__": real.__module__,
        "__class_getitem__": classmethod(types.GenericAlias),
    }
    substitute = LookAlike(real.__name__, (), namespace)
    _REAL[substitute] = real
    return substitute


TYPE = look_alike(type)
ABC_META = look_alike(abc.ABCMeta)
ENUM_META = look_alike(enum.EnumMeta)
_LOOK_ALIKES: dict[type, Any] = {}  # those made so far, by the class they stand for


def make_obtainable(values: Iterable[Any]) -> None:
    """Let programs hold the library classes among `values`, except metaclasses and look-alikes."""
    _OBTAINABLE.update(
        value
        for value in values
        if isinstance(value, type)
        and not issubclass(value, type)
        and not isinstance(value, LookAlike)
    )


def is_obtainable(cls: type) -> bool:
    """Whether a program may hold `cls`: it is the program's own, or on the allow-list."""
    return cls in _OBTAINABLE or (is_program_class(cls) and not issubclass(cls, type))


def type_of(obj: Any) -> Any:
    """`type(obj)`, or a look-alike if that is not a type that a program may hold."""
    real = type(obj)
    if real in _OBTAINABLE:
        return real
    if issubclass(real, type):
        return TYPE
    if is_program_class(real):
        return real
    if real not in _LOOK_ALIKES:
        _LOOK_ALIKES[real] = look_alike(real)
    return _LOOK_ALIKES[real]


def issubclass_(cls: Any, parents: Any) -> bool:
    """`issubclass`, where a look-alike has the bases of the class that it stands for."""
    real = _REAL.get(cls, cls) if isinstance(cls, LookAlike) else cls
    return builtins.issubclass(real, parents)
