"""`dataclasses` whose fields a program cannot rewrite.

The library's `Field` objects are mutable, and their names end up in source text that it executes:
`fields(A)[0].name = "x=evil()"` followed by a subclass runs `evil()` outside the policy. So
programs get fields that only the library may change, and descriptions of the others.
"""

from __future__ import annotations

import dataclasses
import re
import sys
import typing
from keyword import iskeyword
from types import FunctionType
from typing import Any

from hallmark_rl.sandbox.policy.class_building import check_pattern_names, seal, takes_anybody
from hallmark_rl.sandbox.policy.name_rules import (
    FORBIDDEN_ATTRIBUTES,
    Access,
    is_dunder,
    read_access,
)
from hallmark_rl.sandbox.policy.private_names import foreign_names, is_program_class
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
    """A field that code outside the library cannot change."""

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> None:
        if sys._getframe(1).f_globals is not vars(dataclasses):
            raise AttributeError("a field cannot be changed")
        super().__setattr__(name, value)


seal(LockedField)
_MARK = re.compile(r"(?:\w+\.)?(ClassVar|InitVar|KW_ONLY)\b")
_MARKS = {
    "ClassVar": typing.ClassVar,
    "InitVar": dataclasses.InitVar(object),
    "KW_ONLY": dataclasses.KW_ONLY,
}


class FieldView:
    """A field as `fields()` shows it: a copy that nothing depends on."""

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
    # Not a method: a program can exchange those of any class it holds.
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
    if not isinstance(cls, type) or not is_program_class(cls):
        raise TypeError("dataclass() takes a class of the program")
    annotations = vars(cls).get("__annotations__", {})
    for name, kind in annotations.items():
        _check_field_name(name)
        mark = _MARK.match(kind) if type(kind) is str else None
        if mark:  # the library would look for it in the program's module, which it cannot find
            annotations[name] = _MARKS[mark[1]]
    inherited = [vars(base).get("__dataclass_fields__", {}) for base in cls.__mro__]
    names = {name for fields_ in (annotations, *inherited) for name in fields_}
    guarded = {name for name in names if read_access(name, foreign_names()) is not Access.FREE}
    check_pattern_names(names, cls.__mro__, anybody=False)
    if guarded and takes_anybody(type(cls)):
        options = {**options, "match_args": False}
    _give_docstring(cls)
    generated = [name for name in _COMPARING if guarded and name not in vars(cls)]
    made: Any = dataclasses.dataclass(**options)(cls)
    for name in generated:
        if name in vars(made):
            setattr(made, name, _among(made, vars(made)[name]))
    return made


def _give_docstring(cls: Any) -> None:
    """Its name, to a class without one, or the library would write one from its signature.

    To do so it evaluates text, and compares what is to be called with `type`, which whoever
    compares is then shown.
    """
    doc = vars(cls).get("__doc__")
    if type(doc) is not str or not doc:
        cls.__doc__ = str.__str__(cls.__name__) or "dataclass"


def _check_field_name(name: Any) -> None:
    """A field's name goes into source text, and its attribute is read without a guard."""
    plain = type(name) is str and name.isidentifier() and not iskeyword(name)
    if not plain or is_dunder(name) or name in FORBIDDEN_ATTRIBUTES:
        raise TypeError(f"a field cannot be called {name!r}")


def _among(cls: type, compare: Any) -> Any:
    """A comparison that reads guarded names, kept from objects that are not of `cls`."""

    def among(self: Any, other: Any) -> Any:
        return compare(self, other) if cls in type(self).__mro__ else NotImplemented

    return update_wrapper(among, compare)


def _with_our_copies() -> dict[str, Any]:
    """`asdict` and `astuple`, whose copies of what they do not know are ours."""
    space = {**vars(dataclasses), "copy": copies}
    for name, real in vars(dataclasses).items():
        if name.removeprefix("_").startswith(("asdict", "astuple")):
            space[name] = made = FunctionType(real.__code__, space, name, real.__defaults__)
            made.__kwdefaults__ = real.__kwdefaults__
    return {name: space[name] for name in ("asdict", "astuple")}


NAMES = {"dataclass": dataclass, "field": field, "fields": fields, **_with_our_copies()}
