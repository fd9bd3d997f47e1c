"""Contract: what a branch sets is not overwritten before anything reads it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from hallmark_rl.conformance.actions.source_trees import own_trees
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_LEAVES = (ast.Return, ast.Raise, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom, ast.Await)
_KEEPS_ATTRIBUTES = (
    *("abs", "all", "any", "bool", "dict", "divmod", "enumerate", "float", "frozenset", "int"),
    *("isinstance", "len", "list", "max", "min", "pow", "range", "reversed", "round", "set"),
    *("sorted", "str", "sum", "tuple", "zip"),
)
"""Built-in functions that read no attribute of their own accord."""
_SHOWN = 3


@check("static.overwritten_values")
def overwritten_values(context: CheckContext) -> None:
    """Look for values that are set in a branch of an `if` and lost right after it.

    A default that each branch replaces is no error: what is looked for is the reverse, a special
    case that the general one after it replaces.
    """
    trees = [(name, tree) for _, name, tree in own_trees(context.subject)]
    if not trees:
        raise NotApplicable("the subject has no Python file")
    setters = {name for _, tree in trees for name in _setters(tree)}
    found = [
        f"{path}:{line} sets {target} in a branch, and line {later} replaces it before it is read"
        for path, tree in trees
        for function in ast.walk(tree)
        if isinstance(function, _Function)
        for target, line, later in _overwritten(function, setters)
    ]
    if found:
        more = f"; and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
        raise PropertyViolated("; ".join(found[:_SHOWN]) + more)


def _overwritten(function: _Function, setters: set[str]) -> Iterator[tuple[str, int, int]]:
    """(Target, line where it is set, line where it is overwritten) within one function."""
    inner = {
        name.id
        for node in ast.walk(function)
        if node is not function and isinstance(node, _Function | ast.Lambda)
        for name in ast.walk(node)
        if isinstance(name, ast.Name)
    }
    shared = {
        name
        for node in ast.walk(function)
        if isinstance(node, ast.Global | ast.Nonlocal)
        for name in node.names
    }
    for block in _blocks(function):
        for place, branch in enumerate(block):
            if not isinstance(branch, ast.If | ast.Match):
                continue
            for target, value, line, rest in _set_last(branch):
                name = target.rpartition(".")[2]
                later = _next_set(block[place + 1 :], target)
                if later is None or name in (setters if "." in target else inner | shared):
                    continue
                between, node = later
                passed = [*rest, *between, node.value]
                if ast.dump(node.value) != value and not any(_reads(x, target) for x in passed):
                    yield target, line, node.lineno


def _blocks(function: _Function) -> Iterator[list[ast.stmt]]:
    """The lists of statements of a function, those of functions within it left out."""
    pending: list[ast.AST] = [function]
    while pending:
        node = pending.pop()
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            items = getattr(node, field, None)
            if not isinstance(items, list):
                continue
            if items and isinstance(items[0], ast.stmt):
                yield items
            pending += [i for i in items if not isinstance(i, _Function | ast.ClassDef)]


def _set_last(
    branch: ast.If | ast.Match, rest: Sequence[ast.stmt] = ()
) -> Iterator[tuple[str, str, int, list[ast.stmt]]]:
    """What the branches of a condition set: (target, its value, line, what is run after it)."""
    for body in _branches(branch):
        for place, item in enumerate(body):
            after = [*body[place + 1 :], *rest]
            match item:
                case ast.Assign(targets=targets, value=value):
                    for target in targets:
                        if (dotted := _dotted(target)) is not None:
                            yield dotted, ast.dump(value), item.lineno, after
                case ast.AugAssign(target=target):
                    if (dotted := _dotted(target)) is not None:
                        yield dotted, "", item.lineno, after
                case ast.If() | ast.Match():
                    yield from _set_last(item, after)


def _branches(branch: ast.If | ast.Match) -> list[list[ast.stmt]]:
    if isinstance(branch, ast.If):
        return [branch.body, branch.orelse]
    return [case.body for case in branch.cases]


def _next_set(
    block: Sequence[ast.stmt], target: str
) -> tuple[Sequence[ast.stmt], ast.Assign] | None:
    """The first plain assignment to the target in a block, and the statements before it."""
    for place, item in enumerate(block):
        if isinstance(item, ast.Assign) and [_dotted(t) for t in item.targets] == [target]:
            return block[:place], item
    return None


def _reads(node: ast.AST, target: str) -> bool:
    """Whether a node may read the target, or leave the function before it is overwritten."""
    first, *owners = target.split(".")
    for item in ast.walk(node):
        match item:
            case ast.Name(id=name) if name == first:
                if not owners or isinstance(item.ctx, ast.Store):
                    return True
            case ast.Attribute(attr=name) if name in owners:
                if name == owners[-1] or isinstance(item.ctx, ast.Store):
                    return True
            case ast.Call(func=called) if owners:
                if not (isinstance(called, ast.Name) and called.id in _KEEPS_ATTRIBUTES):
                    return True
            case _ if isinstance(item, _LEAVES):
                return True
    return False


def _dotted(node: ast.expr) -> str | None:
    """`name` or `name.attribute` as a text."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=name):
            owner = _dotted(value)
            return None if owner is None else f"{owner}.{name}"
    return None


def _setters(tree: ast.Module) -> Iterator[str]:
    """Names of properties that can be set: each setting of one may do something."""
    for node in ast.walk(tree):
        if isinstance(node, _Function):
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Attribute) and decorator.attr == "setter":
                    yield node.name
