"""Contract: a function that checks answers is called somewhere."""

from __future__ import annotations

import ast
import re

from hallmark_rl.conformance.actions.source_trees import own_trees
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_CHECKS = re.compile(
    r"(^|_)(is|valid|validate|validates|check|checks|verify|legal|allowed|correct|solved|satisf\w+"
    r"|match|matches|normali[sz]ed?|conflicts?|violat\w+|problems?|equivalent|same|clamp|clip"
    r"|sanitize|escape|dedupe|canonical|solutions|solvable|unique|feasible|possible|winnable"
    r"|connected|reachable|blocked|overlaps?|contains|equals?)(_|$)"
)


@check("static.unused_checks")
def unused_checks(context: CheckContext) -> None:
    """Look for functions that are named like a check, and that no other code names."""
    if context.subject.root is None:
        raise NotApplicable("the subject is not a folder")
    trees = [(name, tree) for _, name, tree in own_trees(context.subject, proof=True)]
    imported = {name for _, tree in trees for name in _imported_modules(tree)}
    defined = {
        function.name: (path, function.lineno)
        for path, tree in trees
        if path.name != "proof.py" and (path.stem in imported or _has_class(tree))
        for function in _functions(tree)
        if _CHECKS.search(function.name)
    }
    named = {name for _, tree in trees for name in _names(tree)}
    if not defined:
        raise NotApplicable("no function is named like a check of answers")
    unused = [(name, *where) for name, where in defined.items() if name not in named]
    if unused:
        name, path, line = unused[0]
        place = f"{path}:{line}"
        others = f"; so {', '.join(name for name, *_ in unused[1:])}" if unused[1:] else ""
        raise PropertyViolated(f"{name} ({place}) is never called{others}")


def _imported_modules(tree: ast.Module) -> set[str]:
    """The last parts of the names of modules that are imported; other files may be data."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom | ast.Import):
            found |= {alias.name.rpartition(".")[2] for alias in node.names}
            found |= {(getattr(node, "module", None) or "").rpartition(".")[2]}
    return found


def _has_class(tree: ast.Module) -> bool:
    return any(isinstance(node, ast.ClassDef) for node in tree.body)


def _functions(tree: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Functions of the module and private methods, which no framework calls by name."""
    found: list[ast.FunctionDef | ast.AsyncFunctionDef] = []
    for node in tree.body:
        inner = node.body if isinstance(node, ast.ClassDef) else []
        for item in [node, *inner]:
            if not isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            is_own = item is node or (item.name.startswith("_") and not item.name.endswith("__"))
            if is_own and not item.decorator_list:
                found.append(item)
    return found


def _names(tree: ast.Module) -> set[str]:
    """Every name that the code uses: variables, attributes, and texts that are identifiers.

    A function that calls itself is not used by that; an import alone is no use either.
    """
    found: set[str] = set()

    def visit(node: ast.AST, inside: str) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            inside = node.name
        name = (
            node.id
            if isinstance(node, ast.Name)
            else node.attr
            if isinstance(node, ast.Attribute)
            else node.value
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
            else ""
        )
        if name and name != inside:
            found.add(name)
        for child in ast.iter_child_nodes(node):
            visit(child, inside)

    visit(tree, "")
    return found
