"""Check the syntax tree of a program without running it.

Comments and strings do not count: a comment that mentions `import os` is not an import.
Rewards: a program that parses, defines the requested function and avoids forbidden names. Give
these columns a small weight.
Cannot detect: what the program does, or names that it builds at run time; the sandbox restricts
those.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from hallmark_rl.sandbox import Outcome
from hallmark_rl.sdk.common.untrusted import UnreadableSource, parse_source
from hallmark_rl.sdk.verifiers.verdict import Verdict, require_run, verdict_unless


def parses(source: str) -> Verdict:
    """Pass if the source is valid Python."""
    try:
        parse_source(source)
    except UnreadableSource as problem:
        return Verdict(0.0, str(problem))
    return Verdict(1.0)


def defines(source: str, entry: str) -> Verdict:
    """Pass if the source defines a function or class `entry` at its top level."""
    return verdict_unless("" if definition(source, entry) else f"{entry} is not defined")


def free_of(source: str, *, names: Collection[str] = (), modules: Collection[str] = ()) -> Verdict:
    """Check that a program uses no forbidden name and imports no forbidden module.

    Args:
        source: the program.
        names: forbidden as variables, as attributes and in `from ... import name`.
        modules: forbidden imports; a module includes its submodules.

    Returns:
        1 if the source parses and is free of them; else 0 with the line as the reason.
    """
    try:
        tree = parse_source(source)
    except UnreadableSource as problem:
        return Verdict(0.0, str(problem))
    for node in ast.walk(tree):
        for name in _names(node):
            if name in names:
                return Verdict(0.0, f"line {node.lineno} uses {name}")  # type: ignore[attr-defined]
        for module in _modules(node):
            if any(f"{module}.".startswith(f"{forbidden}.") for forbidden in modules):
                return Verdict(0.0, f"line {node.lineno} imports {module}")  # type: ignore[attr-defined]
    return Verdict(1.0)


def first_failing_line(source: str, outcome: Outcome) -> Verdict:
    """Pass if no call failed; otherwise the verdict's reason quotes the line that failed first.

    Raises:
        NotJudged: the sandbox could not run the program.
    """
    require_run(outcome)
    errors = [outcome.error, *(result.error for result in outcome.results)]
    failed = next((error for error in errors if error), None)
    if failed is None:
        return verdict_unless(
            "" if outcome.status == "ok" else f"the run ended with {outcome.status}"
        )
    lines = source.splitlines()
    number = failed.line
    in_source = number is not None and 0 < number <= len(lines)
    place = f"line {number} ({lines[number - 1].strip()})" if in_source and number else "the run"
    return Verdict(0.0, f"{place} failed: {failed.type}")


def definition(source: str, entry: str) -> ast.stmt | None:
    """The last top-level definition of a function or class `entry`.

    None if there is none or the source does not parse.
    """
    try:
        tree = parse_source(source)
    except UnreadableSource:
        return None
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    for node in reversed(tree.body):
        if isinstance(node, kinds) and node.name == entry:
            return node
    return None


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
