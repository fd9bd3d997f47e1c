"""The tree of a program, checked name by name and rewritten where a guard must look on.

Guards are named with a leading dot (`.getattr`), which no source text can spell: a parameter, an
import, a pattern or a walrus can therefore never stand in for one.
"""

from __future__ import annotations

import ast
from typing import Any

from RestrictedPython.transformer import copy_locations

from hallmark_rl.sandbox.policy import name_rules
from hallmark_rl.sandbox.policy.allowed_modules import words
from hallmark_rl.sandbox.policy.base_visitor import FUNCTION
from hallmark_rl.sandbox.policy.format_strings import attributes_in
from hallmark_rl.sandbox.policy.name_checker import NameChecker
from hallmark_rl.sandbox.policy.name_rules import Access, mangle
from hallmark_rl.sandbox.policy.node_types import visitors
from hallmark_rl.sandbox.policy.violations import Violation

_PLAIN_TYPES = words("bool bytearray bytes complex dict float frozenset int list set str tuple")
_LIVE_METHODS = frozenset({"update", "setdefault", "pop", "clear"})


class ProgramTransformer(NameChecker):
    """Checks and rewrites one program; `foreign` are the private names of libraries."""

    def __init__(self, foreign: frozenset[str] = frozenset()) -> None:
        super().__init__()
        self._foreign = foreign
        self._type_calls: list[ast.Call] = []

    def check(self, tree: ast.Module) -> list[Violation]:
        """Visit the whole program; the violations, in the order of the source."""
        found = super().check(tree)
        bound = self._bound | self._modules.keys()
        if "type" not in bound:
            for call in self._type_calls:
                plain = hasattr(call, "against") and not call.against & bound
                guard = ".plaintype" if plain else ".type"
                call.func = ast.copy_location(ast.Name(guard, ast.Load()), call.func)
        return found

    # attributes

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        """Check an attribute; hand it to a guard when its name calls for one."""
        name = mangle(node.attr, self._class)
        load = isinstance(node.ctx, ast.Load)
        if load and isinstance(node.value, ast.Name):
            self._module_reads.append((node.value.id, node))
        if name == "__class__" and hasattr(node, "checked"):
            return self._guarded(".type", node, self.visit(node.value))
        if load and name == "format" and self._literal_is_plain(node.value):
            return node
        self._allow_class(node.value)
        access = self._read_access(name) if load else name_rules.write_access(name, self._foreign)
        node.value = self.visit(node.value)
        if access is Access.FORBIDDEN:
            self.report("attribute", name, node, f"the attribute {name!r} is not allowed")
        elif access is Access.GUARDED:
            return self._guarded(".getattr", node, node.value, ast.Constant(name))
        elif access is Access.OWN:
            node.value = self._guarded(".own", node.value, node.value, ast.Constant(name))
        return node

    def _literal_is_plain(self, node: ast.expr) -> bool:
        """Whether a literal format string reads only attributes that need no guard."""
        if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
            return False
        try:
            names = list(attributes_in(node.value))
        except ValueError:
            return False
        accesses = {name: name_rules.read_access(name, self._foreign) for name in names}
        for name, access in accesses.items():
            if access is Access.FORBIDDEN:
                message = f"the attribute {name!r} in a format string is not allowed"
                self.report("attribute", name, node, message)
        return all(access is Access.FREE for access in accesses.values())

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        """`self.__dict__[key] = value` writes through a guard; any other item is free."""
        if not isinstance(node.ctx, ast.Load):
            node.value = self._live(node.value)
        return self.node_contents_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        """`x.format += y` would hand the raw attribute to `y`: only free names may be updated."""
        target = node.target
        if isinstance(target, ast.Attribute) and target.attr in name_rules.GUARDED:
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
        if len(node.ops) == 1:
            self._compare_type(node.left, node.comparators[0])
        return self.node_contents_visit(node)

    @staticmethod
    def _compare_type(left: ast.expr, right: ast.expr) -> None:
        """`type(x) is int` shows the type to nobody else: it needs no guard."""
        names = right.elts if isinstance(right, (ast.Tuple, ast.List, ast.Set)) else [right]
        if isinstance(left, ast.Call) and all(
            isinstance(name, ast.Name) and name.id in _PLAIN_TYPES for name in names
        ):
            left.against = {name.id for name in names}  # type: ignore[attr-defined]

    def _allow_class(self, node: ast.AST) -> None:
        if (
            isinstance(node, ast.Attribute)
            and node.attr == "__class__"
            and isinstance(node.ctx, ast.Load)
        ):
            node.checked = True  # type: ignore[attr-defined]

    def _read_access(self, name: str) -> Access:
        return name_rules.read_access(mangle(name, self._class), self._foreign)

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

    # patterns

    def visit_MatchClass(self, node: Any) -> Any:
        """A class pattern reads attributes: only those that need no guard."""
        for name in node.kwd_attrs:
            name = mangle(name, self._class)
            if self._read_access(name) is not Access.FREE:
                self.report("attribute", name, node, f"the attribute {name!r} is not allowed")
        return self.node_contents_visit(node)

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

    # definitions

    def visit_FunctionDef(self, node: Any) -> Any:
        """A function: its own name is bound outside it, its parameters inside."""
        self.bind(node.name, node)
        self._check_text(node.returns)
        return self._scoped(node, FUNCTION, self._class)

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        """A lambda is a function without a name."""
        return self._scoped(node, FUNCTION, self._class)

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        """A class: no metaclass but those that a guard hands out."""
        self.bind(node.name, node)
        for base in node.bases:
            if isinstance(base, ast.Name) and base.id == "type":
                self.report("name", "type", base, "'type' is not allowed as a base")
        for keyword in node.keywords:
            if keyword.arg is None:
                self.report("statement", "**", keyword, "class keywords must be written out")
            elif keyword.arg == "metaclass":
                keyword.value = self._guarded(".metaclass", keyword.value, keyword.value)
        return self._scoped(node, node.name, node.name)


ProgramTransformer.visitors = visitors(ProgramTransformer)
