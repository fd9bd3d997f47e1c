"""Negative numbers that an environment's code computes as the row or column of a grid."""

from __future__ import annotations

import ast
import builtins
import copy
import gc
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

_HOOK = "__hallmark_grid_item__"

_Function = ast.FunctionDef | ast.AsyncFunctionDef
Place = tuple[Path, int, str]
"""A file, a line of it, and the expression there that reads a grid."""


class IndexWatch:
    """Watches the code of some files while it is the context of a `with` statement.

    Every function of the files runs a copy of its code that does the same, and counts where an
    index of `rows[y][x]` or `cells[y, x]` is negative. Python takes such a row from the other end.
    Indices that are written as constants or with a minus sign before them are meant, and are not
    counted; nor are those of a list that has no second index. Only one watch may be open at a time.

    Args:
        trees: the files, each with its syntax tree.

    Attributes:
        places: where grids may be read by computed indices.
        reached: how often these places ran.
        read: how often a number was an index there; keys of a dict do not count.
        negative: how often that number was negative.
    """

    def __init__(self, trees: Mapping[Path, ast.Module]) -> None:
        self.places: list[Place] = []
        self.reached = 0
        self.read = 0
        self.negative: Counter[Place] = Counter()
        self._codes: dict[tuple[str, str, int], CodeType] = {}
        self._before: list[tuple[FunctionType, CodeType]] = []
        for path, tree in trees.items():
            changed = copy.deepcopy(tree)
            hooks = _Hooks(path, self.places)
            for function in _outer_functions(changed):
                hooks.visit(function)
            module = compile(ast.fix_missing_locations(changed), str(path), "exec")
            for code in _inner_codes(module):
                self._codes[_key(path.resolve(), code)] = code

    def __enter__(self) -> IndexWatch:
        setattr(builtins, _HOOK, self._item)
        resolved: dict[str, Path] = {}
        functions = [item for item in gc.get_objects() if type(item) is FunctionType]
        for function in functions if self.places else ():
            code = function.__code__
            name = code.co_filename
            if name not in resolved:  # a folder may be a link
                resolved[name] = Path(name).resolve()
            watched = self._codes.get(_key(resolved[name], code))
            if watched is not None and watched.co_freevars == code.co_freevars:
                self._before.append((function, code))
                function.__code__ = watched
        return self

    def __exit__(self, *_: object) -> None:
        for function, code in self._before:
            function.__code__ = code
        delattr(builtins, _HOOK)

    def _item(self, rows: Any, index: Any, number: int) -> Any:
        """What `rows[index]` is."""
        parts = index if isinstance(index, tuple) else (index,)
        self.reached += 1
        numbers = [part for part in parts if _is_number(part)]
        if numbers and not isinstance(rows, dict):
            self.read += 1
            if min(numbers) < 0:
                self.negative[self.places[number]] += 1
        return rows[index]


class _Hooks(ast.NodeTransformer):
    """Replaces `rows[y][x]` by calls of the hook; `places` gets what is replaced."""

    def __init__(self, path: Path, places: list[Place]) -> None:
        self._path = path
        self._places = places

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
            inner = ast.Subscript(self.visit(rows.value), self.visit(rows.slice), ast.Load())
            node.value = self._hooked(ast.copy_location(inner, rows), text)
            node.slice = self.visit(node.slice)
        else:
            self.generic_visit(node)
        is_read = isinstance(node.ctx, ast.Load)
        return self._hooked(node, text) if is_read and (is_grid or is_cell) else node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Leave the annotation as it is."""
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_FunctionDef(self, node: _Function) -> ast.AST:
        """Leave decorators, annotations and defaults as they are."""
        node.body = [self.visit(statement) for statement in node.body]
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def _hooked(self, node: ast.Subscript, text: str) -> ast.expr:
        self._places.append((self._path, node.lineno, text))
        name = ast.Name(_HOOK, ast.Load())
        number = ast.Constant(len(self._places) - 1)
        return ast.copy_location(ast.Call(name, [node.value, node.slice, number], []), node)


def _outer_functions(block: ast.AST) -> Iterator[_Function]:
    """Functions and methods that do not stand within another one; what is beside them ran once."""
    for node in ast.iter_child_nodes(block):
        if isinstance(node, _Function):
            yield node
        else:
            yield from _outer_functions(node)


def _is_computed(index: ast.expr) -> bool:
    return not isinstance(index, ast.Constant | ast.Slice | ast.UnaryOp | ast.Tuple | ast.Starred)


def _is_number(index: Any) -> bool:
    return hasattr(index, "__index__") and not isinstance(index, bool)


def _inner_codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _inner_codes(constant)


def _key(path: Path, code: CodeType) -> tuple[str, str, int]:
    return str(path), code.co_qualname, code.co_firstlineno
