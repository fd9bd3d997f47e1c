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
from typing import Any

from sandbox.policy.classes import check_pattern_name, seal

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

    def __init__(self, real: Any) -> None:
        for slot in _PUBLIC:
            setattr(self, slot, getattr(real, slot))

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
    return tuple(FieldView(real) for real in dataclasses.fields(owner))


def dataclass(cls: Any = None, /, **options: Any) -> Any:
    """`dataclasses.dataclass`."""
    if cls is None:
        return lambda decorated: _process(decorated, options)
    return _process(cls, options)


def _process(cls: Any, options: dict[str, Any]) -> Any:
    if not isinstance(cls, type):
        raise TypeError("dataclass() takes a class")
    annotations = vars(cls).get("__annotations__", {})
    for name, kind in annotations.items():
        check_pattern_name(name, cls.__mro__)
        mark = _MARK.match(kind) if type(kind) is str else None
        if mark:  # the library would look for it in the program's module, which it cannot find
            annotations[name] = _MARKS[mark[1]]
    return dataclasses.dataclass(**options)(cls)


NAMES = {"dataclass": dataclass, "field": field, "fields": fields}
