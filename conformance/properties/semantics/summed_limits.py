"""Semantics: what is taken stays below a shown limit, added up from what is shown of each item.

A limit is recognised by its name, and because all solutions stay below it and come near to it, and
twice as much is refused. Then a little more than the limit must be refused as well: else the grader
adds up other numbers than it shows, rounded ones for example.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like, play
from hallmark_rl.conformance.checking.probes.item_counts import Items, Taken, shown_items, taken
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import first_message
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH, _FEWEST, _FOUND = 12, 6, 3
"""Further solutions, how many must stay below a limit, and on how many it must be exceeded."""
_LIMIT = re.compile(r"(^|_)(limit|capacity|max|maximum|budget|room|allowance)(_|$)|_limit_", re.I)
_STOCK = re.compile(r"(^|_)(stock|available|left|supply|most)(_|$)", re.I)
_NEAR = 0.8
"""Share of the limit that solutions must use on average."""
_EXCESS = 0.06
"""Share of the limit by which it is exceeded at most."""
_TRIES = 10
_TINY = 1e-6


class _Limit(NamedTuple):
    """A limit for the sum of a number of each item, by its paths."""

    items: str
    number: str
    limit: str


class _Case(NamedTuple):
    """A solution, what it takes, what its first message shows of the items, and the limit."""

    solution: Rollout
    taken: Taken
    items: Items
    number: str
    limit: float

    def total(self, counts: Mapping[str, int]) -> float:
        """The sum of the items' numbers."""
        return float(sum(n * self.items[name][self.number] for name, n in counts.items()))


@check("semantic.summed_limits")
def summed_limits(context: CheckContext) -> None:
    """Exceed each limit a little, as cheaply as can be, and compare the returns."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    found: dict[_Limit, list[_Case]] = {}
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    for solution in solutions:
        for limit, case in _cases(context, solution):
            found.setdefault(limit, []).append(case)
    limits = {limit: cases for limit, cases in found.items() if _holds(cases, len(solutions))}
    if not limits:
        raise NotApplicable("no shown limit is one for the sum of what solutions take")
    for limit, cases in limits.items():
        exceeded: list[tuple[Episode, float, float]] = []
        for case in context.until_budget(cases, least=_FEWEST):
            if _is_refused(context, case):
                exceeded += itertools.islice(_exceeding(context, case), 1)
        if len(exceeded) >= _FOUND:
            episode, total, most = exceeded[0]
            raise PropertyViolated(
                f"items whose {limit.number!r} add up to {total:.6g} are paid like the solution, "
                f"though {limit.limit} is {most:.6g}; so on {len(exceeded)} seeds",
                episode,
            )


def _cases(context: CheckContext, solution: Rollout) -> Iterator[tuple[_Limit, _Case]]:
    message = first_message(context, solution)
    limits = {
        path: float(value)
        for path, value in subtrees(message)
        if _is_number(value) and _LIMIT.search(path.rpartition(".")[2]) and value > 0
    }
    for path, items in shown_items(message) if limits and solution.actions else ():
        numbers = [
            key
            for key in next(iter(items.values()))
            if all(_is_number(item.get(key)) and item[key] >= 0 for item in items.values())
        ]
        for reading in taken(solution.actions[-1], items):
            for number, (name, most) in itertools.product(numbers, limits.items()):
                yield _Limit(path, number, name), _Case(solution, reading, items, number, most)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _holds(cases: list[_Case], solutions: int) -> bool:
    """Whether all solutions stay below the limit, and come near to it."""
    used = [case.total(case.taken.counts) / case.limit for case in cases]
    if len(cases) < max(_FEWEST, solutions // 2):
        return False
    return max(used) <= 1 + _TINY and sum(used) / len(used) >= _NEAR


def _is_refused(context: CheckContext, case: _Case) -> bool:
    """Whether two and more times as much of everything earns nothing."""
    most = case.total(case.taken.counts)
    if not most:
        return False
    factor = int(2 * case.limit / most) + 1
    counts = {name: factor * count for name, count in case.taken.counts.items()}
    if max(case.taken.counts.values()) == 1:
        counts = {**case.taken.counts, **dict.fromkeys(case.items, 1)}
        if case.total(counts) <= case.limit:
            return False
    action = case.taken.with_counts(counts)
    if not context.source.valid(action):
        return True
    actions = [*case.solution.actions[:-1], action]
    return play(context, actions, case.solution.seed).total <= context.floor + _TINY


def _exceeding(context: CheckContext, case: _Case) -> Iterator[tuple[Episode, float, float]]:
    """Episodes with a little too much that are paid like the solution; the sum and the limit."""
    loads = [(case.total(counts), sorted(counts.items()), counts) for counts in _other_counts(case)]
    slightly = [load for load in loads if _TINY < load[0] / case.limit - 1 <= _EXCESS]
    for total, _, counts in sorted(slightly, key=lambda load: load[:2])[:_TRIES]:
        actions = [*case.solution.actions[:-1], case.taken.with_counts(counts)]
        episode = paid_like(context, case.solution, actions, "a little too much")
        if episode is not None:
            yield episode, total, case.limit


def _other_counts(case: _Case) -> Iterator[dict[str, int]]:
    """Counts with one of an item more, and of another one less or as many as before."""
    own = case.taken.counts
    at_once = max(own.values()) > 1
    for more, less in itertools.product(case.items, ["", *own]):
        stock = [v for k, v in case.items[more].items() if _STOCK.search(k) and _is_number(v)]
        most = min([*stock, 10**9 if at_once else 1])
        if more == less or own.get(more, 0) + 1 > most:
            continue
        counts = {**own, more: own.get(more, 0) + 1}
        if less:
            counts[less] -= 1
        yield {name: count for name, count in counts.items() if count}
