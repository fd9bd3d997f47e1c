"""Measure branch coverage: which branches of a program a set of calls executes.

Rewards: programs without dead branches (a program that hard-codes answers has one per answer), and
test sets that reach every branch. Report it, or give it a small weight beside an outcome.
Cannot detect: conditions inside one expression; and a program that falsifies its count, because the
counting code runs inside the program. So use it as a `process` column, never as an `outcome`.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from hallmark_rl.sandbox import SandboxLike
from hallmark_rl.sdk.common.untrusted import UNREADABLE
from hallmark_rl.sdk.verifiers.source_checks import definition, parses
from hallmark_rl.sdk.verifiers.verdict import Verdict, run_problem

_MARK, _SEEN, _RUN = "hallmark_mark", "hallmark_seen", "hallmark_run"
_COUNTING_CODE = f"""
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
    sandbox: SandboxLike, source: str, entry: str, calls: Sequence[Sequence[Any]]
) -> Verdict:
    """The fraction of the program's branches that the calls execute.

    Args:
        sandbox: runs the program.
        source: the program.
        entry: the name of its top-level function that is called.
        calls: the positional arguments of each call.

    Returns:
        The fraction, with the first branch that was missed as the reason; 0 if the run failed.

    Raises:
        NotJudged: the sandbox could not run the program.
    """
    try:
        missed, branches = missed_branches(sandbox, source, entry, calls)
    except CoverageUnknown as problem:
        return Verdict(0.0, str(problem))
    if not missed:
        return Verdict(1.0)
    return Verdict(1 - len(missed) / branches, f"never reached: {missed[0]}")


def inverse_missed_branches(
    sandbox: SandboxLike,
    source: str,
    entry: str,
    calls: Sequence[Sequence[Any]],
    *,
    driver: str = "",
) -> Verdict:
    """1 / (1 + m), where m is the number of branches that the calls do not execute.

    Unlike `branch_coverage` it cannot be raised by adding branches that are always executed.

    Args:
        sandbox: runs the program.
        source: the program.
        entry: the name of the top-level function that is called, of the program or of `driver`.
        calls: the positional arguments of each call.
        driver: code that is appended to the program; its branches are not counted.

    Returns:
        The value, with the first branch that was missed as the reason; 0 if the run failed.

    Raises:
        NotJudged: the sandbox could not run the program.
    """
    try:
        missed, _ = missed_branches(sandbox, source, entry, calls, driver=driver)
    except CoverageUnknown as problem:
        return Verdict(0.0, str(problem))
    return Verdict(1 / (1 + len(missed)), f"never reached: {missed[0]}" if missed else "")


class CoverageUnknown(Exception):
    """The program does not define the entry or did not run to its end; the message says why."""


def missed_branches(
    sandbox: SandboxLike,
    source: str,
    entry: str,
    calls: Sequence[Sequence[Any]],
    *,
    driver: str = "",
) -> tuple[list[str], int]:
    """Descriptions of the branches that the calls do not execute, and the number of all branches.

    Raises:
        CoverageUnknown: the program does not define `entry`, is nested too deeply, or its run
            failed.
    """
    if not parses(source).passed or definition(f"{source}\n{driver}", entry) is None:
        raise CoverageUnknown(f"no {entry} to run")
    try:
        marked, branches = instrument(source, entry, driver)
    except UNREADABLE:
        raise CoverageUnknown("the program is nested too deeply to count its branches") from None
    outcome = sandbox.call(marked, _RUN, [([list(arguments) for arguments in calls],)])
    problem = run_problem(outcome, 1)
    if problem or not outcome.results[0].ok:
        raise CoverageUnknown(problem or "the run failed")
    reached = outcome.results[0].value
    numbers = reached if isinstance(reached, list) else []
    seen = {number for number in numbers if type(number) is int}
    return [name for number, name in enumerate(branches) if number not in seen], len(branches)


def instrument(source: str, entry: str, driver: str = "") -> tuple[str, list[str]]:
    """The program with a counter call in every branch, and a description of each branch."""
    tree = ast.parse(source)
    marker = _Marker()
    tree = marker.visit(tree)
    counting = ast.parse(_COUNTING_CODE.replace("ENTRY", entry)).body
    first = _after_future_imports(tree.body)
    tree.body[first:first] = counting[:2]
    tree.body += [*ast.parse(driver).body, *counting[2:]]
    return ast.unparse(ast.fix_missing_locations(tree)), marker.branches


class _Marker(ast.NodeTransformer):
    """Inserts a call of the counter into every block that may or may not run."""

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


def _after_future_imports(body: list[ast.stmt]) -> int:
    futures = [
        number
        for number, node in enumerate(body)
        if isinstance(node, ast.ImportFrom) and node.module == "__future__"
    ]
    return futures[-1] + 1 if futures else 0
