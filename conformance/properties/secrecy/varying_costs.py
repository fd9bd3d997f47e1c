"""Secrecy: a clock does not tell the answer where the reply is noisy.

If a step takes longer, or costs more, the larger a hidden value is, an agent reads the value from
the clock: the reply's noise, and every other step, are for nothing.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.secrecy.telling_costs import is_counter, shown_scalars
from hallmark_rl.conformance.survey.survey_data import Rollout

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_FURTHER, _FEWEST = 56, 40
_MOST_KINDS = 8
_FEWEST_COSTS = 4
_LEAST_SHARE, _LEAST_GAIN = 0.8, 0.3
"""Share of the answers that the cost must tell, and how much more than all else that is shown."""


@check("secrecy.varying_costs")
def varying_costs(context: CheckContext) -> None:
    """Make the same first step on many seeds, and tell the answers from its cost and its reply."""
    context.require_capability_absent("single_task", "there is one task")
    first = [solution for solution in context.solutions if len(solution.actions) > 1]
    if not first:
        raise NotApplicable("the oracle takes one step")
    kinds = {to_json(a): a for s in first for a in s.actions[:-1]}
    kinds |= {to_json(action): action for action in context.pool}
    solutions = [*first, *more_solutions(context, _FURTHER)]
    answers = [to_json(_answer(solution)) for solution in solutions]
    repeated = sum(count for count in Counter(answers).values() if count > 1)
    if len(solutions) < _FEWEST or len(set(answers)) < 3 or repeated < 0.8 * len(answers):
        raise NotApplicable("the answers are not a few that come again on other seeds")
    tried = False
    tables = ((a, _table(context, solutions, a)) for a in kinds.values())
    used = itertools.islice(((a, t) for a, t in tables if t), _MOST_KINDS)
    for action, (costs, others) in context.until_budget(used, least=2):
        for path, column in costs.items():
            if len(set(column)) < _FEWEST_COSTS:
                continue
            tried = True
            share = _told(column, answers)
            rest = max((_told(other, answers) for other in others.values()), default=0.0)
            usual = Counter(answers).most_common(1)[0][1] / len(answers)
            if share >= max(_LEAST_SHARE, max(rest, usual) + _LEAST_GAIN):
                raise PropertyViolated(
                    f"after {to_json(action)}, the change of {path} tells the answer on "
                    f"{round(share * len(answers))} of {len(answers)} seeds; what else is shown "
                    f"tells at most {round(max(rest, usual) * len(answers))}",
                    Episode.of(solutions[0].seed, [action], "a first step"),
                )
    if not tried:
        raise NotApplicable("no first step costs more on some seeds than on others")


def _answer(solution: Rollout) -> Action:
    return {k: v for k, v in solution.actions[-1].items() if k not in ("metadata", "type")}


def _table(
    context: CheckContext, solutions: Sequence[Rollout], action: Action
) -> tuple[dict[str, list[Any]], dict[str, list[Any]]] | None:
    """What a first step adds to counters, and all else that is shown then; by path, per seed."""
    costs: dict[str, list[Any]] = defaultdict(list)
    others: dict[str, list[Any]] = defaultdict(list)
    for solution in solutions:
        episode = Episode.of(solution.seed, [action], "a first step", **solution.options)
        trace = context.play(episode)
        if len(trace) < 2 or trace[1].data is None or trace[1].done:
            return None
        before, after = shown_scalars(trace[0].data), shown_scalars(trace[1].data)
        for path, value in after.items():
            if is_counter(path, value) and type(before.get(path)) in (int, float):
                costs[path].append(round(value - before[path], 6))
                continue
            others[path].append(value)
            for place, number in enumerate(
                _NUMBER.findall(str(value)) if isinstance(value, str) else ()
            ):
                others[f"{path} number {place}"].append(float(number))
    return _whole(costs, len(solutions)), _whole(others, len(solutions))


def _whole(columns: dict[str, list[Any]], count: int) -> dict[str, list[Any]]:
    return {path: column for path, column in columns.items() if len(column) == count}


def _told(column: Sequence[Any], answers: Sequence[str]) -> float:
    """Share of the answers that the other seeds with the nearest value tell."""
    right = 0
    for place, (value, answer) in enumerate(zip(column, answers, strict=True)):
        near = list(_nearest(column, answers, place, value))
        right += bool(near) and Counter(near).most_common(1)[0][0] == answer
    return right / len(answers)


def _nearest(
    column: Sequence[Any], answers: Sequence[str], place: int, value: Any
) -> Iterator[str]:
    others = [(c, a) for i, (c, a) in enumerate(zip(column, answers, strict=True)) if i != place]
    if type(value) in (int, float):
        gaps = [(abs(c - value), a) for c, a in others if type(c) in (int, float)]
        least = min((gap for gap, _ in gaps), default=0.0)
        yield from (answer for gap, answer in gaps if gap == least)
    else:
        yield from (answer for other, answer in others if other == value)
