"""What an environment's code compares: floats that differ by a rounding error, and unlike types."""

from __future__ import annotations

import ast
import enum
import itertools
import math
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.checking.probes.code_watch import CodeWatch, Hooks, Place

_ROUNDING = 1e-12
"""Difference that rounding explains: thousands of additions do not add up to more. It is relative
to the larger number, and absolute below 1."""
_ITEMS = 50
_KINDS: Mapping[type, str] = {
    str: "a text", bytes: "bytes", bool: "a number", int: "a number", float: "a number",
    list: "a list", tuple: "a tuple", set: "a set", frozenset: "a set", dict: "a dict",
}  # fmt: skip
_SIGNS: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.In: "in", ast.NotIn: "not in"
}  # fmt: skip


class _ComparisonHooks(Hooks):
    """Hooks `a == b`, `a != b`, `a in b` and `a not in b`."""

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """Hook a single comparison; the middle value of `a == b == c` is made only once."""
        text = ast.unparse(node)
        self.generic_visit(node)
        if len(node.ops) > 1 or type(node.ops[0]) not in _SIGNS:
            return node
        sign = ast.Constant(_SIGNS[type(node.ops[0])])
        return self.hooked(node, text, node.left, node.comparators[0], sign)


class ComparisonWatch(CodeWatch):
    """Watches comparisons for equality and membership.

    Args:
        trees: the files, each with its syntax tree.

    Attributes:
        nearly: two numbers, one of them a float, that `==` or `!=` told apart although they differ
            by a rounding error, by the place.
        unlike: how often both values were of types of which no two values are equal, by the place;
            for membership, how often no item was of the type of the value.
        alike: how often they were of other types; None is not counted.
        kinds: the two types that were last unlike, by the place.
    """

    hooks = _ComparisonHooks

    def __init__(self, trees: Mapping[Path, ast.Module]) -> None:
        super().__init__(trees)
        self.nearly: dict[Place, tuple[float, float]] = {}
        self.unlike: Counter[Place] = Counter()
        self.alike: Counter[Place] = Counter()
        self.kinds: dict[Place, tuple[str, str]] = {}

    def seen(self, left: Any, right: Any, sign: str, number: int) -> Any:
        """What `left sign right` is."""
        place = self.places[number]
        if sign in ("==", "!="):
            if _nearly_equal(left, right):
                self.nearly.setdefault(place, (left, right))
            self._count(place, _kind(left), _kind(right))
            return left == right if sign == "==" else left != right
        if type(right) in (list, tuple, set, frozenset, dict) and right:
            kinds = {_kind(item) for item in itertools.islice(right, _ITEMS)}
            if len(kinds) == 1:
                self._count(place, _kind(left), kinds.pop())
            else:
                self.alike[place] += 1
        return left in right if sign == "in" else left not in right

    def _count(self, place: Place, left: str, right: str) -> None:
        if left == right or "other" in (left, right):
            self.alike[place] += 1
        elif "nothing" not in (left, right):
            self.unlike[place] += 1
            self.kinds[place] = left, right


def _kind(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, enum.Enum) and type(value).__eq__ is object.__eq__:
        return "a member of an enum"
    return _KINDS.get(type(value), "other")


def _nearly_equal(left: Any, right: Any) -> bool:
    if float not in (type(left), type(right)) or not {type(left), type(right)} <= {float, int}:
        return False
    try:
        return left != right and math.isclose(left, right, rel_tol=_ROUNDING, abs_tol=_ROUNDING)
    except OverflowError:  # an integer that is larger than any float
        return False
