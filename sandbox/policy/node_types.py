"""Which nodes of a program's tree are visited how.

Nodes in `_TRANSPARENT` are fine whatever they hold: only what they hold is visited. Those in
`LEAVES` hold nothing. The rest have a method of their own, or are refused: a kind of node that a
new Python brings is forbidden until somebody has thought about it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

Visitor = Callable[[Any, Any], Any]

_TRANSPARENT = """
    Module Expr For AsyncFor While If With AsyncWith withitem Try Raise Assert Delete Return Pass
    Break Continue BoolOp NamedExpr BinOp UnaryOp IfExp Dict Set ListComp SetComp DictComp
    GeneratorExp comprehension Await Yield YieldFrom Starred Constant FormattedValue JoinedStr List
    Tuple Slice arguments alias Match match_case MatchValue MatchSingleton MatchSequence MatchOr
    TypeAlias
"""
_LEAVES = """
    Load Store Del Constant And Or Add Sub Mult MatMult Div Mod Pow LShift RShift BitOr BitXor
    BitAnd FloorDiv Invert Not UAdd USub Eq NotEq Lt LtE Gt GtE Is IsNot In NotIn
"""
_SHARED = {
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
    """The visitor of each node type that a program may use."""
    table: dict[type[ast.AST], Visitor] = {}
    for node_type in _types(_TRANSPARENT):
        table[node_type] = transformer.node_contents_visit
    for cls in reversed(transformer.__mro__):
        if cls.__module__.startswith(f"{__package__}."):
            for attribute in vars(cls):
                _, is_visitor, name = attribute.partition("visit_")
                for node_type in _types(name) if is_visitor else ():
                    table[node_type] = getattr(cls, attribute)
    for name, like in _SHARED.items():
        for node_type in _types(name):
            table[node_type] = getattr(transformer, f"visit_{like}")
    return table
