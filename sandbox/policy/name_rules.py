"""What a restricted program may call things: the rule on names and on attribute names.

The rule is one, and it is used three times: by the transformer on every name in the source, by the
guards on every name that a program builds as a string while it runs, and by the reachability walk
of the tests. It is a matter of spelling only, so it costs nothing when the program runs:

* plain names are free, but for a few that lead to frames and code (`FORBIDDEN_ATTRIBUTES`);
* `_private` names are the program's own, unless a library class that the program can reach uses the
  same name (`private.foreign_names`): then a guard looks at the object;
* `__dunder__` names are forbidden unless listed here.
"""

from enum import Enum

from RestrictedPython.transformer import INSPECT_ATTRIBUTES

from hallmark_rl.sandbox.policy.allowed_modules import words


class Access(Enum):
    """What an attribute name needs before it may be used."""

    FREE = "free"
    OWN = "own"  # the object must be the program's own
    GUARDED = "guarded"  # read through the guard of that name
    FORBIDDEN = "forbidden"


def _dunders(names: str) -> frozenset[str]:
    return frozenset(f"__{name}__" for name in names.split())


# Frames, code and tracebacks, on every kind of object that carries one.
FORBIDDEN_ATTRIBUTES = INSPECT_ATTRIBUTES | words(
    "ag_suspended cr_suspended gi_suspended cr_frame ag_frame tb_lasti tb_lineno f_lasti f_lineno "
    "f_trace_lines f_trace_opcodes"
)

# Special methods that a class may define, and that may be called by name (`super().__init__()`).
# Not `__subclasshook__`: `isinstance(x, A)` would show it the type of `x`, whatever that is.
METHODS = _dunders(
    "init new call del repr str bytes format hash bool len length_hint iter next reversed contains "
    "getitem setitem delitem missing lt le eq ne gt ge add sub mul matmul truediv floordiv mod "
    "divmod pow lshift rshift and xor or radd rsub rmul rmatmul rtruediv rfloordiv rmod rdivmod "
    "rpow rlshift rrshift rand rxor ror iadd isub imul imatmul itruediv ifloordiv imod ipow "
    "ilshift irshift iand ixor ior neg pos abs invert complex int float index round trunc floor "
    "ceil enter exit aenter aexit await aiter anext get set delete set_name init_subclass "
    "class_getitem post_init copy deepcopy dir sizeof replace"
)
# Special methods that a class may define, but that only a guard may call by name.
HOOKS = _dunders("getattr setattr delattr")
CLASS_BODY = METHODS | HOOKS | _dunders("slots doc")
MODULE_BODY = _dunders(
    "all version author date license email copyright credits status maintainer doc"
)
READABLE_NAMES = _dunders("name doc debug all version author date license email copyright credits")

# Not `__set__` and `__delete__`: a slot's own would go round the `__setattr__` of its object.
READABLE = (METHODS - _dunders("set delete")) | _dunders(
    "name qualname doc module members wrapped version slots cause suppress_context notes"
)
WRITABLE = (METHODS - _dunders("set delete set_name init_subclass class_getitem")) | _dunders(
    "name qualname doc"
)
GUARDED = (
    frozenset({"format", "format_map", "mro"}) | HOOKS | _dunders("dict annotations mro bases")
)

# An `AttributeError` holds the object that lacked the attribute: `obj` needs a look at its owner.
OWNED = frozenset({"obj"})

FORBIDDEN_NAMES = words(
    "eval exec compile open globals locals breakpoint help license copyright credits "
    "ExceptionGroup BaseExceptionGroup EncodingWarning"
)


def is_dunder(name: str) -> bool:
    """Whether a name has the form `__name__`."""
    return name.startswith("__") and name.endswith("__") and len(name) > 4


def mangle(name: str, owner: str | None) -> str:
    """The name as the compiler writes it inside the class `owner`."""
    if owner is None or not name.startswith("__") or name.endswith("__"):
        return name
    stripped = owner.lstrip("_")
    return f"_{stripped}{name}" if stripped else name


def read_access(name: str, foreign: frozenset[str]) -> Access:
    """What reading the attribute `name` needs; `foreign` are the private names of libraries."""
    if name in GUARDED:
        return Access.GUARDED
    if name in OWNED:
        return Access.OWN
    if not name.startswith("_"):
        return Access.FORBIDDEN if name in FORBIDDEN_ATTRIBUTES else Access.FREE
    if is_dunder(name):
        return Access.FREE if name in READABLE else Access.FORBIDDEN
    return Access.OWN if name in foreign else Access.FREE


def write_access(name: str, foreign: frozenset[str]) -> Access:
    """What writing or deleting the attribute `name` needs."""
    if name in ("format", "format_map"):
        return Access.FREE
    if is_dunder(name):
        return Access.FREE if name in WRITABLE else Access.FORBIDDEN
    if name == "mro":
        return Access.FORBIDDEN
    return read_access(name, foreign)
