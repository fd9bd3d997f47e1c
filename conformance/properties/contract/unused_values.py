"""Contract: what the code computes, keeps or takes is used somewhere."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator

from hallmark_rl.conformance.actions.source_trees import own_trees
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_READ_BY_NAME = ("text.py", "client.py", "proof.py", "app.py", "conftest.py", "setup.py")
"""Files whose names a framework or the suite reads."""
_READ_AS_A_WHOLE = {"asdict", "astuple", "fields", "vars", "__dict__", "getattr"}
"""What reads fields and attributes without naming them."""
_LONGEST_TEXT = 200
_CONVENTION = 3
"""A name that so many files define is read by a loader."""
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@check("static.unused_values")
def unused_values(context: CheckContext) -> None:
    """Look for constants, fields, attributes, parameters and variables that nothing reads."""
    if context.subject.root is None:
        raise NotApplicable("the subject is not a folder")
    trees = [(name, tree) for _, name, tree in own_trees(context.subject, proof=True)]
    read = {name for _, tree in trees for name in _read_names(tree)}
    by_loops = bool(read & _READ_AS_A_WHOLE)
    passed = {name for _, tree in trees for name in _passed_functions(tree)}
    kept = [
        (name, what, f"{path}:{line}")
        for path, tree in trees
        if path.name not in _READ_BY_NAME
        for name, what, line in (*_kept(tree), *_taken(tree, read - passed))
    ]
    count = Counter(name for name, *_ in kept)
    unused = [
        f"{what} ({place})"
        for name, what, place in kept
        if name not in read and count[name] < _CONVENTION and not (by_loops and "." in what)
    ]
    if unused:
        raise PropertyViolated(f"nothing reads {'; nor '.join(unused[:4])}")


def _read_names(tree: ast.Module) -> Iterator[str]:
    """Names of variables and attributes that are read, and the words of short texts."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Store):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if len(node.value) <= _LONGEST_TEXT:
                yield from re.findall(r"\w+", node.value)
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names)


def _passed_functions(tree: ast.Module) -> Iterator[str]:
    """Names that stand elsewhere than before the parentheses of a call: callbacks."""
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    for node in ast.walk(tree):
        if id(node) in called:
            continue
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


def _kept(tree: ast.Module) -> Iterator[tuple[str, str, int]]:
    """Constants of the module, fields of data classes, and attributes of `self`."""
    for node in tree.body:
        for name in _targets(node):
            if name.isupper():
                yield name, name, node.lineno
        if isinstance(node, ast.ClassDef) and any(map(_is_dataclass, node.decorator_list)):
            for item in node.body:
                if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
                    yield item.target.id, f"{node.name}.{item.target.id}", item.lineno
    for inner in ast.walk(tree):
        if (
            isinstance(inner, ast.Attribute)
            and isinstance(inner.ctx, ast.Store)
            and isinstance(inner.value, ast.Name)
            and inner.value.id == "self"
        ):
            yield inner.attr, f"self.{inner.attr}", inner.lineno


def _taken(tree: ast.Module, called: set[str]) -> Iterator[tuple[str, str, int]]:
    """Parameters and variables of own functions that are not read within them.

    `called` are names that only stand before the parentheses of a call: another function, and a
    public method, takes what its caller demands.
    """
    methods = [item for node in tree.body if isinstance(node, ast.ClassDef) for item in node.body]
    for node in [*tree.body, *methods]:
        if not isinstance(node, _Function):
            continue
        read = {
            inner.id
            for statement in node.body
            for inner in ast.walk(statement)
            if isinstance(inner, ast.Name) and not isinstance(inner.ctx, ast.Store)
        }
        where = f"in {node.name}()"
        is_own = node in tree.body or (node.name.startswith("_") and not node.name.endswith("__"))
        if is_own and not node.decorator_list and node.name in called and not _is_stub(node):
            for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                name = argument.arg
                if name not in read and name not in ("self", "cls") and not name.startswith("_"):
                    yield f"{node.name}.{name}", f"the parameter {name} {where}", node.lineno
        declared = {
            name
            for inner in ast.walk(node)
            if isinstance(inner, ast.Global | ast.Nonlocal)
            for name in inner.names
        }
        for inner in ast.walk(node):
            for name in _targets(inner):
                if name not in read | declared and not name.startswith("_"):
                    yield f"{node.name}.{name}", f"the variable {name} {where}", node.lineno


def _targets(node: ast.AST) -> list[str]:
    """The names that a plain assignment sets."""
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets if isinstance(target, ast.Name)]
    if isinstance(node, ast.AnnAssign) and node.value is not None:
        return [node.target.id] if isinstance(node.target, ast.Name) else []
    return []


def _is_dataclass(decorator: ast.expr) -> bool:
    return "dataclass" in ast.unparse(decorator)


def _is_stub(node: _Function) -> bool:
    """Whether a function does nothing but raise or pass."""
    body = [item for item in node.body if not isinstance(item, ast.Expr)]
    return all(isinstance(item, ast.Pass | ast.Raise) for item in body)
