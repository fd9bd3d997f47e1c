"""Branch coverage of a program by calls of it: which of its branches ever ran.

Pays for: programs without dead branches (a table of special cases is a row of them), and test sets
that reach everything. Report it; do not pay for it alone.
Cannot see: conditions inside one expression. The program counts its own branches, so one that sets
out to lie about them can: an opinion on the process, never an outcome.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from hallmark_rl.sdk.verifiers.source import definition, parses
from hallmark_rl.sdk.verifiers.verdict import Caller, Verdict, ended_well

_MARK, _SEEN, _RUN = "hallmark_mark", "hallmark_seen", "hallmark_run"
_AROUND = f"""
{_SEEN} = {{}}
def {_MARK}(branch, value=None):
    {_SEEN}[branch] = True
    return value
def {_RUN}(calls):
    for arguments in calls:
        try:
            ENTRY(*arguments)
        except Exception:
            pass
    return sorted({_SEEN})
"""


def branch_coverage(
    box: Caller, source: str, entry: str, calls: Sequence[Sequence[Any]]
) -> Verdict:
    """The share of the program's branches that the calls reach, and one that they do not."""
    try:
        missed, branches = unreached(box, source, entry, calls)
    except NotCounted as problem:
        return Verdict(0.0, str(problem))
    if not missed:
        return Verdict(1.0)
    return Verdict(1 - len(missed) / branches, f"never reached: {missed[0]}")


def few_unreached(
    box: Caller, source: str, entry: str, calls: Sequence[Sequence[Any]], *, driver: str = ""
) -> Verdict:
    """1 if the calls reach every branch, 1/2 with one that they do not, 1/3 with two...

    It counts what is not reached and not the share of it, so no program gains by adding branches.
    `driver` is source that runs below the program and is not counted; `entry` may be its.
    """
    try:
        missed, _ = unreached(box, source, entry, calls, driver=driver)
    except NotCounted as problem:
        return Verdict(0.0, str(problem))
    return Verdict(1 / (1 + len(missed)), f"never reached: {missed[0]}" if missed else "")


class NotCounted(Exception):
    """The program did not run to its end, so nothing is known of its branches; says why."""


def unreached(
    box: Caller, source: str, entry: str, calls: Sequence[Sequence[Any]], *, driver: str = ""
) -> tuple[list[str], int]:
    """The branches that the calls do not reach, and how many branches there are."""
    if not parses(source).passed or definition(f"{source}\n{driver}", entry) is None:
        raise NotCounted(f"no {entry} to run")
    marked, branches = instrument(source, entry, driver)
    outcome = box.call(marked, _RUN, [([list(arguments) for arguments in calls],)])
    problem = ended_well(outcome, 1)
    if problem or not outcome.results[0].ok:
        raise NotCounted(problem or "the run failed")
    reached = outcome.results[0].value
    seen = set(reached) if isinstance(reached, list) else set()
    return [name for number, name in enumerate(branches) if number not in seen], len(branches)


def instrument(source: str, entry: str, driver: str = "") -> tuple[str, list[str]]:
    """The program with a mark in every branch and a runner, and what the branches are."""
    tree = ast.parse(source)
    marker = _Marker()
    tree = marker.visit(tree)
    around = ast.parse(_AROUND.replace("ENTRY", entry)).body
    first = _after_futures(tree.body)
    tree.body[first:first] = around[:2]
    tree.body += [*ast.parse(driver).body, *around[2:]]
    return ast.unparse(ast.fix_missing_locations(tree)), marker.branches


class _Marker(ast.NodeTransformer):
    """Puts a call of the marker into every block that may or may not run."""

    def __init__(self) -> None:
        self.branches: list[str] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._blocks(node, f"function {node.name}", "body")

    def visit_If(self, node: ast.If) -> ast.AST:
        return self._blocks(node, "if", "body", "orelse")

    def visit_For(self, node: ast.For) -> ast.AST:
        return self._blocks(node, "for", "body", *_orelse(node))

    def visit_While(self, node: ast.While) -> ast.AST:
        return self._blocks(node, "while", "body", *_orelse(node))

    def visit_Try(self, node: ast.Try) -> ast.AST:
        if node.orelse:
            mark = ast.Expr(self._mark(f"else of line {node.lineno}"))
            node.orelse = [mark, *node.orelse]
        return self.generic_visit(node)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        return self._blocks(node, "except", "body")

    def visit_match_case(self, node: ast.match_case) -> ast.AST:
        return self._blocks(node, "case", "body")

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        line = node.lineno
        node.body = self._mark(f"if on line {line}", node.body)
        node.orelse = self._mark(f"else of line {line}", node.orelse)
        return node

    def _blocks(self, node: ast.AST, what: str, *fields: str) -> ast.AST:
        line = getattr(node, "lineno", None) or node.pattern.lineno  # type: ignore[attr-defined]
        names = [f"{what} on line {line}", f"else of line {line}"]
        for name, where in zip(names, fields, strict=False):
            mark = ast.Expr(self._mark(name))
            setattr(node, where, [mark, *getattr(node, where)])
        return self.generic_visit(node)

    def _mark(self, name: str, *value: ast.expr) -> ast.Call:
        self.branches.append(name)
        number = ast.Constant(len(self.branches) - 1)
        return ast.Call(ast.Name(_MARK, ast.Load()), [number, *value], [])


def _orelse(node: ast.For | ast.While) -> list[str]:
    return ["orelse"] if node.orelse else []


def _after_futures(body: list[ast.stmt]) -> int:
    futures = [
        number
        for number, node in enumerate(body)
        if isinstance(node, ast.ImportFrom) and node.module == "__future__"
    ]
    return futures[-1] + 1 if futures else 0
