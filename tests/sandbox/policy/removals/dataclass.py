"""Dataclasses, whose fields end up in source text."""

from __future__ import annotations

import dataclasses
import sys

from tests.sandbox.policy.removals import case, serve


@case(
    "import dataclasses\n"
    "@dataclasses.dataclass(init=False, eq=False, repr=False)\n"
    "class S(str):\n    format: int\n"
    "match S('{0.__class__}'):\n    case S(f): print('PWN', f(1))"
)
def fields_cannot_alias_guarded_names(patch):
    from hallmark_rl.sandbox.policy.replacements import dataclasses as standin

    patch.setattr(standin, "check_pattern_names", lambda *_, **__: None)


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
    "import abc, dataclasses\n@dataclasses.dataclass(init=False, eq=False, repr=False)\n"
    "class M(abc.ABC):\n    format: int\nM.register(str)\n"
    "match '{0.__class__}':\n    case M(f): print('PWN', f(1))"
)
def patterns_of_open_classes_are_checked(patch):
    from hallmark_rl.sandbox.policy.replacements import dataclasses as standin

    patch.setattr(standin, "overrides_isinstance", lambda kind: False)


@case(
    "import abc, dataclasses\n@dataclasses.dataclass(init=False, eq=False, repr=False)\n"
    "class M:\n    gi_frame: int\nM.__eq__\nprint('PWN')"
)
def fields_have_free_names(patch):
    from hallmark_rl.sandbox.policy.replacements import dataclasses as standin

    patch.setattr(standin, "FORBIDDEN_ATTRIBUTES", frozenset())


@case(
    "import dataclasses, typing\n"
    "D = typing.TypedDict('D', {\"__class__,print('PWN')\": int})\n"
    "dataclasses.dataclass(init=False, repr=False)(D)\nD.__eq__(D(), D())"
)
def fields_have_names_alone(patch):
    from hallmark_rl.sandbox.policy.replacements import dataclasses as standin

    patch.setattr(standin, "_check_field_name", lambda name: None)


@case(
    "import dataclasses\n@dataclasses.dataclass(init=False, repr=False)\nclass A:\n    obj: int\n"
    "class Spy:\n    def __eq__(self, other): print('PWN', other); return True\n"
    "try: [].x\nexcept AttributeError as e:\n"
    "    A.__eq__(e, AttributeError('a', name='b', obj=Spy()))"
)
def generated_comparisons_keep_to_their_class(patch):
    from hallmark_rl.sandbox.policy.replacements import dataclasses as standin

    patch.setattr(standin, "_COMPARING", ())


@case(
    "import dataclasses\nclass B: __doc__ = 'B(x=sys.byteorder)\\n--\\n\\n'\n"
    "@dataclasses.dataclass(init=False, repr=False, eq=False)\nclass D(B): pass\n"
    "print('no' if D.__doc__ == 'D' else 'PWN')"
)
def signatures_in_docstrings_are_not_evaluated(patch):
    from hallmark_rl.sandbox.policy.replacements import dataclasses as standin

    patch.setattr(standin, "_give_docstring", lambda cls: None)


if sys.version_info < (3, 13):  # later libraries compare nothing with `type` there

    @case(
        "import dataclasses\nclass Spy:\n    def __call__(self): pass\n"
        "    def __eq__(self, other): print('PWN', other)\n"
        "@dataclasses.dataclass(init=False)\nclass A:\n    __init__ = Spy()"
    )
    def signatures_are_not_made(patch):
        from hallmark_rl.sandbox.policy.replacements import dataclasses as standin

        patch.setattr(standin, "_give_docstring", lambda cls: None)


@case(
    "import dataclasses\nfrom collections import namedtuple\n"
    "N = namedtuple('N', 'x', module='dataclasses')\ndataclasses.dataclass(N)\nprint('PWN')"
)
def dataclasses_are_the_programs(patch):
    from hallmark_rl.sandbox.policy.replacements import dataclasses as standin

    patch.setattr(standin, "is_program_class", lambda cls: True)


@case(
    "import dataclasses, copy\nclass X:\n    def __deepcopy__(self, memo):\n"
    "        print('PWN' if copy.deepcopy([0], memo) is None else 'no')\n"
    "@dataclasses.dataclass\nclass A:\n    x: X\n"
    "dataclasses.asdict(A(X()))"
)
def asdict_copies_as_we_do(patch):
    from hallmark_rl.sandbox.policy.replacements import copy as standin

    # Ours out, the library's in: what `asdict` copies with is seen by what it answers.
    patch.setattr(standin, "deepcopy", lambda x, memo=None: print("PWN"))


@case(
    "import dataclasses\n@dataclasses.dataclass\nclass A:\n    x: int = 0\n"
    "V = type(dataclasses.fields(A)[0])\n"
    "def spy(self, real): print('PWN')\nold, V.__init__ = V.__init__, spy\n"
    "try: dataclasses.fields(A)\nfinally: V.__init__ = old"
)
def views_are_made_without_their_class(patch):
    from hallmark_rl.sandbox.policy.replacements import dataclasses as standin

    patch.setattr(standin.FieldView, "__init__", lambda self, real: None, raising=False)
    patch.setattr(standin, "_view", lambda real: standin.FieldView(real))
