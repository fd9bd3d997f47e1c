"""Test a class through one function: its arguments and its result are plain data.

The sandbox calls functions and exchanges plain data, so a class is tested by a generated *driver*
that creates an instance and calls methods on it. The driver names every method literally and needs
no `getattr`. It runs in the same process as the candidate and contains no expected results.
"""

from __future__ import annotations

import ast
import re
import symtable

from hallmark_rl.sdk.common.untrusted import UNREADABLE

DRIVER_NAME = "play_operations"
"""The name of the generated function."""
_ERRORS = ("ValueError", "KeyError", "IndexError", "TypeError", "ZeroDivisionError")
_ERROR_RESULTS = tuple(f"! {error}" for error in _ERRORS)
_ERROR_NAME = re.compile("|".join(_ERRORS))
_HARMLESS_USE = re.compile(rf"\b(?:raise|except)[ \t]+(?:{_ERROR_NAME.pattern})\b")
"""`raise NAME` and `except NAME` cannot bind the name."""


# It takes types from literals, because the candidate can give names such as `list` another meaning.
_COPY_OF_RESULT = (
    "    def kept(result):",
    "        if result.__class__ is [].__class__:",
    "            return [kept(item) for item in result]",
    "        if result.__class__ is ().__class__:",
    "            return (*[kept(item) for item in result],)",
    "        if result.__class__ is {}.__class__:",
    "            return {kept(key): kept(item) for key, item in result.items()}",
    "        return {*result} if result.__class__ is {0}.__class__ else result",
)


def driver_source(reference: ast.ClassDef) -> str:
    """Return the source of `play_operations(operations, *first)` for the class `reference`.

    Args:
        reference: The reference solution. Its public methods are the operations.

    The generated function takes `operations`, a list of `[method name, *arguments]`, and `first`,
    the arguments of the constructor. It returns the list of the methods' results. A method that
    raises one of five common errors contributes a string such as `"! ValueError"`. If a method
    returns such a string itself, the function returns None. Results are copied when a method has
    returned: what a later method does to a list does not change an earlier result.
    """
    methods = [
        node.name
        for node in reference.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    ]
    lines = [f"def {DRIVER_NAME}(operations, *first):", *_COPY_OF_RESULT]
    lines.append(f"    thing = {reference.name}(*first)")
    lines += ["    results, raised = [], 0", "    for name, *args in operations:", "        try:"]
    for index, name in enumerate(methods):
        keyword = "if" if index == 0 else "elif"
        lines.append(f"            {keyword} name == {name!r}:")
        lines.append(f"                results.append(kept(thing.{name}(*args)))")
    for error in _ERRORS:
        lines.append(f"        except {error}:")
        lines.append(f"            results.append('! {error}')")
        lines.append("            raised += 1")
    # Compare the number of error strings with the number of errors that were really raised.
    lines += ["    for result in results:", f"        raised -= result in {_ERROR_RESULTS}"]
    lines.append("    return results if raised == 0 else None")
    return "\n".join(lines) + "\n"


def rebinds_errors(source: str) -> bool:
    """Whether a program rebinds one of the five common errors, as in `KeyError = Exception`.

    The driver's `except KeyError` would then catch other errors too. False for a program that does
    not compile: the sandbox reports that.
    """
    # Fast path for most programs. Non-ASCII letters can be another spelling of the same name.
    if source.isascii() and not _ERROR_NAME.search(_HARMLESS_USE.sub(" ", source)):
        return False
    try:
        tables = [symtable.symtable(source, "<program>", "exec")]
    except UNREADABLE:
        return False
    while tables:
        table = tables.pop()
        tables += table.get_children()
        for name in set(_ERRORS).intersection(table.get_identifiers()):
            symbol = table.lookup(name)
            if symbol.is_assigned() or symbol.is_imported():
                return True
    return False
