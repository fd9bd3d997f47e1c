"""The syntax tree of a Python file, read once per process. Trees are shared: do not change them."""

from __future__ import annotations

import ast
import functools
import warnings
from pathlib import Path
from typing import Any


def python_tree(path: Path) -> ast.Module | None:
    """The syntax tree of a file; None if it cannot be read or is no Python."""
    try:
        facts = path.stat()
    except OSError:
        return None
    return _tree(path, facts.st_size, facts.st_mtime_ns)


@functools.lru_cache(maxsize=512)
def docstrings(tree: ast.Module) -> tuple[str, ...]:
    """The docstrings of a module and of its classes and functions."""
    kinds = ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef
    found = (ast.get_docstring(node) for node in ast.walk(tree) if isinstance(node, kinds))
    return tuple(text for text in found if text)


def literal(node: ast.expr) -> Any:
    """The value of a literal; None for any other expression."""
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None


@functools.lru_cache(maxsize=512)
def _tree(path: Path, size: int, changed_ns: int) -> ast.Module | None:
    """`python_tree` of a file with this size and time of change."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None
