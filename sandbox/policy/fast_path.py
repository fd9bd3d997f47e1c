"""Fast path: programs with no guarded names or opcodes compile unmodified.

Checking and rewriting the syntax tree costs three times as much as compiling. Most programs do not
need it: no word of their text is one that a rule looks at, wherever it stands, and their code uses
only the opcodes listed here. A program that is in doubt goes through `transformer.py`. For one that
passes here, the transformer would have found nothing and changed nothing; tests compare the two.
"""

from __future__ import annotations

import re
from functools import cache
from opcode import opmap
from types import CodeType

from hallmark_rl.sandbox.policy import name_rules
from hallmark_rl.sandbox.policy.allowed_modules import words
from hallmark_rl.sandbox.policy.library_names import library_names, library_private_names

# Keywords of statements that are rewritten, and the escape sequences by which a string can hold a
# word that the text does not show.
_REWRITTEN_KEYWORDS = words("import class type async await match")
_ESCAPES = frozenset(f"\\{sign}" for sign in "xuUN01234567\n\r")
_WORD = re.compile(r"\\[\s\S]|\w+", re.ASCII)
_EXCEPT_STAR = re.compile(r"except\s*\*")
_LISTED_OPCODES = words(
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
_LISTED_OPCODE_NUMBERS = frozenset(
    number for name, number in opmap.items() if name in _LISTED_OPCODES
)


@cache
def _checked_words() -> frozenset[str]:
    """The words that send a program to the transformer."""
    names = (
        name_rules.GUARDED
        | name_rules.OWNED
        | name_rules.FORBIDDEN_ATTRIBUTES
        | name_rules.FORBIDDEN_NAMES
    )
    checked: frozenset[str] = names | library_private_names() | _REWRITTEN_KEYWORDS | _ESCAPES
    return checked


def compile_unchanged(source: str, filename: str) -> CodeType | None:
    """Compile a program that needs no checking; None if that is not certain."""
    if not _has_no_checked_word(source):
        return None
    try:
        code = compile(source, filename, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return code if _is_unchecked(code) else None


def _has_no_checked_word(source: str) -> bool:
    """Whether no rule looks at any word of the text, including those in strings and comments."""
    if "__" in source or not _names_are_ascii(source) or _EXCEPT_STAR.search(source):
        return False
    return _checked_words().isdisjoint(_WORD.findall(source))


def _names_are_ascii(source: str) -> bool:
    """Whether no name can have a character that the compiler would replace by an ASCII one."""
    return source.isascii() or not any(
        f"a{character}".isidentifier() for character in set(source) if not character.isascii()
    )


@cache
def _checked_public_names() -> frozenset[str]:
    """The public names of attributes that a guard reads."""
    return library_names() - library_private_names()


def _is_unchecked(code: CodeType) -> bool:
    """Whether no rule looks at the opcodes and attribute names of the code and what is in it."""
    return (
        _has_listed_opcodes_only(code)
        and _has_no_checked_name(code)
        and all(_is_unchecked(part) for part in code.co_consts if isinstance(part, CodeType))
    )


def _has_listed_opcodes_only(code: CodeType) -> bool:
    return _LISTED_OPCODE_NUMBERS.issuperset(code.co_code[::2])


def _has_no_checked_name(code: CodeType) -> bool:
    return _checked_public_names().isdisjoint(code.co_names)
