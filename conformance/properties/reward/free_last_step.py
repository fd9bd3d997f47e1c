"""Reward: the last costly step before the end of an episode is charged like those before it.

A fee that is booked when the next step is taken is never booked for the last one.
"""

from __future__ import annotations

import itertools

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FEWEST = 3
"""Seeds on which the last step must be free."""
_ACTIONS = 10
_EPSILON = 1e-6


@check("reward.free_last_step")
def free_last_step(context: CheckContext) -> None:
    """Put costly steps before the last action of solutions, in different orders."""
    context.require_deterministic()
    any_costly = False
    found: list[tuple[Episode, str]] = []
    for solution in context.until_budget(context.solutions, least=_FEWEST):
        alone = _alone(context, solution)
        twice = (_cost(context, solution, [action, action]) for action, _ in alone)
        any_costly = any_costly or any(cost > _EPSILON for cost in twice if cost is not None)
        for one, other in itertools.combinations(alone, 2):
            text = _never_charged(context, solution, one, other)
            if text:
                any_costly = True
                found.append((_with(solution, [one[0], other[0]]), text))
                break
    if not any_costly:
        raise NotApplicable("no step before the last one of a solution costs anything")
    if len(found) >= _FEWEST:
        raise PropertyViolated(f"{found[0][1]}; so on {len(found)} seeds", found[0][0])


def _alone(context: CheckContext, solution: Rollout) -> list[tuple[Action, float]]:
    """Actions that can stand before the last one of a solution, with what each costs there."""
    costs = [(action, _cost(context, solution, [action])) for action in context.pool[:_ACTIONS]]
    return [(action, cost) for action, cost in costs if cost is not None]


def _never_charged(
    context: CheckContext, solution: Rollout, one: tuple[Action, float], other: tuple[Action, float]
) -> str:
    """What is wrong if the last of two steps that cost something is free; empty if it is not.

    Of one step alone the cost is not known, as it may be the one that is free. Which of two steps
    was charged shows a third that is equal to one of them: an environment that lets the first step
    go free charges others of the three.
    """
    (action, level), (second, other_level) = one, other
    if abs(level - other_level) > _EPSILON:
        return ""  # each is charged by what it is
    pairs = [[action, second], [second, action]]
    totals = [_cost(context, solution, pair) for pair in pairs]
    costs = [0.0 if total is None else total - level for total in totals]
    if min(costs) <= _EPSILON or abs(costs[0] - costs[1]) <= _EPSILON:
        return ""
    for pair, cost in zip(pairs, costs, strict=True):
        total = _cost(context, solution, [pair[0], *pair])
        if total is None or abs(total - level - 2 * cost) > _EPSILON:
            return ""
    return (
        f"the last costly step before the end is never charged: {to_json(action)} costs "
        f"{costs[0]:.4g} and {to_json(second)} costs {costs[1]:.4g} if another one follows, and "
        "nothing as the last"
    )


def _with(solution: Rollout, steps: list[Action]) -> Episode:
    """A solution with further steps before its last one."""
    actions = [*solution.actions[:-1], *steps, solution.actions[-1]]
    return Episode.of(solution.seed, actions, "steps before the last", **solution.options)


def _cost(context: CheckContext, solution: Rollout, steps: list[Action]) -> float | None:
    """How much less a solution earns with further steps; None if it is not over with its last."""
    episode = _with(solution, steps)
    trace = context.play(episode)
    if len(trace) < len(episode.calls) or trace[-1].data is None or not trace[-1].done:
        return None
    return solution.total - sum(response.numeric_reward for response in trace[1:])
