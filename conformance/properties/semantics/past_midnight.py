"""Semantics: hours of the clock that pass midnight, such as 22 to 6, are not an empty range.

`start <= hour < end` holds for no hour if the range begins at 22 and ends at 6. Functions that
compare the two bounds with each other, or take a remainder of one, are left out: they may handle
such ranges in another way.
"""

from __future__ import annotations

import ast
import contextlib
import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from hallmark_rl.conformance.actions.source_trees import own_trees
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.executed_lines import LineTracer
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_SEEDS, _FEWEST_SEEDS, _FEWEST = 40, 12, 2
"""Seeds that are played, at least, and on how many an empty range must be seen."""
_AUTHORS = ("proof.py", "text.py", "client.py", "app.py")
_CLOCK = re.compile(r"\b(?:hours?|clock|o'clock|midnight|nights?|overnight)\b", re.I)
_BOUND = re.compile(
    r"start|begin|from|open|sleep|quiet|night|since|first|close|end|until|till|stop|last|low|high|"
    r"^to$|hour",
    re.I,
)
"""Names of what a range of hours begins and ends with."""
_LATEST_HOUR, _TIME = 24, re.compile(r"([01]?\d|2[0-4]):[0-5]\d")


@dataclass(frozen=True)
class _Range:
    """A comparison `begin <= value < end` in the source, and what computes both bounds."""

    text: str
    begin: CodeType
    end: CodeType

    def bounds(self, frame: FrameType) -> tuple[Any, Any]:
        """The bounds at a line that is about to run."""
        begin, end = (
            eval(code, frame.f_globals, frame.f_locals)  # names and items of the subject's own code
            for code in (self.begin, self.end)
        )
        return begin, end


@check("semantic.past_midnight")
def past_midnight(context: CheckContext) -> None:
    """Play resets and solutions, and look at the bounds of each comparison of this kind."""
    if context.subject.url is not None:
        raise NotApplicable("the environment's code does not run in this process")
    said = next(filter(_CLOCK.search, task_sentences(context)), "")
    if not said:
        raise NotApplicable("no text speaks of hours, nights or a clock")
    ranges: dict[tuple[Path, int], _Range] = {}
    names: dict[Path, Path] = {}
    for path, name, tree in own_trees(context.subject):
        if path.name not in _AUTHORS:
            names[path] = name
            ranges.update({(path, line): found for line, found in _ranges(tree)})
    if not ranges:
        raise NotApplicable("the source compares nothing with two named bounds at once")
    seen: dict[tuple[Path, int], dict[int, tuple[Any, Any]]] = {}
    seed = 0

    def watch(path: Path, frame: FrameType) -> None:
        place = path, frame.f_lineno
        if place not in ranges or seed in seen.get(place, {}):
            return
        with contextlib.suppress(Exception):
            begin, end = ranges[place].bounds(frame)
            if _is_empty(begin, end):
                seen.setdefault(place, {})[seed] = begin, end

    solved = {solution.seed: solution.actions for solution in context.survey.solutions}
    seeds = [s for s in [*context.seeds, *range(1001, 1001 + _SEEDS)] if s is not None]
    with LineTracer(names, watch):
        for seed in context.until_budget(seeds[:_SEEDS], least=_FEWEST_SEEDS):
            actions = solved.get(seed) or context.random_episode(seed, 3, "hours").actions
            context.play(Episode.of(seed, actions, "hours"), stop=False)
    for (path, line), bounds in seen.items():
        if len(bounds) >= _FEWEST:
            example, (begin, end) = next(iter(bounds.items()))
            raise PropertyViolated(
                f"{names[path]}:{line}: `{ranges[path, line].text}` holds for nothing where the "
                f"range is {begin} to {end}, as on {len(bounds)} seeds, and a text speaks of "
                f"{said[:120]!r}",
                Episode.of(example, [], "opening"),
            )


def _is_empty(begin: Any, end: Any) -> bool:
    """Whether a range of hours, times or texts such as `22:00` begins after its end."""
    if isinstance(begin, datetime.time) and isinstance(end, datetime.time):
        return begin > end
    if isinstance(begin, str) and isinstance(end, str):
        return bool(_TIME.fullmatch(begin) and _TIME.fullmatch(end)) and begin > end
    if not all(isinstance(x, int | float) and not isinstance(x, bool) for x in (begin, end)):
        return False
    return bool(_LATEST_HOUR >= begin > end >= 0)


def _ranges(tree: ast.Module) -> Iterator[tuple[int, _Range]]:
    """The comparisons of functions that do not handle bounds in the other order, by line."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        nodes = list(ast.walk(function))
        for node in nodes:
            if not (
                isinstance(node, ast.Compare)
                and len(node.ops) == 2
                and all(isinstance(op, ast.Lt | ast.LtE) for op in node.ops)
            ):
                continue
            begin, end = node.left, node.comparators[1]
            if not (_is_bound(begin) and _is_bound(end)) or _handles_order(nodes, node, begin, end):
                continue
            yield (
                node.lineno,
                _Range(ast.unparse(node), _compiled(begin), _compiled(end)),
            )


def _is_bound(node: ast.expr) -> bool:
    """Whether it is a name, an attribute or an item with a constant index, named like a bound."""
    inner: ast.expr = node
    while isinstance(inner, ast.Attribute | ast.Subscript):
        if isinstance(inner, ast.Subscript) and not isinstance(inner.slice, ast.Constant):
            return False
        inner = inner.value
    return isinstance(inner, ast.Name) and _BOUND.search(ast.unparse(node)) is not None


def _handles_order(nodes: list[ast.AST], own: ast.Compare, begin: ast.expr, end: ast.expr) -> bool:
    """Whether a function compares the bounds, or takes a remainder of one of them."""
    bounds = {ast.unparse(begin), ast.unparse(end)}
    for node in nodes:
        if isinstance(node, ast.Compare) and node is not own:
            if bounds <= {ast.unparse(part) for part in (node.left, *node.comparators)}:
                return True
        elif (
            isinstance(node, ast.BinOp)
            and isinstance(node.op, ast.Mod)
            and bounds
            & {ast.unparse(part) for part in ast.walk(node) if isinstance(part, ast.expr)}
        ):
            return True
    return False


def _compiled(node: ast.expr) -> CodeType:
    return compile(ast.Expression(node), "<bound>", "eval")
