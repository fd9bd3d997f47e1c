"""How a class is tested by calls that exchange plain data: a function that plays operations on it.

The driver is written from the methods of the reference, so it names every method outright and
needs no `getattr`. It runs beside the candidate and holds nothing that is worth stealing.
"""

from __future__ import annotations

import ast
import re
import symtable

DRIVER = "play_operations"
_ERRORS = ("ValueError", "KeyError", "IndexError", "TypeError", "ZeroDivisionError")
_SAID = tuple(f"! {error}" for error in _ERRORS)
_NAMED = re.compile("|".join(_ERRORS))
_USED = re.compile(rf"\b(?:raise|except)[ \t]+(?:{_NAMED.pattern})\b")
"""The two places where a name stands that cannot be given a meaning there."""


def driver(reference: ast.ClassDef) -> str:
    """Source of `play_operations(operations, *first)`: results of `reference`'s methods in turn.

    `first` are the arguments of the constructor. A method that raises one of the usual errors
    contributes its name as `"! ValueError"`.
    """
    methods = [
        node.name
        for node in reference.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    ]
    lines = [f"def {DRIVER}(operations, *first):", f"    thing = {reference.name}(*first)"]
    lines += ["    results, raised = [], 0", "    for name, *args in operations:", "        try:"]
    for at, name in enumerate(methods):
        word = "if" if at == 0 else "elif"
        lines.append(f"            {word} name == {name!r}:")
        lines.append(f"                results.append(thing.{name}(*args))")
    for error in _ERRORS:
        lines.append(f"        except {error}:")
        lines.append(f"            results.append('! {error}')")
        lines.append("            raised += 1")
    # A method that only says that it raised spoils everything.
    lines += ["    for result in results:", f"        raised -= result in {_SAID}"]
    lines.append("    return results if raised == 0 else None")
    return "\n".join(lines) + "\n"


def rebinds_errors(source: str) -> bool:
    """Whether a program gives one of the usual errors another meaning, as `KeyError = Exception`.

    The driver's `except KeyError` would then catch whatever the program fails with.
    """
    if source.isascii() and not _NAMED.search(_USED.sub(" ", source)):
        return False  # most programs; other letters can spell the same name
    try:
        tables = [symtable.symtable(source, "<program>", "exec")]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False  # the sandbox says so
    while tables:
        table = tables.pop()
        tables += table.get_children()
        for name in set(_ERRORS).intersection(table.get_identifiers()):
            symbol = table.lookup(name)
            if symbol.is_assigned() or symbol.is_imported():
                return True
    return False
