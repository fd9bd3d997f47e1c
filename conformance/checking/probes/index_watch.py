"""Negative numbers that an environment's code computes as the row or column of a grid."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.checking.probes.code_watch import CodeWatch, Hooks, Place


class _GridHooks(Hooks):
    """Hooks `rows[y][x]` and `cells[y, x]`."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """Hook the two indices of a grid; of what is assigned, the first one."""
        rows = node.value
        is_cell = isinstance(node.slice, ast.Tuple) and all(map(_is_computed, node.slice.elts))
        is_grid = (
            isinstance(rows, ast.Subscript)
            and isinstance(rows.ctx, ast.Load)
            and _is_computed(rows.slice)
            and _is_computed(node.slice)
        )
        text = ast.unparse(node)
        if is_grid:
            assert isinstance(rows, ast.Subscript)
            inner = [self.visit(rows.value), self.visit(rows.slice)]
            node.value = self.hooked(rows, text, *inner)
            node.slice = self.visit(node.slice)
        else:
            self.generic_visit(node)
        is_read = isinstance(node.ctx, ast.Load)
        if is_read and (is_grid or is_cell):
            return self.hooked(node, text, node.value, node.slice)
        return node


class IndexWatch(CodeWatch):
    """Counts where an index of `rows[y][x]` or `cells[y, x]` is negative.

    Python takes such a row from the other end. Indices that are written as constants or with a
    minus sign before them are meant, and are not counted; nor are those of a list that has no
    second index.

    Args:
        trees: the files, each with its syntax tree.

    Attributes:
        reached: how often grids may have been read by computed indices.
        read: how often a number was an index there; keys of a dict do not count.
        negative: how often that number was negative.
    """

    hooks = _GridHooks

    def __init__(self, trees: Mapping[Path, ast.Module]) -> None:
        super().__init__(trees)
        self.reached = 0
        self.read = 0
        self.negative: Counter[Place] = Counter()

    def seen(self, rows: Any, index: Any, number: int) -> Any:
        """What `rows[index]` is."""
        parts = index if isinstance(index, tuple) else (index,)
        self.reached += 1
        numbers = [part for part in parts if _is_number(part)]
        if numbers and not isinstance(rows, dict):
            self.read += 1
            if min(numbers) < 0:
                self.negative[self.places[number]] += 1
        return rows[index]


def _is_computed(index: ast.expr) -> bool:
    return not isinstance(index, ast.Constant | ast.Slice | ast.UnaryOp | ast.Tuple | ast.Starred)


def _is_number(index: Any) -> bool:
    return hasattr(index, "__index__") and not isinstance(index, bool)
