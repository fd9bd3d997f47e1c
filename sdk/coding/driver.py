"""How a class is tested by calls that exchange plain data: a function that plays operations on it.

The driver is written from the methods of the reference, so it names every method outright and
needs no `getattr`. It runs beside the candidate and holds nothing that is worth stealing.
"""

from __future__ import annotations

import ast

DRIVER = "play_operations"
_ERRORS = ("ValueError", "KeyError", "IndexError", "TypeError", "ZeroDivisionError")


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
    lines += ["    results = []", "    for name, *args in operations:", "        try:"]
    for at, name in enumerate(methods):
        word = "if" if at == 0 else "elif"
        lines.append(f"            {word} name == {name!r}:")
        lines.append(f"                results.append(thing.{name}(*args))")
    for error in _ERRORS:
        lines.append(f"        except {error}:")
        lines.append(f"            results.append('! {error}')")
    lines.append("    return results")
    return "\n".join(lines) + "\n"
