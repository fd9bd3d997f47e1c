"""The base of the transformer: visits nodes by type, tracks scopes and collects violations."""

from __future__ import annotations

import ast
from typing import Any

from RestrictedPython.transformer import RestrictingNodeTransformer

from hallmark_rl.sandbox.policy.node_types import LEAVES, Visitor
from hallmark_rl.sandbox.policy.violations import Violation

FUNCTION = "<function>"  # the scope of a function; that of a class body is the class name


class PolicyVisitor(RestrictingNodeTransformer):  # type: ignore[misc]
    """Visits the nodes whose types are in `visitors`; RestrictedPython refuses all others."""

    visitors: dict[type[ast.AST], Visitor]

    def __init__(self) -> None:
        super().__init__()
        self.violations: list[Violation] = []
        self._scopes: list[str] = []  # class names and FUNCTION, innermost last
        self._class: str | None = None  # the class for which private names are mangled here

    def report(self, kind: str, name: str, node: ast.AST, message: str) -> None:
        """Record a violation at the position of `node`."""
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0) + 1
        self.violations.append(Violation(kind, name, line, column, message))

    def error(self, node: ast.AST, info: str) -> None:
        """Record a node type that has no visitor; RestrictedPython calls this."""
        name = type(node).__name__
        self.report("statement", name, node, f"{name} is not allowed")

    def visit(self, node: ast.AST) -> Any:
        """Visit one node with the visitor for its type."""
        visitor = self.visitors.get(type(node))
        return visitor(self, node) if visitor else self.generic_visit(node)

    def node_contents_visit(self, node: Any) -> Any:
        """Visit the children of a node, except leaves, and put their replacements in its fields."""
        for field in node._fields:
            value = getattr(node, field, None)
            if isinstance(value, list):
                visited: list[Any] = []
                for item in value:
                    if isinstance(item, ast.AST) and type(item) not in LEAVES:
                        item = self.visit(item)
                    visited.append(item)
                value[:] = visited
            elif isinstance(value, ast.AST) and type(value) not in LEAVES:
                setattr(node, field, self.visit(value))
        return node

    def _visit_scope(self, node: Any, scope: str, owner: str | None) -> Any:
        """Visit a class or function; its body belongs to the new scope, its decorators do not.

        `owner` is the class for which private names in the body are mangled.
        """
        outer_class = self._class
        for outer in ("decorator_list", "bases", "keywords", "returns"):
            self._visit_field(node, outer)
        self._scopes.append(scope)
        self._class = owner
        for inner in ("type_params", "args", "body"):
            self._visit_field(node, inner)
        self._scopes.pop()
        self._class = outer_class
        return node

    def _visit_field(self, node: Any, field: str) -> None:
        value = getattr(node, field, None)
        if isinstance(value, list):
            value[:] = [self.visit(item) for item in value]
        elif value is not None:
            setattr(node, field, self.visit(value))
