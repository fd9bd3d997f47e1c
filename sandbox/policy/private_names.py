"""Which `_private` names belong to the libraries that a program can reach.

A private name that no library class knows can only be the program's own, and costs nothing. One
that some library class knows is looked at when the program runs: an object may be asked for it
unless a class of its line that is not the program's knows the name.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from types import CodeType, FunctionType

from hallmark_rl.sandbox.policy.allowed_modules import MODULES, FULLY_REPLACED, words

# Documented interfaces with an underscore: enum members and named tuples.
PUBLIC = words(
    "_value_ _name_ _missing_ _generate_next_value_ _ignore_ _order_ _member_names_ _member_map_ "
    "_value2member_map_ _replace _asdict _fields _make _field_defaults"
)
_BUILTIN = {str: frozenset({"format", "format_map"}), AttributeError: frozenset({"obj"})}
NOTHING: frozenset[str] = frozenset()
_HEAP_TYPE = 1 << 9


def is_program_class(cls: type) -> bool:
    """Whether the program made the class: that of a library names another home."""
    return vars(cls).get("__module__") in PROGRAM_MODULES


PROGRAM_MODULES = frozenset({"__main__", "program"})


def known_to(cls: type) -> frozenset[str]:
    """The guarded names that a library class itself, not its bases, defines or uses."""
    return NOTHING if is_program_class(cls) else _known_to(cls)


@cache
def _known_to(cls: type) -> frozenset[str]:
    if not cls.__flags__ & _HEAP_TYPE:
        return _BUILTIN.get(cls, NOTHING)
    names = set(vars(cls))
    for member in vars(cls).values():
        if isinstance(member, property):
            parts = [member.fget, member.fset, member.fdel]
        else:
            parts = [getattr(member, "__func__", member)]
        for part in parts:
            if isinstance(part, FunctionType):
                names.update(_used_by(part.__code__))
    return frozenset(name for name in names if _is_private(name)) - PUBLIC


def _used_by(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, CodeType):
            yield from _used_by(constant)


def _is_private(name: str) -> bool:
    return name[:1] == "_" and name[1:2] != "_" and name.isidentifier() and name != "_"


def _top(module: str) -> str:
    return module.partition(".")[0].lstrip("_").removesuffix("_abc")


@cache
def foreign_names() -> frozenset[str]:
    """Every private name known to a class of the modules a program may import."""
    names: set[str] = set()
    for name in MODULES.keys() - FULLY_REPLACED:
        for value in vars(import_module(name)).values():
            if isinstance(value, type) and _top(value.__module__) == _top(name):
                for cls in value.__mro__:
                    names |= known_to(cls)
    return frozenset(names) - {"format", "format_map", "obj"}
