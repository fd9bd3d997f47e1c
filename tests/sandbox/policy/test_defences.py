"""Each defence is needed: with it taken out, a program that it stops gets through."""

from __future__ import annotations

import builtins
import dataclasses
import enum
import functools
import operator

import pytest

from sandbox.policy import classes, guards, names, rules, served, space, transformer

CASES = {}


def case(source):
    """Register a defence's removal, and the program that then prints PWN."""

    def register(remove):
        CASES[remove.__name__] = (remove, source)
        return remove

    return register


def serve(patch, module, **names_):
    real = served._template(module)
    patch.setattr(served, "_template", lambda name: {**real, **names_} if name == module else {})


def builtin(patch, **names_):
    patch.setattr(space, "_BUILTINS", {**space._BUILTINS, **names_})


@case("print('PWN', ().__class__)")
def dunder_attributes_are_forbidden(patch):
    patch.setattr(rules, "READABLE", rules.READABLE | {"__class__"})


@case("print('PWN', (x for x in [1]).gi_frame)")
def frames_are_forbidden(patch):
    patch.setattr(rules, "FORBIDDEN_ATTRIBUTES", frozenset())


@case("f = '{0.__class__}'\nprint('PWN', f.format(1))")
def format_is_guarded(patch):
    patch.setattr(guards, "attributes_in", lambda text: [])


@case("print('PWN', '{0.__class__}'.format(1))")
def literal_formats_are_read(patch):
    patch.setattr(transformer.ProgramTransformer, "_literal_is_plain", lambda *_: True)


@case("try: [].x\nexcept AttributeError as e: print('PWN', e.obj)")
def attribute_errors_keep_their_object(patch):
    patch.setattr(rules, "OWNED", frozenset())


@case(
    "from enum import IntEnum\n"
    "print('PWN', IntEnum._convert_('X', 'string', lambda n: n == 'digits'))"
)
def private_names_of_libraries_are_guarded(patch):
    patch.setitem(space._BUILTINS, ".own", lambda obj, name: obj)


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
    "class S(str):\n    format: int\n"
    "match S('{0.__class__}'):\n    case S(f): print('PWN', f(1))"
)
def fields_cannot_alias_guarded_names(patch):
    from sandbox.policy.standins import dataclasses as standin

    patch.setattr(standin, "check_pattern_name", lambda *_: None)


@case(
    "import dataclasses\n"
    "@dataclasses.dataclass(init=False, eq=False, repr=False)\n"
    "class M:\n    format: int\n"
    "class S(M, str): pass\n"
    "match S('{0.__class__}'):\n    case S(f): print('PWN', f(1))"
)
def inherited_patterns_are_checked(patch):
    patch.setattr(classes, "_check_patterns", lambda line: None)


@case("type(int)('X', (), {})\nprint('PWN')")
def types_of_types_are_not_given(patch):
    patch.setitem(space._BUILTINS, ".type", type)


@case("class M:\n    def __new__(cls, *a): print('PWN')\nclass A(metaclass=M): pass")
def metaclasses_are_checked(patch):
    patch.setitem(space._BUILTINS, ".metaclass", lambda given: given)


@case(
    "class A:\n    def __getattr__(self, name): return lambda bases: (str,)\n"
    "class B(A()): pass\nprint('PWN')"
)
def bases_are_checked(patch):
    patch.setitem(space._BUILTINS, "__build_class__", builtins.__build_class__)


@case(
    "import dataclasses\nf = dataclasses.field(default=0)\n"
    "@dataclasses.dataclass\nclass A:\n    x: int = f\n"
    "f.name = \"x,print('PWN')\"\n"
    "@dataclasses.dataclass(init=False, repr=False)\nclass B(A): pass\nB() == B()"
)
def fields_are_locked(patch):
    serve(patch, "dataclasses", field=dataclasses.field)


@case(
    "import dataclasses\n@dataclasses.dataclass\nclass A:\n    x: int = 0\n"
    "dataclasses.fields(A)[0].name = \"x,print('PWN')\"\n"
    "@dataclasses.dataclass(init=False, repr=False)\nclass B(A): pass\nB() == B()"
)
def fields_are_shown_as_copies(patch):
    serve(patch, "dataclasses", fields=dataclasses.fields)


@case(
    "import dataclasses\nclass A:\n    x: int\n"
    "A.__annotations__[\"x,print('PWN')\"] = int\n"
    "A.x = 1\ndataclasses.dataclass(init=False, repr=False)(A)\nA() == A()"
)
def annotations_are_copies(patch):
    patch.setitem(guards._READERS, "__annotations__", lambda obj, name: obj.__annotations__)


@case("from enum import Enum\nA = Enum('A', {'__reduce_ex__': 1})\nprint('PWN')")
def enum_members_are_plain(patch):
    serve(patch, "enum", Enum=enum.Enum)


@case(
    "import functools\nclass W:\n    def __setattr__(self, n, v):\n"
    "        if n == '__globals__': print('PWN')\n"
    "functools.update_wrapper(W(), lambda: 0, assigned=('__globals__',), updated=())"
)
def wraps_copies_names_only(patch):
    serve(patch, "functools", update_wrapper=functools.update_wrapper)


@case(
    "import functools\n@functools.singledispatch\ndef f(x): pass\n"
    "def g(x: 'print(\"PWN\")'): pass\nf.register(g)"
)
def singledispatch_evaluates_nothing(patch):
    serve(patch, "functools", singledispatch=functools.singledispatch)


@case("import operator\nprint('PWN', operator.attrgetter('__class__')(1))")
def attrgetter_is_guarded(patch):
    serve(patch, "operator", attrgetter=operator.attrgetter)


@case(
    "import copy\nclass A: pass\na = A()\n"
    "a.__dict__['__reduce_ex__'] = lambda p: print('PWN') or (list, ())\ncopy.deepcopy(a)"
)
def instance_dicts_are_checked(patch):
    patch.setitem(space._BUILTINS, ".live", vars)


@case("def f(a=1): pass\nobject.__setattr__(f, 'x', 1)\nprint('PWN')")
def setattr_is_for_own_objects(patch):
    patch.setitem(guards._READERS, "__setattr__", getattr)


@case("print('PWN', getattr([], '__class__'))")
def getattr_is_guarded(patch):
    builtin(patch, getattr=getattr)


@case("class A: pass\nsetattr(A, '__reduce_ex__', 1)\nprint('PWN')")
def setattr_is_guarded(patch):
    builtin(patch, setattr=setattr)


@case("import random\nprint('PWN', random._os)")
def modules_hold_listed_names_only(patch):
    import random

    patch.setattr(served.Modules, "get", lambda self, name: random)
    patch.setattr(names, "_serves", lambda *_: True)
    patch.setitem(space._BUILTINS, ".own", lambda obj, name: obj)


@case("import string\nf = string.Formatter().format\nprint('PWN', f('{0.__class__}', 1))")
def formatter_is_not_served(patch):
    import string

    serve(patch, "string", Formatter=string.Formatter)
    patch.setattr(names, "_serves", lambda *_: True)


@case("def __builtins__(): pass\nprint('PWN')")
def bindings_are_checked(patch):
    patch.setattr(rules, "MODULE_BODY", rules.MODULE_BODY | {"__builtins__"})


@case("class A:\n    def __reduce_ex__(self, p): pass\nprint('PWN')")
def special_methods_are_listed(patch):
    patch.setattr(rules, "CLASS_BODY", rules.CLASS_BODY | {"__reduce_ex__"})


@case(
    "class S(str):\n    def go(self): return super().obj\nclass E(AttributeError):\n"
    "    def go(self): return super().obj\nprint('PWN', E(name='a', obj=1).go())"
)
def what_passes_reads_on_is_looked_through(patch):
    patch.setattr(guards, "behind", lambda obj: obj)


@case("from types import SimpleNamespace\nSimpleNamespace(**{'__reduce_ex__': 1})\nprint('PWN')")
def namespaces_take_plain_names(patch):
    from types import SimpleNamespace

    serve(patch, "types", SimpleNamespace=SimpleNamespace)


@case("import collections\ndel collections.abc\nfrom collections import abc\nprint('PWN', abc)")
def imports_look_nowhere_else(patch):
    patch.setattr(names, "_binding", lambda node, *_: node)


@pytest.mark.parametrize("name", CASES)
def test_a_defence_is_needed(run, monkeypatch, name):
    remove, source = CASES[name]
    assert "PWN" not in run(source).out
    remove(monkeypatch)
    assert "PWN" in run(source).out
