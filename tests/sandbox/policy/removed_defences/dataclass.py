"""Defences around dataclasses, whose field names end up in source text."""

from __future__ import annotations

import dataclasses
import sys

from tests.sandbox.policy.removed_defences import case, obtainable, replace_in_module


@case(
    "import dataclasses\n"
    "@dataclasses.dataclass(init=False, eq=False, repr=False)\n"
    "class S(str):\n    format: int\n"
    "match S('{0.__class__}'):\n    case S(f): print('PWN', f(1))"
)
def fields_cannot_alias_guarded_names(patch):
    from hallmark_rl.sandbox.policy.replacements import dataclasses as replacement

    patch.setattr(replacement, "check_pattern_names", lambda *_, **__: None)


@case(
    "import dataclasses\nf = dataclasses.field(default=0)\n"
    "@dataclasses.dataclass\nclass A:\n    x: int = f\n"
    "f.name = \"x,print('PWN')\"\n"
    "@dataclasses.dataclass(init=False, repr=False)\nclass B(A): pass\nB() == B()"
)
def fields_are_locked(patch):
    replace_in_module(patch, "dataclasses", field=dataclasses.field)


@case(
    "import dataclasses\n@dataclasses.dataclass\nclass A:\n    x: int = 0\n"
    "dataclasses.fields(A)[0].name = \"x,print('PWN')\"\n"
    "@dataclasses.dataclass(init=False, repr=False)\nclass B(A): pass\nB() == B()"
)
def fields_returns_copies(patch):
    replace_in_module(patch, "dataclasses", fields=dataclasses.fields)


@case(
    "import abc, dataclasses\n@dataclasses.dataclass(init=False, eq=False, repr=False)\n"
    "class M(abc.ABC):\n    format: int\nM.register(str)\n"
    "match '{0.__class__}':\n    case M(f): print('PWN', f(1))"
)
def patterns_of_open_classes_are_checked(patch):
    from hallmark_rl.sandbox.policy.replacements import dataclasses as replacement

    patch.setattr(replacement, "overrides_isinstance", lambda kind: False)


@case(
    "import abc, dataclasses\n@dataclasses.dataclass(init=False, eq=False, repr=False)\n"
    "class M:\n    gi_frame: int\nM.__eq__\nprint('PWN')"
)
def fields_cannot_lead_to_frames(patch):
    from hallmark_rl.sandbox.policy.replacements import dataclasses as replacement

    patch.setattr(replacement, "FORBIDDEN_ATTRIBUTES", frozenset())


@case(
    "import dataclasses, typing\n"
    "D = typing.TypedDict('D', {\"__class__,print('PWN')\": int})\n"
    "dataclasses.dataclass(init=False, repr=False)(D)\nD.__eq__(D(), D())"
)
def field_names_are_identifiers(patch):
    from hallmark_rl.sandbox.policy.replacements import dataclasses as replacement

    patch.setattr(replacement, "_check_field_name", lambda name: None)


@case(
    "import dataclasses\n@dataclasses.dataclass(init=False, repr=False)\nclass A:\n    obj: int\n"
    "class Spy:\n    def __eq__(self, other): print('PWN', other); return True\n"
    "try: [].x\nexcept AttributeError as e:\n"
    "    A.__eq__(e, AttributeError('a', name='b', obj=Spy()))"
)
def generated_comparisons_keep_to_their_class(patch):
    from hallmark_rl.sandbox.policy.replacements import dataclasses as replacement

    patch.setattr(replacement, "_COMPARING", ())


@case(
    "import dataclasses\nclass B: __doc__ = 'B(x=sys.byteorder)\\n--\\n\\n'\n"
    "@dataclasses.dataclass(init=False, repr=False, eq=False)\nclass D(B): pass\n"
    "print('no' if D.__doc__ == 'D' else 'PWN')"
)
def signatures_in_docstrings_are_not_evaluated(patch):
    from hallmark_rl.sandbox.policy.replacements import dataclasses as replacement

    patch.setattr(replacement, "_give_docstring", lambda cls: None)


if sys.version_info < (3, 13):  # later libraries compare nothing with `type` there

    @case(
        "import dataclasses\nclass Spy:\n    def __call__(self): pass\n"
        "    def __eq__(self, other): print('PWN', other)\n"
        "@dataclasses.dataclass(init=False)\nclass A:\n    __init__ = Spy()"
    )
    def signatures_are_not_made(patch):
        from hallmark_rl.sandbox.policy.replacements import dataclasses as replacement

        patch.setattr(replacement, "_give_docstring", lambda cls: None)


@case(
    "import dataclasses\nfrom collections import namedtuple\n"
    "N = namedtuple('N', 'x', module='dataclasses')\ndataclasses.dataclass(N)\nprint('PWN')"
)
def only_classes_of_the_program_become_dataclasses(patch):
    from hallmark_rl.sandbox.policy.replacements import dataclasses as replacement

    patch.setattr(replacement, "is_program_class", lambda cls: True)


@case(
    "import dataclasses, copy\nclass X:\n    def __deepcopy__(self, memo):\n"
    "        print('PWN' if copy.deepcopy([0], memo) is None else 'no')\n"
    "@dataclasses.dataclass\nclass A:\n    x: X\n"
    "dataclasses.asdict(A(X()))"
)
def asdict_uses_the_safe_copy(patch):
    from hallmark_rl.sandbox.policy.replacements import copy as replacement

    # Not the library's `deepcopy`, but a function that shows by its output that `asdict` calls it.
    patch.setattr(replacement, "deepcopy", lambda x, memo=None: print("PWN"))


@case(
    "import dataclasses\n@dataclasses.dataclass\nclass A:\n    x: int = 0\n"
    "V = type(dataclasses.fields(A)[0])\n"
    "def spy(self, real): print('PWN')\nold, V.__init__ = V.__init__, spy\n"
    "try: dataclasses.fields(A)\nfinally: V.__init__ = old"
)
def field_copies_are_made_without_program_code(patch):
    from hallmark_rl.sandbox.policy.replacements import dataclasses as replacement

    obtainable(patch, replacement.FieldView)
    patch.setattr(replacement.FieldView, "__init__", lambda self, real: None, raising=False)
    patch.setattr(replacement, "_view", lambda real: replacement.FieldView(real))
