"""Defences around types, metaclasses, bases and patterns."""

from __future__ import annotations

import builtins
import enum

from hallmark_rl.sandbox.policy import class_building, name_rules, program_globals, transformer
from tests.sandbox.policy.removed_defences import case, replace_in_module


@case("match ():\n    case object(__class__=k): print('PWN', k)")
def patterns_are_checked(patch):
    patch.setitem(
        transformer.ProgramTransformer.visitors,
        transformer.ast.MatchClass,
        transformer.ProgramTransformer.node_contents_visit,
    )


@case(
    "import dataclasses\n"
    "@dataclasses.dataclass(init=False, eq=False, repr=False)\n"
    "class M:\n    format: int\n"
    "class S(M, str): pass\n"
    "match S('{0.__class__}'):\n    case S(f): print('PWN', f(1))"
)
def inherited_patterns_are_checked(patch):
    patch.setattr(class_building, "check_pattern_names", lambda *_, **__: None)


@case("type(int)('X', (), {})\nprint('PWN')")
def types_of_types_are_not_given(patch):
    patch.setitem(program_globals._BUILTINS, ".type", type)


@case("class M:\n    def __new__(cls, *a): print('PWN')\nclass A(metaclass=M): pass")
def metaclasses_are_checked(patch):
    patch.setitem(program_globals._BUILTINS, ".metaclass", lambda given: given)


@case(
    "class A:\n    def __getattr__(self, name): return lambda bases: (str,)\n"
    "class B(A()): pass\nprint('PWN')"
)
def bases_are_checked(patch):
    patch.setitem(program_globals._BUILTINS, "__build_class__", builtins.__build_class__)


@case(
    "import functools\nclass Two:\n    __slots__ = ()\n    def __call__(self): pass\n"
    "    def __getattr__(self, name):\n"
    "        if name == '__dict__': return {'__mro_entries__': lambda bases: (str,)}\n"
    "        raise AttributeError(name)\n"
    "class B(functools.lru_cache()(Two())): pass\nprint('PWN')"
)
def bases_are_of_known_kinds(patch):
    patch.setattr(class_building, "_checked_base", lambda base: base)


@case(
    "import abc, collections\nclass M(collections.namedtuple('N', 'format'), abc.ABC): pass\n"
    "M.register(str)\nmatch '{0.__class__}':\n    case M(f): print('PWN', f(1))"
)
def inherited_patterns_of_open_classes_are_checked(patch):
    patch.setattr(class_building, "overrides_isinstance", lambda kind: False)


@case(
    "import abc\nclass H(abc.ABC):\n    @classmethod\n"
    "    def __subclasshook__(cls, other): print('PWN', other)\nisinstance(lambda: 0, H)"
)
def subclass_hooks_are_not_the_programs(patch):
    patch.setattr(name_rules, "CLASS_BODY", name_rules.CLASS_BODY | {"__subclasshook__"})


@case("from enum import Enum\nA = Enum('A', {'__reduce_ex__': 1})\nprint('PWN')")
def enum_members_are_plain(patch):
    replace_in_module(patch, "enum", Enum=enum.Enum)
