"""Secrecy: what a step costs does not tell what its reply leaves open.

Tests of several suspects whose replies are alike must cost the same: if the clock moves by another
amount for the suspect that is the answer, a policy reads the clock instead of the replies.
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.client.refusals import VERDICT
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FURTHER, _FEWEST = 24, 6
"""Further seeds, and on how many replies must read alike."""
_COUNTER = re.compile(
    r"clock|time|minute|second|hour|elapsed|spent|cost|budget|money|cash|energy|fuel|battery|used"
    r"|left|remaining",
    re.I,
)
_MOST_SUSPECTS, _MOST_KINDS, _TIMES = 8, 4, 3


@dataclass(frozen=True)
class _Reply:
    """What a step on one suspect shows that is new, and by how much it moves the counters."""

    suspect: str
    reads: str
    counters: dict[str, float]
    episode: Episode


@check("secrecy.telling_costs")
def telling_costs(context: CheckContext) -> None:
    """Do the same to each of several shown suspects, of which one is the answer."""
    context.require_deterministic()
    alike: dict[tuple[str, str], list[bool]] = defaultdict(list)
    examples: dict[tuple[str, str], Episode] = {}
    solutions = [*context.solutions, *more_solutions(context, _FURTHER)]
    for solution in context.until_budget(solutions, least=2 * _FEWEST):
        for field, suspects in _suspects(context, solution):
            right = solution.actions[-1][field]
            for kind, action in _kinds(context, solutions, field, suspects).items():
                replies = list(_replies(context, solution, action, field, suspects))
                judged: dict[str, list[bool]] = defaultdict(list)
                for path, tells, episode in _judged(replies, right):
                    judged[path].append(tells)
                    examples.setdefault((kind, path), episode)
                for path, found in judged.items():
                    alike[kind, path].append(all(found))
    tried = {key: tasks for key, tasks in alike.items() if len(tasks) >= _FEWEST}
    if not tried:
        raise NotApplicable(
            f"on fewer than {_FEWEST} tasks a step that is done to each of several suspects reads "
            "alike for the right one and another"
        )
    for (kind, path), tasks in tried.items():
        if all(tasks):
            raise PropertyViolated(
                f"after {kind}, the replies for the right one and for others read alike, but "
                f"{path} moves by another amount for the right one, on all {len(tasks)} tasks",
                examples[kind, path],
            )


def _suspects(context: CheckContext, solution: Rollout) -> Iterator[tuple[str, list[str]]]:
    """Fields of the last action with an item of a shown list of three or more texts; its items."""
    if len(solution.actions) < 2:
        return
    opening = Episode.of(solution.seed, [], "opening", **solution.options)
    shown = shown_to_agent(context.play(opening)[0].data or {})
    lists = [
        part
        for _, part in subtrees(shown)
        if isinstance(part, list) and len(part) > 2 and all(isinstance(item, str) for item in part)
    ]
    for field, value in solution.actions[-1].items():
        found = next((part for part in lists if value in part), None)
        if isinstance(value, str) and found:
            yield field, found[:_MOST_SUSPECTS]


def _kinds(
    context: CheckContext, solutions: list[Rollout], field: str, suspects: list[str]
) -> dict[str, Action]:
    """Steps before the last one, and valid actions, with a text in the field, by all else."""
    steps = [action for solution in solutions for action in solution.actions[:-1]]
    kinds: dict[str, Action] = {}
    for action in [*steps, *context.pool]:
        if isinstance(action.get(field), str) and action[field]:
            rest = {key: value for key, value in action.items() if key != field}
            if not any(name in to_json(rest) for name in suspects):
                kinds.setdefault(to_json({**rest, field: "..."}), action)
    return dict(list(kinds.items())[:_MOST_KINDS])


def _replies(
    context: CheckContext, solution: Rollout, action: Action, field: str, suspects: list[str]
) -> Iterator[_Reply]:
    """What each of a few repetitions of a step on each suspect shows."""
    for suspect in suspects:
        made = {**action, field: suspect}
        if not context.source.valid(made):
            continue
        episode = Episode.of(solution.seed, [made] * _TIMES, "a suspect", **solution.options)
        shown = [shown_scalars(each.data) for each in context.play(episode) if not each.done]
        for before, after in itertools.pairwise(shown):
            counters = {
                path: value - before[path]
                for path, value in after.items()
                if is_counter(path, value) and path in before
            }
            told = (
                str(value)
                for path, value in after.items()
                if value != before.get(path) and not is_counter(path, value)
            )
            reads = "; ".join(told).replace(suspect, "...")
            yield _Reply(suspect, reads, counters, episode)


def shown_scalars(data: Any) -> dict[str, Any]:
    """What is shown, by its path; nothing of the reward."""
    shown = shown_to_agent({k: v for k, v in (data or {}).items() if k not in VERDICT})
    return {path: v for path, v in subtrees(shown) if not isinstance(v, dict | list)}


def is_counter(path: str, value: Any) -> bool:
    return type(value) in (int, float) and _COUNTER.search(path) is not None


def _judged(replies: list[_Reply], right: str) -> Iterator[tuple[str, bool, Episode]]:
    """For each counter, whether it tells the right suspect where the replies read alike."""
    for of_right in (reply for reply in replies if reply.suspect == right):
        others = [r for r in replies if r.suspect != right and r.reads == of_right.reads]
        for path, cost in of_right.counters.items() if others else ():
            costs = {reply.counters.get(path) for reply in others}
            yield path, cost not in costs and len(costs) == 1, of_right.episode
