"""Which `_private` names the library classes that a program can reach define or use.

A private name that no library class uses can only be the program's own, and needs no guard. For the
others a guard looks at the object at run time: the name is allowed there unless one of the object's
library classes uses it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from types import CodeType, FunctionType

from hallmark_rl.sandbox.policy.allowed_modules import FULLY_REPLACED, MODULES, words

# Documented names with an underscore, of enumerations and named tuples: these need no guard.
DOCUMENTED = words(
    "_value_ _name_ _missing_ _generate_next_value_ _ignore_ _order_ _member_names_ _member_map_ "
    "_value2member_map_ _replace _asdict _fields _make _field_defaults"
)
_OF_BUILTIN_TYPES = {str: frozenset({"format", "format_map"}), AttributeError: frozenset({"obj"})}
_NO_NAMES: frozenset[str] = frozenset()
_HEAP_TYPE = 1 << 9  # Py_TPFLAGS_HEAPTYPE: a class made at run time, so not a static C type


def is_program_class(cls: type) -> bool:
    """Whether a program defined the class, which its `__module__` says."""
    return vars(cls).get("__module__") in PROGRAM_MODULES


PROGRAM_MODULES = frozenset({"__main__", "program"})


def guarded_names(cls: type) -> frozenset[str]:
    """The guarded names that a library class defines or uses, without those of its bases."""
    return _NO_NAMES if is_program_class(cls) else _guarded_names(cls)


@cache
def _guarded_names(cls: type) -> frozenset[str]:
    if not cls.__flags__ & _HEAP_TYPE:
        return _OF_BUILTIN_TYPES.get(cls, _NO_NAMES)
    names = set(vars(cls))
    for member in vars(cls).values():
        if isinstance(member, property):
            parts = [member.fget, member.fset, member.fdel]
        else:
            parts = [getattr(member, "__func__", member)]
        for part in parts:
            if isinstance(part, FunctionType):
                names.update(_names_in_code(part.__code__))
    return frozenset(name for name in names if _is_private(name)) - DOCUMENTED


def _names_in_code(code: CodeType) -> Iterator[str]:
    """Names and string constants in a function's code, nested functions included."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, CodeType):
            yield from _names_in_code(constant)


def _is_private(name: str) -> bool:
    return name[:1] == "_" and name[1:2] != "_" and name.isidentifier() and name != "_"


def _top(module: str) -> str:
    """The public top-level name of a module: `_collections_abc` and `collections.x` have one."""
    return module.partition(".")[0].lstrip("_").removesuffix("_abc")


@cache
def library_private_names() -> frozenset[str]:
    """Every private name that a class of an allowed module, or a base of one, defines or uses."""
    names: set[str] = set()
    for name in MODULES.keys() - FULLY_REPLACED:
        for value in vars(import_module(name)).values():
            if isinstance(value, type) and _top(value.__module__) == _top(name):
                for cls in value.__mro__:
                    names |= guarded_names(cls)
    return frozenset(names) - {"format", "format_map", "obj"}
