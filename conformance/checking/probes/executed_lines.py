"""Which lines of an environment's files run, and which blocks of its functions never do."""

from __future__ import annotations

import ast
import sys
import threading
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_SILENT = ast.Pass | ast.Global | ast.Nonlocal
"""Statements that may run without an event of their own."""


class LineTracer:
    """Records the lines that run in some files while it is the context of a `with` statement.

    It sees threads that begin meanwhile too, but no other process. A tracer that was set before,
    such as that of a debugger, is set again at the end.

    Args:
        paths: the files.
        watch: called with the file and the frame before each of their lines runs; None for nothing.

    Attributes:
        lines: how often each line ran, by file.
    """

    def __init__(
        self, paths: Collection[Path], watch: Callable[[Path, FrameType], None] | None = None
    ) -> None:
        self.lines: dict[Path, Counter[int]] = {path: Counter() for path in paths}
        self._watch = watch
        self._resolved = {path.resolve(): path for path in paths}
        self._by_name: dict[str, Path | None] = {}

    def __enter__(self) -> LineTracer:
        self._before = sys.gettrace(), threading.gettrace()
        sys.settrace(self._trace)
        threading.settrace(self._trace)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._before[0])
        threading.settrace(self._before[1])

    def _trace(self, frame: FrameType, event: str, argument: Any) -> Any:
        name = frame.f_code.co_filename
        if name not in self._by_name:  # a folder may be a link
            self._by_name[name] = self._resolved.get(Path(name).resolve())
        path = self._by_name[name]
        if path is None:
            return None
        lines, watch = self.lines[path], self._watch

        def local(frame: FrameType, event: str, argument: Any) -> Any:
            if event == "line":
                lines[frame.f_lineno] += 1
                if watch is not None:
                    watch(path, frame)
            return local

        return local


@dataclass(frozen=True)
class MissedBlock:
    """A block that did not run.

    Attributes:
        first: its first statement.
        tried: how often the statement ran that decides whether the block does; 0 for the body of a
            `while`, which often draws again what cannot be used.
    """

    first: ast.stmt
    tried: int

    @property
    def only_tells(self) -> bool:
        """Whether its first statement returns, keeps or appends a text, such as why not."""
        match self.first:
            case ast.Return(value=value) | ast.Assign(value=value) | ast.AugAssign(value=value):
                return value is not None and _holds_text(value)
            case ast.Expr(value=ast.Call() as call):
                return _holds_text(call)
        return False


@dataclass
class Blocks:
    """The blocks of the functions that were entered.

    Attributes:
        reached: how many of them ran.
        missed: the others.
    """

    reached: int = 0
    missed: list[MissedBlock] = field(default_factory=list)


def find_blocks(tree: ast.Module, lines: Mapping[int, int]) -> Blocks:
    """The blocks of the tree's functions that ran, and those that did not where they could.

    A block is the body of a function or of an `if`, `else`, loop, `with` or `case`, and what
    follows a statement in it that always leaves the block. Left out are functions that did not run
    at all or that Python's protocols ask for (`__getitem__`), error handlers, and blocks that only
    leave: by `raise`, `assert`, `break`, `continue`, or with a constant or something empty as the
    result.

    Args:
        tree: a module.
        lines: how often its lines ran.
    """
    found = Blocks()
    for function in ast.walk(tree):
        if isinstance(function, _Function) and not function.name.endswith("__"):
            entered = max((_count(statement, lines) for statement in function.body), default=0)
            if entered:
                _read_block(function.body, entered, lines, found)
    return found


def _read_block(body: list[ast.stmt], tried: int, lines: Mapping[int, int], found: Blocks) -> None:
    """Add a block and those within it; `tried` says how often what leads to it ran."""
    for statement in body:
        count = _count(statement, lines)
        if not count and _has_events(statement):
            if not _only_leaves(statement):
                found.missed.append(MissedBlock(statement, tried))
            return
        tried = count or tried
        if isinstance(statement, _Function | ast.ClassDef):
            continue
        inner = [getattr(statement, name, []) for name in ("body", "orelse", "finalbody")]
        inner += [case.body for case in getattr(statement, "cases", [])]
        for block in filter(None, inner):
            redraws = isinstance(statement, ast.While) and block is statement.body
            _read_block(block, 0 if redraws else count, lines, found)
        if isinstance(statement, ast.Return | ast.Raise | ast.Continue | ast.Break):
            break
    found.reached += 1


def _has_events(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.AnnAssign):
        return statement.value is not None
    is_constant = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return not is_constant and not isinstance(statement, _SILENT)


def _only_leaves(statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.Return):
        return isinstance(statement, ast.Raise | ast.Assert | ast.Break | ast.Continue)
    match statement.value:
        case None | ast.Name() | ast.Attribute():
            return True
        case ast.Constant(value=value):
            return not (isinstance(value, str) and value)
        case ast.List(elts=[]) | ast.Tuple(elts=[]) | ast.Dict(keys=[]):
            return True
    return False


def _holds_text(value: ast.expr) -> bool:
    """Whether a value is a text or one of two, or a tuple or call with one among its parts."""
    match value:
        case ast.JoinedStr() | ast.Constant(value=str()):
            return True
        case ast.Tuple(elts=parts):
            return any(map(_holds_text, parts))
        case ast.IfExp(body=one, orelse=other):
            return _holds_text(one) and _holds_text(other)
        case ast.Call(args=parts, keywords=named):
            return any(map(_holds_text, [*parts, *(keyword.value for keyword in named)]))
    return False


def _count(statement: ast.stmt, lines: Mapping[int, int]) -> int:
    """How often a statement ran; of one with a body, its head."""
    last = statement.end_lineno or statement.lineno
    inner = getattr(statement, "body", None) or getattr(statement, "cases", None)
    if inner:
        first = inner[0].lineno if hasattr(inner[0], "lineno") else inner[0].pattern.lineno
        last = max(statement.lineno, first - 1)
    decorators = getattr(statement, "decorator_list", [])
    begins = min([statement.lineno, *(item.lineno for item in decorators)])
    return max(lines.get(line, 0) for line in range(begins, last + 1))
