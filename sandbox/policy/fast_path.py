"""Programs that the wall has nothing to say about: they are compiled as they stand.

To take a program apart costs three times what its compilation does. Most need none of that: no word
in their text is one that a rule looks at, wherever it stands, and their code does nothing but what
is listed here. Whatever is in doubt goes the long way (`transformer.py`), which would have found
nothing and changed nothing in a program that passes here; the tests hold it to that.
"""

from __future__ import annotations

import re
from functools import cache
from opcode import opmap
from types import CodeType

from hallmark_rl.sandbox.policy import name_rules
from hallmark_rl.sandbox.policy.allowed_modules import words
from hallmark_rl.sandbox.policy.private_names import foreign_names

# What begins a statement that is rewritten, and the escapes with which a string can spell a word
# that the text does not show.
_BEGINNINGS = words("import class type async await match")
_ESCAPES = frozenset(f"\\{sign}" for sign in "xuUN01234567\n\r")
_WORD = re.compile(r"\\[\s\S]|\w+")
_GROUP = re.compile(r"except\s*\*")
_OPERATIONS = words(
    """
    CACHE RESUME RESUME_CHECK NOP POP_TOP PUSH_NULL COPY SWAP EXTENDED_ARG PRECALL CALL CALL_KW
    CALL_FUNCTION_EX KW_NAMES CALL_INTRINSIC_1 TO_BOOL NOT_TAKEN END_FOR POP_ITER
    LOAD_CONST LOAD_SMALL_INT LOAD_FAST LOAD_FAST_CHECK LOAD_FAST_AND_CLEAR LOAD_FAST_LOAD_FAST
    LOAD_FAST_BORROW LOAD_FAST_BORROW_LOAD_FAST_BORROW STORE_FAST STORE_FAST_LOAD_FAST
    STORE_FAST_STORE_FAST STORE_FAST_MAYBE_NULL DELETE_FAST LOAD_GLOBAL STORE_GLOBAL DELETE_GLOBAL
    LOAD_NAME STORE_NAME DELETE_NAME LOAD_DEREF STORE_DEREF DELETE_DEREF LOAD_CLOSURE MAKE_CELL
    COPY_FREE_VARS MAKE_FUNCTION SET_FUNCTION_ATTRIBUTE LOAD_ATTR LOAD_METHOD STORE_ATTR DELETE_ATTR
    BUILD_LIST BUILD_TUPLE BUILD_SET BUILD_MAP BUILD_CONST_KEY_MAP BUILD_STRING BUILD_SLICE
    LIST_APPEND LIST_EXTEND LIST_TO_TUPLE SET_ADD SET_UPDATE MAP_ADD DICT_UPDATE DICT_MERGE
    UNPACK_SEQUENCE UNPACK_EX FORMAT_VALUE FORMAT_SIMPLE FORMAT_WITH_SPEC CONVERT_VALUE
    BINARY_OP BINARY_SUBSCR BINARY_SLICE STORE_SUBSCR STORE_SLICE DELETE_SUBSCR COMPARE_OP
    CONTAINS_OP IS_OP UNARY_NOT UNARY_NEGATIVE UNARY_POSITIVE UNARY_INVERT GET_ITER GET_LEN
    FOR_ITER JUMP_FORWARD JUMP_BACKWARD JUMP_BACKWARD_NO_INTERRUPT
    JUMP_IF_TRUE_OR_POP JUMP_IF_FALSE_OR_POP POP_JUMP_IF_TRUE POP_JUMP_IF_FALSE POP_JUMP_IF_NONE
    POP_JUMP_IF_NOT_NONE POP_JUMP_FORWARD_IF_TRUE POP_JUMP_FORWARD_IF_FALSE
    POP_JUMP_FORWARD_IF_NONE POP_JUMP_FORWARD_IF_NOT_NONE POP_JUMP_BACKWARD_IF_TRUE
    POP_JUMP_BACKWARD_IF_FALSE POP_JUMP_BACKWARD_IF_NONE POP_JUMP_BACKWARD_IF_NOT_NONE
    RETURN_VALUE RETURN_CONST RETURN_GENERATOR YIELD_VALUE GET_YIELD_FROM_ITER SEND END_SEND
    CLEANUP_THROW RAISE_VARARGS RERAISE PUSH_EXC_INFO CHECK_EXC_MATCH POP_EXCEPT
    LOAD_ASSERTION_ERROR LOAD_COMMON_CONSTANT BEFORE_WITH LOAD_SPECIAL
    WITH_EXCEPT_START
    """
)
_HARMLESS = frozenset(number for name, number in opmap.items() if name in _OPERATIONS)


@cache
def _looked_at() -> frozenset[str]:
    names = (
        name_rules.GUARDED
        | name_rules.OWNED
        | name_rules.FORBIDDEN_ATTRIBUTES
        | name_rules.FORBIDDEN_NAMES
    )
    found: frozenset[str] = names | foreign_names() | _BEGINNINGS | _ESCAPES
    return found


def compiled(source: str, filename: str) -> CodeType | None:
    """The code of a program in which there is nothing to look at; None when that is not certain."""
    if not _is_plain_text(source):
        return None
    try:
        code = compile(source, filename, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return code if _is_harmless(code) else None


def _is_plain_text(source: str) -> bool:
    if not source.isascii() or "__" in source or _GROUP.search(source):
        return False
    return _looked_at().isdisjoint(_WORD.findall(source))


def _is_harmless(code: CodeType) -> bool:
    return _HARMLESS.issuperset(code.co_code[::2]) and all(
        _is_harmless(part) for part in code.co_consts if isinstance(part, CodeType)
    )
