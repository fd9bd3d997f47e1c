"""`dataclasses` whose fields a program cannot change.

Allowed: dataclasses with every option, except as below. Refused:

* Changing a field. The library puts field names into source text that it executes, so
  `fields(A)[0].name = "x=evil()"` followed by a subclass would run `evil()` outside the policy.
  Programs get `LockedField`s, and from `fields()` copies.
* Field names that are not identifiers, are special names, or lead to frames and code.
* Decorating a class that is not the program's own.
* Comparing guarded attributes of objects of other classes, and reading them by patterns.
"""

from __future__ import annotations

import dataclasses
import re
import sys
import typing
from keyword import iskeyword
from types import FunctionType
from typing import Any

from hallmark_rl.sandbox.policy.class_building import (
    check_pattern_names,
    overrides_isinstance,
)
from hallmark_rl.sandbox.policy.library_names import is_program_class, library_names, withheld_names
from hallmark_rl.sandbox.policy.name_rules import (
    FORBIDDEN_ATTRIBUTES,
    Access,
    is_dunder,
    read_access,
)
from hallmark_rl.sandbox.policy.replacements import copy as copies
from hallmark_rl.sandbox.policy.replacements.functools import update_wrapper

_PUBLIC = (
    "name",
    "type",
    "default",
    "default_factory",
    "init",
    "repr",
    "hash",
    "compare",
    "metadata",
    "kw_only",
)
_COMPARING = ("__eq__", "__lt__", "__le__", "__gt__", "__ge__")
_SLOTS = (*_PUBLIC, "_field_type")


class LockedField(dataclasses.Field):  # type: ignore[type-arg]
    """A field that only the `dataclasses` module can change."""

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> None:
        if sys._getframe(1).f_globals is not vars(dataclasses):
            raise AttributeError("a field cannot be changed")
        super().__setattr__(name, value)


# Annotations in quotes that mean something to the library.
_QUOTED_MARKER = re.compile(r"(?:\w+\.)?(ClassVar|InitVar|KW_ONLY)\b")
_MARKERS = {
    "ClassVar": typing.ClassVar,
    "InitVar": dataclasses.InitVar(object),
    "KW_ONLY": dataclasses.KW_ONLY,
}


class FieldView:
    """A field as `fields()` returns it: a copy, which a program may change without effect."""

    def __repr__(self) -> str:
        shown = ",".join(f"{slot}={getattr(self, slot)!r}" for slot in _PUBLIC)
        return f"Field({shown})"


def field(**options: Any) -> Any:
    """`dataclasses.field`."""
    real = dataclasses.field(**options)
    locked = object.__new__(LockedField)
    for slot in _SLOTS:
        object.__setattr__(locked, slot, getattr(real, slot))
    return locked


def fields(class_or_instance: Any) -> tuple[FieldView, ...]:
    """`dataclasses.fields`."""
    owner = class_or_instance if isinstance(class_or_instance, type) else type(class_or_instance)
    return tuple(map(_view, dataclasses.fields(owner)))


def _view(real: Any) -> FieldView:
    # Not a method of `FieldView`: a program can replace the methods of a class it can reach.
    view = object.__new__(FieldView)
    for slot in _PUBLIC:
        object.__setattr__(view, slot, getattr(real, slot))
    return view


def dataclass(cls: Any = None, /, **options: Any) -> Any:
    """`dataclasses.dataclass`."""
    if cls is None:
        return lambda decorated: _process(decorated, options)
    return _process(cls, options)


def _process(cls: Any, options: dict[str, Any]) -> Any:
    """Check the fields of `cls` and make it a dataclass."""
    if not isinstance(cls, type) or not is_program_class(cls):
        raise TypeError("dataclass() takes a class of the program")
    annotations = vars(cls).get("__annotations__", {})
    for name, kind in annotations.items():
        _check_field_name(name)
        marker = _QUOTED_MARKER.match(kind) if type(kind) is str else None
        if marker:  # the library looks such names up in the program's module, which it cannot find
            annotations[name] = _MARKERS[marker[1]]
    inherited = [vars(base).get("__dataclass_fields__", {}) for base in cls.__mro__]
    names = {name for fields_ in (annotations, *inherited) for name in fields_}
    guarded = {name for name in names if read_access(name, library_names()) is not Access.FREE}
    check_pattern_names(names, cls.__mro__, any_object_matches=False)
    unfit = any(read_access(name, withheld_names()) is not Access.FREE for name in guarded)
    if unfit and overrides_isinstance(type(cls)):
        options = {**options, "match_args": False}
    _give_docstring(cls)
    generated = [name for name in _COMPARING if guarded and name not in vars(cls)]
    made: Any = dataclasses.dataclass(**options)(cls)
    for name in generated:
        if name in vars(made):
            setattr(made, name, _limit_to(made, vars(made)[name]))
    return made


def _give_docstring(cls: Any) -> None:
    """Give a class without a docstring its name as one; the library would write a signature.

    For a signature the library evaluates text, and compares the program's `__init__` with `type`,
    which would pass `type` to the program's `__eq__`.
    """
    doc = vars(cls).get("__doc__")
    if type(doc) is not str or not doc:
        cls.__doc__ = str.__str__(cls.__name__) or "dataclass"


def _check_field_name(name: Any) -> None:
    """Raise `TypeError` unless `name` is fit for source text and for reading without a guard."""
    plain = type(name) is str and name.isidentifier() and not iskeyword(name)
    if not plain or is_dunder(name) or name in FORBIDDEN_ATTRIBUTES:
        raise TypeError(f"a field cannot be called {name!r}")


def _limit_to(cls: type, compare: Any) -> Any:
    """A generated comparison that is `NotImplemented` unless `self` is an instance of `cls`."""

    def limited(self: Any, other: Any) -> Any:
        return compare(self, other) if cls in type(self).__mro__ else NotImplemented

    return update_wrapper(limited, compare)


def _conversions_with_safe_copy() -> dict[str, Any]:
    """`asdict` and `astuple` of the library, with `copy` replaced by our own."""
    space = {**vars(dataclasses), "copy": copies}
    for name, real in vars(dataclasses).items():
        if name.removeprefix("_").startswith(("asdict", "astuple")):
            space[name] = made = FunctionType(real.__code__, space, name, real.__defaults__)
            made.__kwdefaults__ = real.__kwdefaults__
    return {name: space[name] for name in ("asdict", "astuple")}


NAMES = {"dataclass": dataclass, "field": field, "fields": fields, **_conversions_with_safe_copy()}
