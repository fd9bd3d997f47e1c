"""Metaclasses and class statements of a restricted program.

With the real `type` a program could make classes whose special methods nobody has checked. So it
never holds `type` or any other metaclass, but look-alikes (`look_alikes.py`), and may subclass only
what it may hold.
"""

from __future__ import annotations

import abc
import builtins
import enum
import sys
import types
import typing
from collections.abc import Iterable, Sequence
from typing import Any

from hallmark_rl.sandbox.policy.library_names import (
    guarded_names,
    is_program_class,
    withheld_names,
)
from hallmark_rl.sandbox.policy.look_alikes import (
    ABC_META,
    ENUM_META,
    TYPE,
    LookAlike,
    is_obtainable,
)
from hallmark_rl.sandbox.policy.name_rules import Access, read_access


class CheckedEnumMeta(enum.EnumMeta):
    """`EnumMeta` whose functional form (`Enum("Color", "RED BLUE")`) takes plain names only."""

    def __call__(cls, value: Any, *args: Any, **kwargs: Any) -> Any:
        """Look a member up, or make a new enumeration if member names are given."""
        if not (args or "names" in kwargs):
            return super().__call__(value, **kwargs)
        names = args[0] if args else kwargs.pop("names")
        kwargs.setdefault("module", sys._getframe(1).f_globals.get("__name__"))
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
    real = _METACLASSES.get(substitute) if type(substitute) is LookAlike else None
    if real is None:
        raise TypeError("custom metaclasses are not allowed")
    return real


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
        if not (is_obtainable(base) or any(base is made for made in _MADE_BY_FACTORIES)):
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
_MADE_BY_FACTORIES = types.resolve_bases(_CLASS_FACTORIES)


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
            allowed = read_access(name, withheld_names()) is Access.FREE
        else:
            refusing = [cls for cls in classes if name in guarded_names(cls)]
            allowed = False
        if refusing and not allowed:
            raise TypeError(f"a field of {refusing[0].__name__!r} cannot be called {name!r}")
