"""First-order mutants of a Python program: each differs from it by one small, plausible mistake."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeGuard

_COMPARE: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt,),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt,),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_BINARY: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A program with one change.

    Attributes:
        source: The changed program, as `ast.unparse` formats it, with a newline at the end.
        line: The changed line after the change; several lines are joined by spaces.
        diff: Unified diff from the original program, without file names, one line of context.
    """

    source: str
    line: str
    diff: str


def mutants(source: str) -> list[Mutant]:
    """Return every mutant of `source` without repetitions, in the order of `ast.walk`.

    The changes affect comparisons, operators, constants, conditions, calls of `min`, `max`, `any`,
    `all` and `sorted`, filters of comprehensions, `break` and `continue`, and statements that can
    be left out. Annotations, docstrings and messages of exceptions are not changed.

    Raises:
        SyntaxError: `source` is not Python.
    """
    return changed_programs(source, _nodes_with_effect, _changes)


def changed_programs(
    source: str,
    nodes: Callable[[ast.Module], list[ast.AST]],
    changes: Callable[[ast.AST], Iterator[Change]],
) -> list[Mutant]:
    """Return `source` with one change each, without repetitions.

    Args:
        source: The program.
        nodes: Which nodes of its syntax tree to change, in order.
        changes: Applies each change of a node in turn; a change is undone before the next.

    Raises:
        SyntaxError: `source` is not Python.
    """
    tree = ast.parse(source)
    original = ast.unparse(tree)
    by_source: dict[str, Mutant] = {}
    for node in nodes(tree):
        for change in changes(node):
            changed = ast.unparse(tree)
            change.undo()
            if changed != original and changed not in by_source:
                by_source[changed] = _mutant(original, changed)
    return list(by_source.values())


def _mutant(before: str, after: str) -> Mutant:
    lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=1))[
        2:
    ]
    added = [line[1:].strip() for line in lines if line.startswith("+")]
    return Mutant(after + "\n", " ".join(added), "\n".join(lines))


class Change:
    """Sets a field of a node on creation; `undo` restores its former value."""

    def __init__(self, node: ast.AST, field: str, value: object) -> None:
        self.node, self.field, self.old = node, field, getattr(node, field)
        setattr(node, field, value)

    def undo(self) -> None:
        """Restore the field."""
        setattr(self.node, self.field, self.old)


def _changes(node: ast.AST) -> Iterator[Change]:
    """Apply each change of `node` in turn. The caller must undo one before it takes the next."""
    if isinstance(node, ast.Compare):
        for index, operator in enumerate(node.ops):
            for kind in _COMPARE[type(operator)]:
                yield Change(node, "ops", [*node.ops[:index], kind(), *node.ops[index + 1 :]])
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in _BINARY:
        yield Change(node, "op", _BINARY[type(node.op)]())
    elif isinstance(node, ast.BoolOp):
        yield Change(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
        for index in range(len(node.values)):
            if len(node.values) > 2:
                yield Change(node, "values", node.values[:index] + node.values[index + 1 :])
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield Change(node, "operand", ast.UnaryOp(ast.Not(), node.operand))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield Change(node, "op", ast.UAdd())
    elif isinstance(node, ast.Constant):
        yield from (Change(node, "value", value) for value in _constants(node.value))
    elif isinstance(node, ast.Name) and node.id in _NAMES:
        yield Change(node, "id", _NAMES[node.id])
    elif isinstance(node, ast.If | ast.IfExp | ast.While):
        for value in (True, False) if not isinstance(node, ast.While) else (False,):
            if not isinstance(node.test, ast.Constant):
                yield Change(node, "test", ast.Constant(value))
    elif isinstance(node, ast.comprehension) and node.ifs:
        yield Change(node, "ifs", [])
    yield from _dropped_statements(node)


def _dropped_statements(node: ast.AST) -> Iterator[Change]:
    """Replace one statement that binds no new name by `pass`; swap `break` and `continue`."""
    for field in ("body", "orelse"):
        block = getattr(node, field, None)
        if not isinstance(block, list):
            continue
        for index, statement in enumerate(block):
            if isinstance(statement, ast.Break | ast.Continue):
                swapped = ast.Continue() if isinstance(statement, ast.Break) else ast.Break()
                yield Change(node, field, [*block[:index], swapped, *block[index + 1 :]])
            elif isinstance(statement, ast.Expr | ast.AugAssign) and not _is_string_stmt(statement):
                yield Change(node, field, [*block[:index], ast.Pass(), *block[index + 1 :]])


def _constants(value: object) -> tuple[object, ...]:
    """The constants that replace `value`."""
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, int):
        return value + 1, value - 1
    if isinstance(value, float):
        return (value + 1.0,)
    if isinstance(value, str):
        return (value[1:],) if len(value) > 1 else ("?",)
    return ()


def _nodes_with_effect(tree: ast.Module) -> list[ast.AST]:
    inert = {id(node) for part in _inert(tree) for node in ast.walk(part)}
    return [node for node in ast.walk(tree) if id(node) not in inert]


def _inert(tree: ast.Module) -> Iterator[ast.AST]:
    """Parts that do not affect results: annotations, docstrings, messages of exceptions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            yield from (part for part in node.exc.args if isinstance(part, ast.Constant))
        for field in ("annotation", "returns"):
            if (part := getattr(node, field, None)) is not None:
                yield part
        if _is_string_stmt(node):
            yield node.value


def _is_string_stmt(node: ast.AST) -> TypeGuard[ast.Expr]:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
