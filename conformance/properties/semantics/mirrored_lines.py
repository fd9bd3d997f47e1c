"""Semantics: the lines and directions of a board are those of its mirror image.

Where a text speaks of rows, columns and diagonals, tables of lines (`(0, 1, 2)`, `((0, 0), (1, 1),
(2, 2))`), functions that list them by the size of the board, and tables of directions (`(1, 1)`) in
the modules of the environment must not lose or gain a line when left and right are exchanged.
"""

from __future__ import annotations

import functools
import inspect
import math
import re
import sys
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.processes.forking import run_in_fork

_DIAGONAL = re.compile(r"\bdiagonal", re.I)
_STRAIGHT = re.compile(r"\b(?:rows?|columns?|lines?|horizontal|vertical|orthogonal|straight)", re.I)
_LINES = re.compile(r"line|win|triple|quad|run|pattern|combo", re.I)
_LISTING = re.compile(
    r"_*(?:all_|board_|winning_|win_)?lines|_*winning_(?:rows|sets|triples)", re.I
)
_DIRECTIONS = re.compile(r"dir|delta|offset|step|vector|way|around|neighbou?r|ray", re.I)
"""Names of tables of lines, of functions that list them, and of tables of directions."""
_SIZE = re.compile(r"size|side|n|width|length|cells|board_size|dim", re.I)
_SIZES, _SECONDS = (3, 4, 5, 6), 2.0
"""Sizes for which a function is called, and the seconds that all calls may take."""
_LONGEST, _FEWEST_LINES, _MOST_LINES = 6, 4, 500
_FEWEST_DIRECTIONS, _FARTHEST = 3, 2

Cell = tuple[int, int]
Line = frozenset[Cell]


@check("semantic.mirrored_lines")
def mirrored_lines(context: CheckContext) -> None:
    """Mirror the tables of lines and directions in the modules of the environment."""
    sentences = task_sentences(context)
    if not any(map(_DIAGONAL.search, sentences)) or not any(map(_STRAIGHT.search, sentences)):
        raise NotApplicable("no text speaks of diagonals and of rows or columns")
    tables = 0
    for module in _own_modules(context.subject.root):
        for name, value in sorted(vars(module).items()):
            where = f"{Path(module.__file__ or '').name}: {name}"
            for size, lines in _listed_lines(name, value):
                tables += bool(lines)
                missing = _unmirrored(lines)
                if missing:
                    raise PropertyViolated(
                        f"{where}{size} has the line {_text(_mirrored(missing, lines))} and not "
                        f"its mirror image {_text(missing)}"
                    )
            directions = _directions(name, value)
            tables += bool(directions)
            lost = _lost_direction(directions)
            if lost:
                raise PropertyViolated(f"{where} has no direction {lost}, which mirrors another")
    if not tables:
        raise NotApplicable("no table of lines or directions was found in the modules")


def _own_modules(root: Path | None) -> list[ModuleType]:
    """The imported modules whose files are in the folder, proof.py aside."""
    found = []
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None)
        path = Path(file).resolve() if file else None
        if root is None or path is None or name.rpartition(".")[2] == "proof":
            continue
        if path.is_relative_to(root.resolve()):
            found.append(module)
    return found


def _listed_lines(name: str, value: Any) -> Iterator[tuple[str, set[Line]]]:
    """Tables of lines under a name, each with the size for which a function lists it."""
    if isinstance(value, FunctionType | functools._lru_cache_wrapper):
        names = [*inspect.signature(value).parameters] if _LISTING.fullmatch(name) else []
        if len(names) == 1 and _SIZE.fullmatch(names[0]):
            called = run_in_fork(functools.partial(_call, value), _SECONDS)
            for size, listed in zip(
                _SIZES, called if isinstance(called, list) else (), strict=False
            ):
                yield f"({size})", _as_lines(listed, size)
    elif _LINES.search(name):
        yield "", _as_lines(value, None)


def _call(function: Callable[[int], Any]) -> list[Any]:
    """What a function returns for each size, as lists; an empty one where it raises."""
    results: list[Any] = []
    for size in _SIZES:
        try:
            results.append([sorted(line) for line in function(size)])
        except Exception:  # it may want another size
            results.append([])
    return results


def _as_lines(value: Any, size: int | None) -> set[Line]:
    """The lines of a table: of pairs, or of numbers of squares; empty if it is none."""
    if not isinstance(value, list | tuple | set | frozenset):
        return set()
    if not _FEWEST_LINES <= len(value) <= _MOST_LINES:
        return set()
    rows = [list(row) for row in value if isinstance(row, list | tuple | set | frozenset)]
    if len(rows) < len(value) or not 3 <= len(rows[0]) <= _LONGEST:
        return set()
    if len({len(row) for row in rows}) > 1:
        return set()
    cells = [cell for row in rows for cell in row]
    if all(type(cell) is int and cell >= 0 for cell in cells):
        side = size or math.isqrt(max(cells) + 1)
        if max(cells) + 1 != side * side:
            return set()
        return {frozenset(divmod(cell, side) for cell in row) for row in rows}
    if all(_is_pair(cell) and min(cell) >= 0 for cell in cells):
        return {frozenset((cell[0], cell[1]) for cell in row) for row in rows}
    return set()


def _is_pair(cell: Any) -> bool:
    return isinstance(cell, tuple | list) and len(cell) == 2 and all(type(n) is int for n in cell)


def _mirrored(line: Line, lines: Collection[Line]) -> Line:
    width = 1 + max(column for each in lines for _, column in each)
    return frozenset((row, width - 1 - column) for row, column in line)


def _unmirrored(lines: set[Line]) -> Line | None:
    """A line that the table lacks and whose mirror image it has."""
    images = {_mirrored(line, lines) for line in lines}
    return min(images - lines, key=sorted, default=None)


def _directions(name: str, value: Any) -> set[Cell]:
    """The directions of a table, as pairs of -2 to 2."""
    if isinstance(value, dict):
        value = list(value.values())
    if not _DIRECTIONS.search(name) or not isinstance(value, list | tuple | set | frozenset):
        return set()
    pairs = [(pair[0], pair[1]) for pair in value if _is_pair(pair)]
    near = all(max(map(abs, pair)) <= _FARTHEST and any(pair) for pair in pairs)
    complete = len(pairs) == len(value) >= _FEWEST_DIRECTIONS
    return set(pairs) if complete and near and any(all(pair) for pair in pairs) else set()


def _lost_direction(directions: set[Cell]) -> Cell | None:
    """A direction that mirrors another one and is not in the table, also not turned round."""
    opposite = {(-row, -column) for row, column in directions}
    wanted = {(row, -column) for row, column in directions}
    if directions & opposite:
        return min((wanted | opposite) - directions, default=None)
    return min(wanted - directions - opposite, default=None)


def _text(line: Line) -> str:
    return ", ".join(map(str, sorted(line)))
