"""A function that an instance holds, as a program: where the task is to write such a function."""

from __future__ import annotations

import ast
import builtins
import inspect
import re
import sys
import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping
from types import FunctionType, ModuleType

PROGRAM = " as a program"
"""What follows the path of a function that is read in this way."""
_MOST_FUNCTIONS, _MOST_HELPERS, _LONGEST = 24, 8, 4000
_CALLED = re.compile(r"(?<![\w.])([a-z_]\w*)\(")
_BUILTINS = frozenset(dir(builtins))


def programs_of(functions: Mapping[str, FunctionType], shown: Iterable[str]) -> dict[str, str]:
    """The programs of functions by path, each under the name that the shown texts call.

    Args:
        functions: functions by path; those of installed packages are left out.
        shown: texts of the message, such as `solve(numbers): the sum of the numbers`.

    Returns:
        The source of each function with the functions and modules that it uses, without those of
        which there is no source, such as built-in ones. Empty if no text calls a function.
    """
    called = Counter(name for text in shown for name in _CALLED.findall(text))
    names = [name for name, _ in called.most_common() if name not in _BUILTINS]
    if not names:
        return {}
    made = {}
    for path, function in list(functions.items())[:_MOST_FUNCTIONS]:
        try:
            program = _program(function, names[0])
        except (OSError, TypeError, SyntaxError, ValueError, RecursionError):
            continue
        if program is not None and len(program) <= _LONGEST:
            made[path + PROGRAM] = program
    return made


def _program(function: FunctionType, name: str) -> str | None:
    """The source of a function under another name, after what it uses; None if it cannot stand
    alone."""
    main = _definition(function)
    if main is None or function.__closure__ or function.__module__ in sys.stdlib_module_names:
        return None
    main.name = name
    parts: dict[str, str] = {}
    waiting = _names(main)
    while waiting and len(parts) <= _MOST_HELPERS:
        used = waiting.pop()
        value = function.__globals__.get(used)
        if used in parts or value is None:
            continue
        if isinstance(value, ModuleType):
            parts[used] = f"import {value.__name__} as {used}"
        elif isinstance(value, FunctionType) and (helper := _definition(value)) is not None:
            helper.name = used
            parts[used] = ast.unparse(helper)
            waiting += _names(helper)
        elif isinstance(value, str | int | float | list | tuple | dict | set):
            parts[used] = f"{used} = {value!r}"
        else:
            return None
    first = sorted(parts.values(), key=lambda text: text.startswith("def "))  # defaults need values
    return "\n\n\n".join([*first, ast.unparse(main)]) + "\n"


def _names(function: ast.FunctionDef) -> list[str]:
    return [node.id for node in ast.walk(function) if isinstance(node, ast.Name)]


def _definition(function: FunctionType) -> ast.FunctionDef | None:
    """The definition of a function, also of a lambda, as that of a function."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(inspect.getmodule(function) or function)))
    line = function.__code__.co_firstlineno
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == function.__name__:
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            if first == line:
                return _function(node.name, node.args, node.body)
        if isinstance(node, ast.Lambda) and node.lineno == line:
            names = tuple(argument.arg for argument in node.args.args)
            if names == function.__code__.co_varnames[: len(names)]:
                return _function(function.__name__, node.args, [ast.Return(node.body)])
    return None


def _function(name: str, arguments: ast.arguments, body: list[ast.stmt]) -> ast.FunctionDef:
    """A function without decorators, and without annotations, whose names may not exist."""
    for argument in ast.walk(arguments):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    return ast.fix_missing_locations(ast.FunctionDef(name, arguments, body, []))
