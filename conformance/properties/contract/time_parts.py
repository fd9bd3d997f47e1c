"""Static: times are compared as a whole, and not their hours and minutes each for itself.

`hour >= 16 and minute >= 30` is true at 16:45 and false at 17:10.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from hallmark_rl.conformance.actions.source_trees import own_trees
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_PARTS = (
    ("year", "month"),
    ("month", "day"),
    ("hour", "minute"),
    ("minute", "second"),
    ("major", "minor"),
)
"""Parts of a time or a version, the greater one first."""
_ENDS_OF_RANGES = {0, 1, 12, 23, 24, 28, 29, 30, 31, 59, 60}
"""Numbers with which a part is compared to see whether it is one at all."""
_UPWARDS, _DOWNWARDS = (ast.Gt, ast.GtE), (ast.Lt, ast.LtE)


@check("static.time_parts")
def time_parts(context: CheckContext) -> None:
    """Look for conditions that join the comparisons of two parts by `and`."""
    if context.subject.root is None:
        raise NotApplicable("the subject is not a folder")
    compared = False
    for _, name, tree in own_trees(context.subject):
        for node in ast.walk(tree):
            if not isinstance(node, ast.BoolOp) or not isinstance(node.op, ast.And):
                continue
            parts = list(_compared_parts(node))
            compared |= bool(parts)
            for one, other in itertools.permutations(parts, 2):
                if (one[0], other[0]) in _PARTS and one[1] == other[1] and one[2] == other[2]:
                    raise PropertyViolated(
                        f"{name}:{node.lineno} compares the {one[0]} and the {other[0]} each for "
                        f"itself: {ast.unparse(node)[:160]}"
                    )
    if not compared:
        raise NotApplicable("no condition compares hours, minutes or other parts of a time")


def _compared_parts(node: ast.BoolOp) -> Iterator[tuple[str, str, bool]]:
    """The parts that a condition compares: the name, of what it is a part, whether upwards."""
    for value in node.values:
        if not isinstance(value, ast.Compare) or len(value.ops) != 1:
            continue
        left, operator, right = value.left, value.ops[0], value.comparators[0]
        if not isinstance(operator, (*_UPWARDS, *_DOWNWARDS)) or _is_end_of_range(right):
            continue
        part = _part(left)
        if part is not None and (isinstance(right, ast.Constant) or _part(right) is not None):
            yield *part, isinstance(operator, _UPWARDS)


def _part(node: ast.expr) -> tuple[str, str] | None:
    """The name of a part in the singular, and of what it is a part; None for another value."""
    if isinstance(node, ast.Attribute):
        name, whole = node.attr, ast.unparse(node.value)
    elif isinstance(node, ast.Name):
        name, whole = node.id, ""
    else:
        return None
    word = name.lower().rpartition("_")[2].removesuffix("s")
    return (word, whole) if any(word in pair for pair in _PARTS) else None


def _is_end_of_range(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value in _ENDS_OF_RANGES
