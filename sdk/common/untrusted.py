"""Read what a program's author wrote or returned, without an exception that blames the reader.

A program can be nested so deeply, or return a value so large, that Python's own `ast` and `repr`
raise. Verifiers parse and show such things only with the functions here.
"""

from __future__ import annotations

import ast
from typing import Any

MAX_SOURCE_CHARS = 1 << 20
UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError, SystemError)
"""What `ast`, `symtable` and `repr` raise for what is too deep or too large."""
_SHOWN_CHARS = 1000


class UnreadableSource(Exception):
    """A program cannot be parsed; the message says why, and where."""


def parse_source(source: str) -> ast.Module:
    """The syntax tree of a program.

    Raises:
        UnreadableSource: the program is not valid Python, or too long or too deeply nested for
            Python's parser.
    """
    if len(source) > MAX_SOURCE_CHARS:
        raise UnreadableSource(f"the program is longer than {MAX_SOURCE_CHARS} characters")
    try:
        return ast.parse(source)
    except UNREADABLE as error:
        line = getattr(error, "lineno", None)
        raise UnreadableSource(f"{type(error).__name__} on line {line}") from None


def shown(value: Any, limit: int = _SHOWN_CHARS) -> str:
    """`repr(value)` of plain data, cut to `limit` characters; its type if it cannot be shown."""
    try:
        text = repr(value)
    except UNREADABLE:
        return f"<{type(value).__name__} that is too large or too deep to show>"
    return text if len(text) <= limit else text[:limit]
