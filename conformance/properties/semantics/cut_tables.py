"""Semantics: a list or table that belongs to the task is shown to its end.

Where all lists are shorter than a number of lines, and many are just as long, what comes after it
may be cut off. If the oracle, which reads what is shown, fails on these tasks alone, it is.
"""

from __future__ import annotations

from collections import Counter, defaultdict

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.fresh_tasks import FreshTask, fresh_tasks
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_SEEDS = 80
_FEWEST = 12
"""Episodes with the greatest length, and with smaller ones."""
_FEWEST_LENGTHS = 4
_PILED = 3.0
"""How many times more often the greatest length must come up than the one before it."""
_LEAST_FAILURES = 0.25
"""Share of the longest tasks on which the oracle must fail, where it fails on no other."""


@check("semantic.cut_tables")
def cut_tables(context: CheckContext) -> None:
    """Compare the oracle's failures with the numbers of lines that first messages show."""
    context.require_capability_absent("stochastic", "a right policy may fail by chance")
    fresh = fresh_tasks(context, "semantic.cut_tables", most=_SEEDS, least=2 * _FEWEST)
    by_path: dict[str, list[tuple[int, FreshTask]]] = defaultdict(list)
    for task in fresh:
        for path, length in _lengths(task.first).items():
            by_path[path].append((length, task))
    cut = {path: long for path, items in by_path.items() if (long := _longest(items))}
    if not cut:
        raise NotApplicable("no list or text of several lines has one greatest length very often")
    for path, length in cut.items():
        longest = [task for number, task in by_path[path] if number == length]
        shorter = [task for number, task in by_path[path] if number < length]
        failed = [task for task in longest if task.failed]
        often = len(failed) >= _LEAST_FAILURES * len(longest)
        if often and not any(task.failed for task in shorter):
            raise PropertyViolated(
                f"the oracle fails on {len(failed)} of {len(longest)} seeds on which {path} has "
                f"{length} lines, and on none of {len(shorter)} on which it has fewer; none has "
                f"more: what comes after seems to be cut off",
                failed[0].rollout.episode("a cut table"),
            )


def _lengths(response: Response) -> dict[str, int]:
    """The numbers of lines of the first message's texts, and of items of its lists, by path."""
    found: dict[str, int] = {}
    for path, value in subtrees(shown_to_agent(response.data or {})):
        if isinstance(value, list):
            found[path] = len(value)
        elif isinstance(value, str) and "\n" in value:
            found[path] = len(value.splitlines())
    return found


def _longest(items: list[tuple[int, FreshTask]]) -> int:
    """The greatest length if tasks pile up at it; 0 if not."""
    counts = Counter(length for length, _ in items)
    longest = max(counts)
    usual = max(counts[longest - 1], counts[longest - 2], 1)
    is_piled = (
        len(counts) >= _FEWEST_LENGTHS
        and min(counts[longest], len(items) - counts[longest]) >= _FEWEST
        and counts[longest] >= _PILED * usual
    )
    return longest if is_piled else 0
