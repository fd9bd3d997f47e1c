"""The names of a program: what it binds, what it reads, what it imports."""

from __future__ import annotations

import ast
from typing import Any

from hallmark_rl.sandbox.policy import name_rules
from hallmark_rl.sandbox.policy.allowed_modules import MODULES
from hallmark_rl.sandbox.policy.base_visitor import FUNCTION, Walker
from hallmark_rl.sandbox.policy.module_proxies import public_names
from hallmark_rl.sandbox.policy.violations import Violation


class NameChecker(Walker):
    """Checks every name that the program binds or reads, in whatever form it does so."""

    def __init__(self) -> None:
        super().__init__()
        self._bound: set[str] = set()
        self._suspects: list[tuple[str, ast.AST]] = []  # forbidden builtins that were read
        self._modules: dict[str, str] = {}  # local name -> imported module
        self._module_reads: list[tuple[str, ast.Attribute]] = []

    def check(self, tree: ast.Module) -> list[Violation]:
        """Visit the whole program; the violations, in the order of the source."""
        self.visit(tree)
        for name, node in self._suspects:
            if name not in self._bound and name not in self._modules:
                self.report("name", name, node, f"the name {name!r} is not allowed")
        for alias, attribute in self._module_reads:
            module = self._modules.get(alias)
            if module and alias not in self._bound and not _serves(module, attribute.attr):
                name = f"{module}.{attribute.attr}"
                self.report("attribute", name, attribute, f"{name!r} is not allowed")
        self.found.sort(key=lambda violation: (violation.line, violation.column))
        return self.found

    def bind(self, name: str | None, node: ast.AST) -> None:
        """Check a name that the program gives to something of its own."""
        if name is None:
            return
        self._bound.add(name)
        if not name_rules.is_dunder(name):
            return
        scope = self._scopes[-1] if self._scopes else None
        if scope is None:
            allowed = name_rules.MODULE_BODY
        else:
            allowed = name_rules.CLASS_BODY if scope != FUNCTION else frozenset()
        if name not in allowed:
            self.report("name", name, node, f"the name {name!r} may not be bound here")

    def visit_Name(self, node: ast.Name) -> Any:
        """Check a plain name."""
        name = node.id
        if not isinstance(node.ctx, ast.Load):
            if not hasattr(node, "checked"):
                self.bind(name, node)
        elif name in name_rules.FORBIDDEN_NAMES:
            self._suspects.append((name, node))
        elif name_rules.is_dunder(name) and name not in name_rules.READABLE_NAMES:
            in_class = bool(self._scopes) and self._scopes[-1] != FUNCTION
            if not (in_class and name in name_rules.CLASS_BODY):
                self.report("name", name, node, f"the name {name!r} is not allowed")
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        """An annotation is an expression like any other, also as text."""
        self._check_text(node.annotation)
        return self.node_contents_visit(node)

    def _check_text(self, annotation: ast.expr | None) -> None:
        """Annotations in quotes: whatever would evaluate them finds nothing forbidden."""
        for part in ast.walk(annotation) if annotation else ():
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                try:
                    quoted = ast.parse(part.value, mode="eval").body
                except (SyntaxError, ValueError, RecursionError, MemoryError):
                    continue
                for inner in ast.walk(quoted):
                    if hasattr(inner, "lineno"):
                        ast.copy_location(inner, part)
                self.visit(quoted)

    def visit_arg(self, node: ast.arg) -> Any:
        """Check a parameter and its annotation."""
        self.bind(node.arg, node)
        self._check_text(node.annotation)
        return self.node_contents_visit(node)

    def visit_keyword(self, node: ast.keyword) -> Any:
        """A keyword argument may not smuggle a special name."""
        if node.arg is not None and name_rules.is_dunder(node.arg):
            self.report("name", node.arg, node, f"the keyword {node.arg!r} is not allowed")
        return self.node_contents_visit(node)

    def visit_Global(self, node: ast.Global | ast.Nonlocal) -> Any:
        """`global` and `nonlocal` name what they bind."""
        for name in node.names:
            if name_rules.is_dunder(name):
                self.report("name", name, node, f"the name {name!r} may not be bound here")
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> Any:
        """`except E as name` binds a name."""
        self.bind(node.name, node)
        return self.node_contents_visit(node)

    def visit_TypeParam(self, node: Any) -> Any:
        """`def f[T: bound]` binds a name."""
        self.bind(node.name, node)
        return self.node_contents_visit(node)

    def visit_MatchAs(self, node: Any) -> Any:
        """A capture binds a name."""
        self.bind(node.name, node)
        return self.node_contents_visit(node)

    def visit_MatchMapping(self, node: Any) -> Any:
        """`**rest` binds a name."""
        self.bind(node.rest, node)
        return self.node_contents_visit(node)

    # imports

    def visit_Import(self, node: ast.Import) -> Any:
        """Only allow-listed modules."""
        for alias in node.names:
            top = alias.name.partition(".")[0]
            self.bind_import(alias.asname or top, alias.name if alias.asname else top, alias)
            self._check_module(alias.name, alias)
        bound = [alias.asname or alias.name.partition(".")[0] for alias in node.names]
        wanted = [(alias.name, alias.asname is None) for alias in node.names]
        return _binding(node, bound, ".import", wanted)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> Any:
        """Only allow-listed names of allow-listed modules; `*` becomes the names it stands for."""
        module = node.module or ""
        if node.level:
            self.report("module", "." * node.level + module, node, "a program has no package")
        elif self._check_module(module, node):
            if any(alias.name == "*" for alias in node.names):
                star = node.names[0]
                names = public_names(module)
                node.names = [ast.copy_location(ast.alias(name), star) for name in names]
            for alias in node.names:
                full = f"{module}.{alias.name}"
                if not _serves(module, alias.name):
                    place = alias if hasattr(alias, "lineno") else node
                    self.report("module", full, place, f"{full!r} is not allowed")
                self.bind_import(alias.asname or alias.name, full, alias)
        if module == "__future__":  # the compiler wants to see it
            return node
        bound = [alias.asname or alias.name for alias in node.names]
        return _binding(node, bound, ".from", [module, *(alias.name for alias in node.names)])

    def bind_import(self, name: str, module: str, node: ast.AST) -> None:
        """An import binds a name, and tells what can be read from it."""
        known = name in self._bound
        self.bind(name, node)
        if not known:
            self._bound.discard(name)
        same = self._modules.setdefault(name, module) == module
        if not same or module not in MODULES:
            self._modules[name] = ""

    def _check_module(self, module: str, node: ast.AST) -> bool:
        if module in MODULES:
            return True
        self.report("module", module, node, f"the module {module!r} is not allowed")
        return False


def _binding(node: ast.stmt, names: list[str], guard: str, wanted: list[Any]) -> ast.stmt:
    """An import as an assignment.

    The interpreter's own looks among the modules of the process for what a module lacks, and a
    program can make a module lack things.
    """
    targets: list[ast.expr] = [ast.Name(name, ast.Store()) for name in names]
    arguments: list[ast.expr] = [ast.Constant(item) for item in wanted]
    value = ast.Call(ast.Name(guard, ast.Load()), arguments, [])
    made = ast.Assign([ast.Tuple(targets, ast.Store())], value)
    return ast.fix_missing_locations(ast.copy_location(made, node))


def _serves(module: str, name: str) -> bool:
    return name in MODULES[module] or f"{module}.{name}" in MODULES or name in name_rules.READABLE
