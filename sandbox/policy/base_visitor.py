"""How a program's tree is walked: by node type, with the scope that is being visited."""

from __future__ import annotations

import ast
from typing import Any

from RestrictedPython.transformer import RestrictingNodeTransformer

from hallmark_rl.sandbox.policy.node_types import LEAVES, Visitor
from hallmark_rl.sandbox.policy.violations import Violation

FUNCTION = "<function>"  # a scope that is no class body


class Walker(RestrictingNodeTransformer):  # type: ignore[misc]
    """Visits the nodes that its `visitors` know; RestrictedPython refuses the others."""

    visitors: dict[type[ast.AST], Visitor]

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Violation] = []
        self._scopes: list[str] = []  # class names and FUNCTION, innermost last
        self._class: str | None = None  # the class that mangles private names here

    def report(self, kind: str, name: str, node: ast.AST, message: str) -> None:
        """Record that the program may not do what `node` says."""
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0) + 1
        self.found.append(Violation(kind, name, line, column, message))

    def error(self, node: ast.AST, info: str) -> None:
        """Called by RestrictedPython for a kind of node that nobody knows."""
        name = type(node).__name__
        self.report("statement", name, node, f"{name} is not allowed")

    def visit(self, node: ast.AST) -> Any:
        """Visit one node, by its type."""
        visitor = self.visitors.get(type(node))
        return visitor(self, node) if visitor else self.generic_visit(node)

    def node_contents_visit(self, node: Any) -> Any:
        """Visit what a node holds (nodes that hold nothing of interest are passed over)."""
        for field in node._fields:
            value = getattr(node, field, None)
            if isinstance(value, list):
                fresh: list[Any] = []
                for item in value:
                    if isinstance(item, ast.AST) and type(item) not in LEAVES:
                        item = self.visit(item)
                    fresh.append(item)
                value[:] = fresh
            elif isinstance(value, ast.AST) and type(value) not in LEAVES:
                setattr(node, field, self.visit(value))
        return node

    def _scoped(self, node: Any, scope: str, owner: str | None) -> Any:
        """Visit the contents of a class or function: what it binds belongs to its own scope."""
        kept = self._class
        for outer in ("decorator_list", "bases", "keywords", "returns"):
            self._visit_field(node, outer)
        self._scopes.append(scope)
        self._class = owner
        for inner in ("type_params", "args", "body"):
            self._visit_field(node, inner)
        self._scopes.pop()
        self._class = kept
        return node

    def _visit_field(self, node: Any, field: str) -> None:
        value = getattr(node, field, None)
        if isinstance(value, list):
            value[:] = [self.visit(item) for item in value]
        elif value is not None:
            setattr(node, field, self.visit(value))
