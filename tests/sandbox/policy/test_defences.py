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
    real = served._template
    changed = {**real(module), **names_}
    patch.setattr(served, "_template", lambda name: changed if name == module else real(name))


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

    patch.setattr(standin, "check_pattern_names", lambda *_, **__: None)


@case(
    "import dataclasses\n"
    "@dataclasses.dataclass(init=False, eq=False, repr=False)\n"
    "class M:\n    format: int\n"
    "class S(M, str): pass\n"
    "match S('{0.__class__}'):\n    case S(f): print('PWN', f(1))"
)
def inherited_patterns_are_checked(patch):
    patch.setattr(classes, "check_pattern_names", lambda *_, **__: None)


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
    "class A:\n    x: int\nA.__annotations__['y'] = int\n"
    "print('PWN' if 'y' in A.__annotations__ else 'no')"
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


@case("class A: pass\na = A()\na.__dict__['__reduce_ex__'] = 1\nprint('PWN')")
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


@case(
    "import abc, dataclasses\n@dataclasses.dataclass(init=False, eq=False, repr=False)\n"
    "class M(abc.ABC):\n    format: int\nM.register(str)\n"
    "match '{0.__class__}':\n    case M(f): print('PWN', f(1))"
)
def patterns_of_open_classes_are_checked(patch):
    from sandbox.policy.standins import dataclasses as standin

    patch.setattr(standin, "takes_anybody", lambda kind: False)


@case(
    "import abc, collections\nclass M(collections.namedtuple('N', 'format'), abc.ABC): pass\n"
    "M.register(str)\nmatch '{0.__class__}':\n    case M(f): print('PWN', f(1))"
)
def inherited_patterns_of_open_classes_are_checked(patch):
    patch.setattr(classes, "takes_anybody", lambda kind: False)


@case(
    "import abc, dataclasses\n@dataclasses.dataclass(init=False, eq=False, repr=False)\n"
    "class M:\n    gi_frame: int\nM.__eq__\nprint('PWN')"
)
def fields_have_free_names(patch):
    from sandbox.policy.standins import dataclasses as standin

    patch.setattr(standin, "FORBIDDEN_ATTRIBUTES", frozenset())


@case(
    "import dataclasses, typing\n"
    "D = typing.TypedDict('D', {\"__class__,print('PWN')\": int})\n"
    "dataclasses.dataclass(init=False, repr=False)(D)\nD.__eq__(D(), D())"
)
def fields_have_names_alone(patch):
    from sandbox.policy.standins import dataclasses as standin

    patch.setattr(standin, "_check_field_name", lambda name: None)


@case(
    "import dataclasses\n@dataclasses.dataclass(init=False, repr=False)\nclass A:\n    obj: int\n"
    "class Spy:\n    def __eq__(self, other): print('PWN', other); return True\n"
    "try: [].x\nexcept AttributeError as e:\n"
    "    A.__eq__(e, AttributeError('a', name='b', obj=Spy()))"
)
def generated_comparisons_keep_to_their_class(patch):
    from sandbox.policy.standins import dataclasses as standin

    patch.setattr(standin, "_COMPARING", ())


@case(
    "import dataclasses\nclass B: __doc__ = 'B(x=sys.byteorder)\\n--\\n\\n'\n"
    "@dataclasses.dataclass(init=False, repr=False, eq=False)\nclass D(B): pass\n"
    "print('no' if D.__doc__ == 'D' else 'PWN')"
)
def signatures_in_docstrings_are_not_evaluated(patch):
    import inspect

    from sandbox.policy.standins import dataclasses as standin

    real = dataclasses.dataclass
    assert inspect.signature  # what the library asks
    patch.setattr(standin, "_process", lambda cls, options: real(**options)(cls))


@case(
    "import dataclasses\nfrom collections import namedtuple\n"
    "N = namedtuple('N', 'x', module='dataclasses')\ndataclasses.dataclass(N)\nprint('PWN')"
)
def dataclasses_are_the_programs(patch):
    from sandbox.policy.standins import dataclasses as standin

    patch.setattr(standin, "is_program_class", lambda cls: True)


@case(
    "import functools\nc = functools.cached_property(lambda s: 0)\nc.attrname = '__eq__'\n"
    "c.attrname = 'gi_frame'\ndef g(): yield\nx = g()\n"
    "print('PWN', c.__get__(type(x)).__get__(x))"
)
def cached_properties_keep_to_the_rule(patch):
    from sandbox.policy.standins import functools as standin

    patch.setattr(standin, "writable", lambda obj, name: obj)
    patch.setattr(standin, "is_program_class", lambda cls: True)


@case(
    "import dataclasses, types\nf = dataclasses.field(default=0)\n"
    "types.SimpleNamespace.__init__(f, name=\"x\")\nprint('PWN')"
)
def namespaces_fill_themselves(patch):
    from sandbox.policy.standins import types as standin

    patch.setattr(standin, "is_program_class", lambda cls: True)


@case(
    "import types, contextlib\nclass Spy:\n"
    "    def __eq__(self, other): print('PWN', other); return True\n"
    "types.SimpleNamespace.__eq__(\n"
    "    contextlib.ExitStack(), types.SimpleNamespace(_exit_callbacks=Spy()))"
)
def namespaces_compare_what_is_theirs(patch):
    from sandbox.policy.standins import types as standin

    patch.setattr(standin, "instance_dict", vars)


@case("__name__ = 'dataclasses'\nprint('PWN')")
def a_program_keeps_its_name(patch):
    patch.setattr(rules, "MODULE_BODY", rules.MODULE_BODY | {"__name__"})


@case(
    "import functools\nclass Two:\n    __slots__ = ()\n    def __call__(self): pass\n"
    "    def __getattr__(self, name):\n"
    "        if name == '__dict__': return {'__mro_entries__': lambda bases: (str,)}\n"
    "        raise AttributeError(name)\n"
    "class B(functools.lru_cache()(Two())): pass\nprint('PWN')"
)
def bases_are_of_known_kinds(patch):
    patch.setattr(classes, "_known_base", lambda base: base)


_BENT_COPY = """
import copy
class X:
    def __new__(cls, *a): return made[0] if made else object.__new__(cls)
made = []
x = X()
x.a = 'PWN'
class M: pass
made.append(M())
copy.copy(x)
print(getattr(made[0], 'a', 'no'))
"""


@case(_BENT_COPY)
def copies_restore_what_they_made(patch):
    import copy

    serve(patch, "copy", copy=copy.copy)


@case(
    "import copy, types\ndef f(self): pass\nf.__name__ = '__class__'\n"
    "print('PWN' if type(copy.copy(types.MethodType(f, []))) is type else 'no')"
)
def copies_look_up_no_names(patch):
    import copy

    serve(patch, "copy", copy=copy.copy)


@case(
    "import copy\nclass Memo(dict):\n    def get(self, *a): return 'PWN'\n"
    "class X: pass\nx = X()\nprint(copy.deepcopy(x, Memo()))"
)
def a_memo_answers_for_itself_alone(patch):
    import copy

    serve(patch, "copy", deepcopy=copy.deepcopy)


@case(
    "import dataclasses, copy\nclass X:\n    def __deepcopy__(self, memo):\n"
    "        print('PWN' if copy.deepcopy([0], memo) is None else 'no')\n"
    "@dataclasses.dataclass\nclass A:\n    x: X\n"
    "dataclasses.asdict(A(X()))"
)
def asdict_copies_as_we_do(patch):
    from sandbox.policy.standins import copy as standin

    # Ours out, the library's in: what `asdict` copies with is seen by what it answers.
    patch.setattr(standin, "deepcopy", lambda x, memo=None: print("PWN"))


@case(
    "import collections, contextlib\ns = contextlib.ExitStack()\n"
    "class U(collections.UserDict):\n"
    "    def __new__(cls, *a): return s if ready else super().__new__(cls)\n"
    "ready = []\nu = U()\nu.x = 'PWN'\nready.append(1)\n"
    "try: u.__copy__()\nexcept TypeError: pass\nprint(getattr(s, 'x', 'no'))"
)
def wrappers_copy_into_their_own(patch):
    import collections

    serve(patch, "collections", UserDict=collections.UserDict)


@case(
    "import abc\nclass H(abc.ABC):\n    @classmethod\n"
    "    def __subclasshook__(cls, other): print('PWN', other)\nisinstance(lambda: 0, H)"
)
def subclass_hooks_are_not_the_programs(patch):
    patch.setattr(rules, "CLASS_BODY", rules.CLASS_BODY | {"__subclasshook__"})


@case(
    "import dataclasses\n@dataclasses.dataclass\nclass A:\n    x: int = 0\n"
    "V = type(dataclasses.fields(A)[0])\n"
    "def spy(self, real): print('PWN')\nold, V.__init__ = V.__init__, spy\n"
    "try: dataclasses.fields(A)\nfinally: V.__init__ = old"
)
def views_are_made_without_their_class(patch):
    from sandbox.policy.standins import dataclasses as standin

    patch.setattr(standin.FieldView, "__init__", lambda self, real: None, raising=False)
    patch.setattr(standin, "_view", lambda real: standin.FieldView(real))


_LOOKS_LIKE_A_CLASS = """
import abc, functools
@functools.singledispatch
def f(x): pass
class Spy:
    def __hash__(self): return hash(abc.ABC)
    def __eq__(self, other): print('PWN', other); return False
class Evil:
    def __getattr__(self, name):
        if name == '__mro__': return [Spy()]
        if name == '__bases__': return (object,)
        raise AttributeError(name)
f.dispatch(Evil())
"""


@case(_LOOKS_LIKE_A_CLASS)
def only_classes_are_dispatched(patch):
    serve(patch, "functools", singledispatch=functools.singledispatch)


@case("import functools\nfunctools.lru_cache(typed=True)\nprint('PWN')")
def caches_keep_no_types(patch):
    serve(patch, "functools", lru_cache=functools.lru_cache)


@case(
    "import copy\ntry: [].x\nexcept AttributeError as e:\n    memo = {}\n"
    "    copy.deepcopy([e], memo)\n"
    "    print('PWN' if [v for v in memo.values() if type(v) is list and e in v] else 'no')"
)
def a_memo_shows_no_originals(patch):
    import copy

    serve(patch, "copy", deepcopy=copy.deepcopy)


@case("import collections\ndel collections.abc\nfrom collections import abc\nprint('PWN', abc)")
def imports_look_nowhere_else(patch):
    patch.setattr(names, "_binding", lambda node, *_: node)


@pytest.mark.parametrize("name", CASES)
def test_a_defence_is_needed(run, monkeypatch, name):
    remove, source = CASES[name]
    assert "PWN" not in run(source).out
    remove(monkeypatch)
    assert "PWN" in run(source).out
