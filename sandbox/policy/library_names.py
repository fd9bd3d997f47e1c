"""Which attribute names are not a program's own: those that library classes have and do not list.

`library_attributes.py` lists the public attributes of library objects that programs have. All other
attributes of library classes, and all private ones, are guarded names. A name that no library class
has can only be the program's own, and needs no guard; nor does one that every class lists that has
it. For the others a guard looks at the object at run time: the name is allowed there unless one of
the object's library classes has it and does not list it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from opcode import opmap
from types import CodeType, FunctionType

from hallmark_rl.sandbox.policy.allowed_modules import (
    FULLY_REPLACED,
    MODULES,
    WITH_REPLACEMENTS,
    words,
)
from hallmark_rl.sandbox.policy.library_attributes import ATTRIBUTES, UNLISTED_NAMES
from hallmark_rl.sandbox.policy.name_rules import FORBIDDEN_ATTRIBUTES

# Documented names with an underscore, of enumerations and named tuples: these need no guard.
DOCUMENTED = words(
    "_value_ _name_ _missing_ _generate_next_value_ _ignore_ _order_ _member_names_ _member_map_ "
    "_value2member_map_ _replace _asdict _fields _make _field_defaults"
)
# Names that have a reader of their own in `guards.py`, or a rule of their own.
_READ_BY_GUARDS = frozenset({"format", "format_map", "mro", "obj"})
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
    names = set(vars(cls))
    withheld = public_names(cls) - ATTRIBUTES.get(key_of(cls), _NO_NAMES)
    for code in _codes(cls):
        names.update(_names_in_code(code))
    return (frozenset(filter(_is_private, names)) - DOCUMENTED) | withheld


def key_of(cls: type) -> str:
    """The name of a library class in `library_attributes.py`."""
    return f"{module_of(cls).rpartition('policy.')[2]}.{cls.__qualname__}"


def module_of(cls: type) -> str:
    """The name of a class's module; empty if the class has something else in its place."""
    module: object = cls.__module__  # for a class with a descriptor of that name, the descriptor
    return module if isinstance(module, str) else ""


def public_names(cls: type) -> frozenset[str]:
    """The public names that a class defines, and those of attributes that its methods set."""
    names = set(vars(cls))
    for code in _codes(cls):
        names.update(_names_set_in(code))
    return frozenset(name for name in names if name[:1] != "_")


def _codes(cls: type) -> Iterator[CodeType]:
    """The code of the methods and properties of a class that was made at run time."""
    for member in vars(cls).values() if cls.__flags__ & _HEAP_TYPE else ():
        if isinstance(member, property):
            parts = [member.fget, member.fset, member.fdel]
        else:
            parts = [getattr(member, "__func__", member)]
        for part in parts:
            if isinstance(part, FunctionType):
                yield part.__code__


def _names_set_in(code: CodeType) -> Iterator[str]:
    """The names of attributes that a function sets, nested functions included."""
    extended = 0
    for opcode, argument in zip(code.co_code[::2], code.co_code[1::2], strict=True):
        index = extended | argument
        extended = index << 8 if opcode == opmap["EXTENDED_ARG"] else 0
        if opcode == opmap["STORE_ATTR"]:
            yield code.co_names[index]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_set_in(constant)


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
            if isinstance(value, type) and _top(module_of(value)) == _top(name):
                for cls in value.__mro__:
                    names.update(filter(_is_private, guarded_names(cls)))
    return frozenset(names)


@cache
def withheld_names() -> frozenset[str]:
    """Every name, private or public, that a class in `library_attributes.py` has and does not list.

    Patterns read attributes without a guard, so they may use none of these.
    """
    names = set(library_private_names())
    for name in WITH_REPLACEMENTS:  # else a program that imports one later meets no guard
        import_module(f"hallmark_rl.sandbox.policy.replacements.{name}")
    for cls in loaded_classes():
        if key_of(cls) in ATTRIBUTES:
            names |= guarded_names(cls)
    withheld: frozenset[str] = frozenset(names) - _READ_BY_GUARDS - FORBIDDEN_ATTRIBUTES
    return withheld


@cache
def library_names() -> frozenset[str]:
    """Every name for which a guard must look at the object."""
    withheld: frozenset[str] = withheld_names()
    return withheld | UNLISTED_NAMES


def loaded_classes() -> list[type]:
    """All classes in this interpreter."""
    classes, rest = {object: None}, [object]
    while rest:
        for cls in type.__subclasses__(rest.pop()):
            if cls not in classes:
                classes[cls] = None
                rest.append(cls)
    return list(classes)
