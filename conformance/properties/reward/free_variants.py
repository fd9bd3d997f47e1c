"""Reward: a request is not free because another one was paid for that is like it in part."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.message_content import content_without_counters
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH = 12
_FEWEST, _MOST = 4, 60
"""Pairs of requests that differ in one field, and pairs that are tried at most."""
_COSTS = -1e-9


@check("reward.free_variants")
def free_variants(context: CheckContext) -> None:
    """Play a charged request, and then the same with another value in one of its fields.

    Where a repeated request is free, one that differs in a certain field is not always free while
    one that differs in another field costs: then the first field is forgotten.
    """
    context.require_deterministic()
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    requests = _charged(solutions)
    if len(requests) < 2:
        raise NotApplicable("no two steps of solutions are charged")
    free: dict[str, list[Episode]] = {}
    charged: set[str] = set()
    tried = 0
    for seed, first, field, second in context.until_budget(_pairs(context, solutions), least=8):
        if tried >= _MOST:
            break
        again = context.play(Episode.of(seed, [first, first]))
        alone = context.play(Episode.of(seed, [second]))
        after = Episode.of(seed, [first, second], "a request like one that was paid for")
        replies = context.play(after)
        if min(map(len, (again, replies))) < 3 or len(alone) < 2 or not _costs(alone[1]):
            continue
        if not _costs(again[1]) or _costs(again[2]) or replies[2].data is None:
            continue
        tried += 1
        tells = _content(replies[2]) != _content(again[2])
        if _costs(replies[2]):
            charged.add(field)
        elif tells:
            free.setdefault(field, []).append(after)
    if not tried:
        raise NotApplicable("no request is charged at first and free when it is repeated")
    for field, episodes in free.items():
        others = charged - {field}
        if field not in charged and len(episodes) >= _FEWEST and others:
            raise PropertyViolated(
                f"after a request that was charged, one with another {field!r} is free in all "
                f"{len(episodes)} cases, though its reply is another one; with another "
                f"{min(others)!r} it costs",
                episodes[0],
            )


def _charged(solutions: list[Rollout]) -> list[Action]:
    found = {
        to_json(action): action
        for solution in solutions
        for action, reward in zip(solution.actions, solution.rewards, strict=False)
        if reward < _COSTS
    }
    return list(found.values())


def _pairs(
    context: CheckContext, solutions: list[Rollout]
) -> Iterator[tuple[int | None, Action, str, Action]]:
    """A seed, a request, a field, and the request with another one's value there."""
    requests = _charged(solutions)
    seeds = itertools.cycle([solution.seed for solution in solutions])
    for first, other in itertools.permutations(requests, 2):
        for field, value in other.items():
            if field in first and first[field] != value:
                second = {**first, field: value}
                if context.source.valid(second) and second != other:
                    yield next(seeds), first, field, second


def _costs(response: Response) -> bool:
    return response.numeric_reward < _COSTS


def _content(response: Response) -> str:
    return content_without_counters(response.data or {})
