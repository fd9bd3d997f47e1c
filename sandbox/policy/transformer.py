"""The tree of a program, checked name by name and rewritten where a guard must look on.

Guards are named with a leading dot (`.getattr`), which no source text can spell: a parameter, an
import, a pattern or a walrus can therefore never stand in for one.

A node type is refused unless RestrictedPython or this class knows it, so that syntax newer than
the policy is forbidden until somebody has thought about it.
"""

from __future__ import annotations

import ast
from typing import Any

from RestrictedPython.transformer import RestrictingNodeTransformer, copy_locations

from sandbox.policy import rules
from sandbox.policy.formats import attributes_in
from sandbox.policy.grammar import LEAVES, visitors
from sandbox.policy.modules import MODULES
from sandbox.policy.rules import Access, mangle
from sandbox.policy.served import public_names
from sandbox.policy.violations import Violation

_LIVE_METHODS = frozenset({"update", "setdefault", "pop", "clear"})
_FUNCTION = "<function>"  # a scope that is no class body


class ProgramTransformer(RestrictingNodeTransformer):
    """Checks and rewrites one program; `found` holds what it may not do."""

    def __init__(self, foreign: frozenset[str] = frozenset()) -> None:
        super().__init__()
        self.found: list[Violation] = []
        self._foreign = foreign
        self._scopes: list[str] = []  # class names and _FUNCTION, innermost last
        self._class: str | None = None  # the class that mangles private names here
        self._bound: set[str] = set()
        self._suspects: list[tuple[str, ast.AST]] = []  # forbidden builtins that were read
        self._modules: dict[str, str] = {}  # local name -> imported module
        self._module_reads: list[tuple[str, ast.Attribute]] = []
        self._type_calls: list[ast.Call] = []

    # reporting

    def report(self, kind: str, name: str, node: ast.AST, message: str) -> None:
        """Record that the program may not do what `node` says."""
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0) + 1
        self.found.append(Violation(kind, name, line, column, message))

    def error(self, node: ast.AST, info: str) -> None:
        """Called by RestrictedPython for a kind of node that nobody knows."""
        name = type(node).__name__
        self.report("statement", name, node, f"{name} is not allowed")

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
        if "type" not in self._bound:
            for call in self._type_calls:
                call.func = ast.copy_location(ast.Name(".type", ast.Load()), call.func)
        self.found.sort(key=lambda violation: (violation.line, violation.column))
        return self.found

    # walking

    def visit(self, node: ast.AST) -> Any:
        """Visit one node, by its type."""
        visitor = _VISITORS.get(type(node))
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

    # names

    def bind(self, name: str | None, node: ast.AST) -> None:
        """Check a name that the program gives to something of its own."""
        if name is None:
            return
        self._bound.add(name)
        if not rules.is_dunder(name):
            return
        scope = self._scopes[-1] if self._scopes else None
        if scope is None:
            allowed = rules.MODULE_BODY
        else:
            allowed = rules.CLASS_BODY if scope != _FUNCTION else frozenset()
        if name not in allowed:
            self.report("name", name, node, f"the name {name!r} may not be bound here")

    def visit_Name(self, node: ast.Name) -> Any:
        """Check a plain name."""
        name = node.id
        if not isinstance(node.ctx, ast.Load):
            if not hasattr(node, "checked"):
                self.bind(name, node)
        elif name in rules.FORBIDDEN_NAMES:
            self._suspects.append((name, node))
        elif rules.is_dunder(name) and name not in rules.READABLE_NAMES:
            in_class = bool(self._scopes) and self._scopes[-1] != _FUNCTION
            if not (in_class and name in rules.CLASS_BODY):
                self.report("name", name, node, f"the name {name!r} is not allowed")
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        """`__match_args__` names attributes that patterns read: it must be written out."""
        for target in node.targets:
            if isinstance(target, ast.Name) and target.id == "__match_args__":
                self._check_match_args(node.value, target)
        return self.node_contents_visit(node)

    def _check_match_args(self, value: ast.expr, target: ast.Name) -> None:
        names = value.elts if isinstance(value, ast.Tuple) else [value]
        for name in names:
            text = name.value if isinstance(name, ast.Constant) else None
            if type(text) is not str or self._read_access(text) is not Access.FREE:
                self.report("name", target.id, name, "patterns may only read plain attributes")
        target.checked = True  # type: ignore[attr-defined]

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
        if node.arg is not None and rules.is_dunder(node.arg):
            self.report("name", node.arg, node, f"the keyword {node.arg!r} is not allowed")
        return self.node_contents_visit(node)

    def visit_Global(self, node: ast.Global | ast.Nonlocal) -> Any:
        """`global` and `nonlocal` name what they bind."""
        for name in node.names:
            if rules.is_dunder(name):
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

    # attributes

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        """Check an attribute; hand it to a guard when its name calls for one."""
        name = mangle(node.attr, self._class)
        load = isinstance(node.ctx, ast.Load)
        if load and isinstance(node.value, ast.Name):
            self._module_reads.append((node.value.id, node))
        if name == "__class__" and hasattr(node, "checked"):
            return self._guarded(".type", node, self.visit(node.value))
        if load and name == "format" and _literal_is_plain(node.value, self._foreign):
            return node
        self._allow_class(node.value)
        access = self._read_access(name) if load else rules.write_access(name, self._foreign)
        node.value = self.visit(node.value)
        if access is Access.FORBIDDEN:
            self.report("attribute", name, node, f"the attribute {name!r} is not allowed")
        elif access is Access.GUARDED:
            return self._guarded(".getattr", node, node.value, ast.Constant(name))
        elif access is Access.OWN:
            node.value = self._guarded(".own", node.value, node.value, ast.Constant(name))
        return node

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        """`self.__dict__[key] = value` writes through a guard; any other item is free."""
        if not isinstance(node.ctx, ast.Load):
            node.value = self._live(node.value)
        return self.node_contents_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        """`x.format += y` would hand the raw attribute to `y`: only free names may be updated."""
        target = node.target
        if isinstance(target, ast.Attribute) and target.attr in rules.GUARDED:
            name = target.attr
            self.report("attribute", name, target, f"the attribute {name!r} may not be updated")
        return self.node_contents_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        """Note the calls whose function needs a guard in place."""
        func = node.func
        self._allow_class(func)
        if isinstance(func, ast.Attribute) and func.attr in _LIVE_METHODS:
            func.value = self._live(func.value)
        elif isinstance(func, ast.Name) and func.id == "type" and not node.keywords:
            if len(node.args) == 1 and not isinstance(node.args[0], ast.Starred):
                self._type_calls.append(node)
        elif isinstance(func, ast.Name) and func.id == "isinstance" and len(node.args) == 2:
            self._allow_class(node.args[1])
        return self.node_contents_visit(node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        """`self.__class__ is other.__class__` compares types and shows nothing."""
        for side in (node.left, *node.comparators):
            self._allow_class(side)
        return self.node_contents_visit(node)

    def _allow_class(self, node: ast.AST) -> None:
        if (
            isinstance(node, ast.Attribute)
            and node.attr == "__class__"
            and isinstance(node.ctx, ast.Load)
            and isinstance(node.value, ast.Name)
        ):
            node.checked = True  # type: ignore[attr-defined]

    def _read_access(self, name: str) -> Access:
        return rules.read_access(mangle(name, self._class), self._foreign)

    def _live(self, node: ast.expr) -> ast.expr:
        """`x.__dict__` where it is written to: a view that checks the keys."""
        if isinstance(node, ast.Attribute) and node.attr == "__dict__":
            return self._guarded(".live", node, node.value)
        return node

    @staticmethod
    def _guarded(guard: str, node: ast.expr, *args: ast.expr) -> ast.Call:
        call = ast.Call(ast.Name(guard, ast.Load()), list(args), [])
        copy_locations(call, node)
        return call

    # definitions

    def visit_FunctionDef(self, node: Any) -> Any:
        """A function: its own name is bound outside it, its parameters inside."""
        self.bind(node.name, node)
        self._check_text(node.returns)
        return self._scoped(node, _FUNCTION, self._class)

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        """A lambda is a function without a name."""
        return self._scoped(node, _FUNCTION, self._class)

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        """A class: no metaclass but those that a guard hands out."""
        self.bind(node.name, node)
        for base in node.bases:
            if isinstance(base, ast.Name) and base.id == "type":
                self.report("name", "type", base, "a metaclass of one's own is not allowed")
        for keyword in node.keywords:
            if keyword.arg is None:
                self.report("statement", "**", keyword, "class keywords must be written out")
            elif keyword.arg == "metaclass":
                keyword.value = self._guarded(".metaclass", keyword.value, keyword.value)
        return self._scoped(node, node.name, node.name)

    # imports

    def visit_Import(self, node: ast.Import) -> Any:
        """Only allow-listed modules."""
        for alias in node.names:
            top = alias.name.partition(".")[0]
            self.bind_import(alias.asname or top, alias.name if alias.asname else top, alias)
            self._check_module(alias.name, alias)
        return node

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
        return node

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

    # patterns

    def visit_MatchClass(self, node: Any) -> Any:
        """A class pattern reads attributes: only those that need no guard."""
        for name in node.kwd_attrs:
            name = mangle(name, self._class)
            if self._read_access(name) is not Access.FREE:
                self.report("attribute", name, node, f"the attribute {name!r} is not allowed")
        return self.node_contents_visit(node)

    def visit_MatchAs(self, node: Any) -> Any:
        """A capture binds a name."""
        self.bind(node.name, node)
        return self.node_contents_visit(node)

    def visit_MatchMapping(self, node: Any) -> Any:
        """`**rest` binds a name."""
        self.bind(node.rest, node)
        return self.node_contents_visit(node)


def _serves(module: str, name: str) -> bool:
    return name in MODULES[module] or f"{module}.{name}" in MODULES or name in rules.READABLE


def _literal_is_plain(node: ast.expr, foreign: frozenset[str]) -> bool:
    """Whether a literal format string reads only attributes that need no guard."""
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        return False
    try:
        names = attributes_in(node.value)
    except ValueError:
        return False
    return all(rules.read_access(name, foreign) is Access.FREE for name in names)


_VISITORS = visitors(ProgramTransformer)
