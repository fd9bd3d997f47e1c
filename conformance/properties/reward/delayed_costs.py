"""Reward: a step is charged what it costs itself, not what the step before cost.

If the charge follows from the action before, the first step is charged for nothing and the last one
is free: the dearest action is kept for the end.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_SEEDS, _ACTIONS, _FEWEST = 3, 8, 3
"""Seeds, actions on each, and how many of these must cost different amounts."""
_COST = re.compile(
    r"(^|[._])(costs?|energy|fuel|charged?|spent|spending|price|fees?|power|fares?|wages?|expenses?"
    r"|penalt(y|ies)|consumption|bill|reward)([._]|$)",
    re.I,
)

Numbers = dict[str, float]


@check("reward.delayed_costs")
def delayed_costs(context: CheckContext) -> None:
    """Take pairs of actions, and ask which of the two decides what the second step is charged."""
    context.require_deterministic()
    found: dict[str, list[tuple[Episode, str]]] = defaultdict(list)
    tried = False
    for seed in context.until_budget(context.seeds[:_SEEDS], least=2):
        first, second = _charged(context, seed)
        paths = set.intersection(*(set(numbers) for numbers in first.values())) if first else set()
        for path in sorted(filter(_COST.search, paths)):
            by_action = {
                a: {x: numbers[path] for (b, x), numbers in second.items() if b == a}
                for a in first
                if all(path in numbers for (b, _), numbers in second.items() if b == a)
            }
            tried = tried or any(len(set(costs.values())) > 1 for costs in by_action.values())
            for group in _alike({a: first[a][path] for a in by_action}):
                late = {a: _single(by_action[a], a) for a in group}
                if None in late.values() or len(set(late.values())) < _FEWEST:
                    continue
                one, other = sorted(late, key=lambda a: late[a] or 0.0)[:: len(late) - 1]
                episode = Episode.of(seed, [json.loads(one), json.loads(other)], "pair")
                text = (
                    f"{path} of the second step is {late[one]:.4g} after {one}, and "
                    f"{late[other]:.4g} after {other}, whatever the second step does; of the first "
                    f"step it is the same for {len(group)} actions"
                )
                found[path].append((episode, text))
                break
    for cases in found.values():
        if len(cases) == _SEEDS:
            raise PropertyViolated(f"{cases[0][1]}; so on {_SEEDS} seeds", cases[0][0])
    if not tried:
        raise NotApplicable("no number that is named as a cost differs between two second steps")


def _charged(
    context: CheckContext, seed: int
) -> tuple[dict[str, Numbers], dict[tuple[str, str], Numbers]]:
    """What first steps are charged, and second ones; both by the actions, as JSON."""
    actions: dict[str, Action] = {}
    first: dict[str, Numbers] = {}
    for action in _candidates(context):
        trace = context.play(Episode.of(seed, [action], "a first step"))
        if len(trace) == 2 and trace[1].data is not None and not trace[1].done:
            actions[to_json(action)] = action
            first[to_json(action)] = dict(_numbers(trace[0].data, trace[1].data))
        if len(actions) == _ACTIONS:
            break
    second: dict[tuple[str, str], Numbers] = {}
    for name, action in actions.items():
        for other, after in actions.items():
            trace = context.play(Episode.of(seed, [action, after], "a pair"))
            if len(trace) == 3 and trace[2].data is not None:
                second[name, other] = dict(_numbers(trace[1].data, trace[2].data))
    return first, second


def _candidates(context: CheckContext) -> Iterator[Action]:
    """Valid actions, each once; those that change something first."""
    seen: set[str] = set()
    for action in [*context.survey.changing, *context.pool]:
        if to_json(action) not in seen:
            seen.add(to_json(action))
            yield action


def _numbers(before: Any, after: Any) -> Iterator[tuple[str, float]]:
    """The numbers of a message, and how much each has grown."""
    old = {path: value for path, value in subtrees(before or {}) if type(value) in (int, float)}
    for path, value in subtrees(after):
        if type(value) in (int, float) and not path.startswith("metadata"):
            yield path, round(value, 6)
            if path in old and path != "reward":
                yield f"{path} (its growth)", round(value - old[path], 6)


def _alike(costs: dict[str, float]) -> list[list[str]]:
    """Actions that cost the same as a first step, three or more."""
    groups: dict[float, list[str]] = defaultdict(list)
    for action, cost in costs.items():
        groups[cost].append(action)
    return [group for group in groups.values() if len(group) >= _FEWEST]


def _single(costs: dict[str, float], action: str) -> float | None:
    """What every other action than the first one is charged next; None if they differ."""
    values = {cost for other, cost in costs.items() if other != action}
    return values.pop() if len(values) == 1 and len(costs) > _FEWEST else None
