"""What source text shows without being run: process checks, small weights.

They read the syntax tree, so a comment or a string that mentions `import os` costs nothing.
Pays for: a program that parses, defines what was asked for, and stays off named names.
Cannot see: what the program does, or names that it builds at run time (the sandbox stops those).
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from hallmark_rl.sandbox.api.outcome import Outcome
from hallmark_rl.sdk.verifiers.verdict import Verdict, require_run, yes_or


def parses(source: str) -> Verdict:
    """The source is Python."""
    try:
        ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None)
        return Verdict(0.0, f"{type(error).__name__} on line {line}")
    return Verdict(1.0)


def defines(source: str, entry: str) -> Verdict:
    """The source defines `entry` as a function or class at its top level."""
    return yes_or("" if definition(source, entry) else f"{entry} is not defined")


def free_of(source: str, *, names: Collection[str] = (), modules: Collection[str] = ()) -> Verdict:
    """No forbidden name is used, as a name or an attribute, and no forbidden module imported."""
    if not parses(source).passed:
        return parses(source)
    for node in ast.walk(ast.parse(source)):
        for name in _names(node):
            if name in names:
                return Verdict(0.0, f"line {node.lineno} uses {name}")  # type: ignore[attr-defined]
        for module in _modules(node):
            if any(module == given or module.startswith(f"{given}.") for given in modules):
                return Verdict(0.0, f"line {node.lineno} imports {module}")  # type: ignore[attr-defined]
    return Verdict(1.0)


def first_failing_line(source: str, outcome: Outcome) -> Verdict:
    """Nothing failed, or the line that failed first, for feedback and process columns."""
    require_run(outcome)
    errors = [outcome.error, *(result.error for result in outcome.results)]
    failed = next((error for error in errors if error), None)
    if failed is None:
        return yes_or("" if outcome.status == "ok" else f"the run ended with {outcome.status}")
    lines = source.splitlines()
    number = failed.line
    known = number is not None and 0 < number <= len(lines)
    where = f"line {number} ({lines[number - 1].strip()})" if known and number else "the run"
    return Verdict(0.0, f"{where} failed: {failed.type}")


def definition(source: str, entry: str) -> ast.stmt | None:
    """The last top-level definition of `entry`, or None (also if the source does not parse)."""
    if not parses(source).passed:
        return None
    found = None
    for node in ast.parse(source).body:
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        if isinstance(node, kinds) and node.name == entry:
            found = node
    return found


def _names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.ImportFrom):
        yield from (alias.name for alias in node.names)


def _modules(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield node.module or ""
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
