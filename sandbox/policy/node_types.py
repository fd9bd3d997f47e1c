"""How the nodes of a program's syntax tree are visited, by node type.

Nodes in `_TRANSPARENT` are allowed, and only their children are visited. Those in `LEAVES` have no
children of interest. All other types need a `visit_` method, or are refused: a node type that a new
Python version adds is forbidden until somebody has decided how to handle it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

Visitor = Callable[[Any, Any], Any]

_TRANSPARENT = """
    Module Expr For AsyncFor While If With AsyncWith withitem Raise Assert Delete Return Pass
    Break Continue BoolOp NamedExpr BinOp UnaryOp IfExp Dict Set ListComp SetComp DictComp
    GeneratorExp comprehension Await Yield YieldFrom Starred Constant FormattedValue JoinedStr List
    Tuple Slice arguments alias Match match_case MatchValue MatchSingleton MatchSequence MatchOr
    TypeAlias
"""
_LEAVES = """
    Load Store Del Constant And Or Add Sub Mult MatMult Div Mod Pow LShift RShift BitOr BitXor
    BitAnd FloorDiv Invert Not UAdd USub Eq NotEq Lt LtE Gt GtE Is IsNot In NotIn
"""
_SHARED_VISITORS = {
    "AsyncFunctionDef": "FunctionDef",
    "Nonlocal": "Global",
    "MatchStar": "MatchAs",
    "TypeVar": "TypeParam",
    "ParamSpec": "TypeParam",
    "TypeVarTuple": "TypeParam",
}


def _types(names: str) -> list[type[ast.AST]]:
    return [getattr(ast, name) for name in names.split() if hasattr(ast, name)]


LEAVES = frozenset(_types(_LEAVES))


def visitors(transformer: Any) -> dict[type[ast.AST], Visitor]:
    """The visitor for each node type that a program may use, from the class `transformer`."""
    table: dict[type[ast.AST], Visitor] = {}
    for node_type in _types(_TRANSPARENT):
        table[node_type] = transformer.node_contents_visit
    for cls in reversed(transformer.__mro__):
        if cls.__module__.startswith(f"{__package__}."):
            for attribute in vars(cls):
                _, is_visitor, name = attribute.partition("visit_")
                for node_type in _types(name) if is_visitor else ():
                    table[node_type] = getattr(cls, attribute)
    for name, visited_as in _SHARED_VISITORS.items():
        for node_type in _types(name):
            table[node_type] = getattr(transformer, f"visit_{visited_as}")
    return table
