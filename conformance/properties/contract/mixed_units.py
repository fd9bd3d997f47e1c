"""Static: no line adds, compares or assigns two values that are named after different units."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator, Sequence

from hallmark_rl.conformance.actions.source_trees import own_trees
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_UNITS = {
    "length": ("mm|millimetres?", "cm|centimetres?", "dm|decimetres?", "m|metres?", "km"),
    "mass": ("mg|milligrams?", "g|grams?", "kg|kilograms?", "tons?|tonnes?"),
    "volume": ("ml|millilitres?", "cl", "l|litres?|liters?"),
    "time": (
        "ms|millis|milliseconds?", "s|secs?|seconds?", "mins?|minutes?", "h|hrs?|hours?", "days?",
        "weeks?",
    ),
    "money": ("cents?", "euros?|eur|dollars?|usd"),
    "size": ("bytes?", "kb|kib", "mb|mib", "gb|gib"),
}  # fmt: skip
"""Units of one kind, each with the words that a name may end with."""
_WHOLE_NAME = re.compile(r"[a-z]{3,}s")
"""A name that is a unit by itself, as `hours`: `m` may be anything, and `WEEK` is a conversion."""


@check("static.mixed_units")
def mixed_units(context: CheckContext) -> None:
    """Look for sums, comparisons and assignments of names that end with different units."""
    if context.subject.root is None:
        raise NotApplicable("the subject is not a folder")
    found = False
    for _, name, tree in own_trees(context.subject):
        for node, operands in _together(tree):
            units = [(operand, unit) for operand in operands if (unit := _unit(operand))]
            found |= len(units) > 1
            for (one, left), (other, right) in itertools.combinations(units, 2):
                if left[0] == right[0] and left[1] != right[1]:
                    raise PropertyViolated(
                        f"{name}:{node.lineno} puts {ast.unparse(one)} and {ast.unparse(other)} "
                        f"together, which are named after different units: "
                        f"{ast.unparse(node).splitlines()[0][:120]}"
                    )
    if not found:
        raise NotApplicable("no line puts two values together that are named after units")


def _together(tree: ast.AST) -> Iterator[tuple[ast.stmt | ast.expr, Sequence[ast.expr]]]:
    """Statements and expressions with the values that must have one unit."""
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=right):
                yield node, [left, right]
            case ast.Compare(left=left, comparators=others):
                yield node, [left, *others]
            case ast.AugAssign(target=target, op=ast.Add() | ast.Sub(), value=value):
                yield node, [target, value]
            case ast.Assign(targets=[target], value=value):
                yield node, [target, value]
            case ast.Call(func=ast.Name(id="min" | "max"), args=arguments):
                yield node, arguments
            case ast.Call(keywords=keywords):
                for keyword in keywords:
                    if keyword.arg:
                        yield node, [ast.Name(keyword.arg), keyword.value]


def _unit(node: ast.expr) -> tuple[str, str] | None:
    """The kind and the unit that a variable or an attribute is named after."""
    if not isinstance(node, ast.Name | ast.Attribute):
        return None
    name = (node.id if isinstance(node, ast.Name) else node.attr).strip("_")
    before, _, word = name.rpartition("_")
    if not before and not _WHOLE_NAME.fullmatch(word):
        return None
    for kind, units in _UNITS.items():
        for unit in units:
            if re.fullmatch(unit, word.lower()):
                return kind, unit
    return None
