"""Comparisons by `<`, `<=`, `>` and `>=` in code, and the side on which an equal value counts."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

_LOWER, _UPPER = (ast.GtE, ast.Lt), (ast.Gt, ast.LtE)
_MIRRORED = {ast.Gt: ast.Lt, ast.Lt: ast.Gt, ast.GtE: ast.LtE, ast.LtE: ast.GtE}


class OrderedComparison(NamedTuple):
    """A value that is compared with a bound.

    Attributes:
        value: the expression on one side.
        bound: the expression on the other side.
        side: `lower` if a value equal to the bound counts to those above it (`>=`, `<`), `upper` if
            it counts to those below it (`>`, `<=`).
        whole: the comparison.
    """

    value: ast.expr
    bound: ast.expr
    side: str
    whole: ast.Compare


def ordered_comparisons(tree: ast.AST) -> Iterator[OrderedComparison]:
    """The comparisons in a tree, each twice: with either side as the bound."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Compare):
            continue
        places = [node.left, *node.comparators]
        for left, sign, right in zip(places, node.ops, places[1:], strict=False):
            if isinstance(sign, _LOWER + _UPPER):
                for value, bound, kind in (
                    (left, right, type(sign)),
                    (right, left, _MIRRORED[type(sign)]),
                ):
                    side = "lower" if issubclass(kind, _LOWER) else "upper"
                    yield OrderedComparison(value, bound, side, node)


def counted_names(tree: ast.AST) -> set[str]:
    """The names of what is counted up, as in `self.steps += 1`.

    Whether a count is compared before or after it is raised, its comparisons do not tell.
    """
    return {
        last_name(node.target)
        for node in ast.walk(tree)
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add)
    }


def last_name(node: ast.AST) -> str:
    """The last identifier of a variable or an attribute, or a constant key; empty if neither."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(slice=ast.Constant(value=str() as name)):
            return name
    return ""
