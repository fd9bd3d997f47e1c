"""Semantics: the same step again does not count as another one.

Where a solution makes several different steps of one kind (comments, orders, reports), the first of
them, made as often, must not be paid like all of them.
"""

from __future__ import annotations

from collections import defaultdict

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import paid_like
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import slots_of, value_at
from hallmark_rl.conformance.properties.semantics.solved_levels import solutions_of_levels
from hallmark_rl.conformance.survey.survey_data import Rollout

_FEWEST = 4
"""Tasks on which the repeated step must be paid."""
_MOST_STEPS = 40


@check("semantic.repeated_steps")
def repeated_steps(context: CheckContext) -> None:
    """Make one step of a solution in the place of all others of its kind."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    paid: list[Episode] = []
    tried = 0
    solutions = solutions_of_levels(context, lambda each: len(_same_kind(context, each)) > 1)
    for solution in context.until_budget(solutions, least=3 * _FEWEST):
        places = _same_kind(context, solution)
        if len(places) < 2 or places[-1] == len(solution.actions) - 1:
            continue  # where a step of this kind ends the episode, steps may be moves of a game
        shorter = [a for place, a in enumerate(solution.actions) if place != places[1]]
        if paid_like(context, solution, shorter, "one step less"):
            continue  # not all steps are needed
        tried += 1
        actions = list(solution.actions)
        for place in places[1:]:
            actions[place] = solution.actions[places[0]]
        found = paid_like(context, solution, actions, "one step in the place of others")
        if found:
            paid.append(found)
    if not tried:
        raise NotApplicable("no solution needs several different steps of one kind")
    if len(paid) >= _FEWEST and 2 * len(paid) >= tried:
        raise PropertyViolated(
            f"one step of a solution, made in the place of the others of its kind, is paid like "
            f"all of them on {len(paid)} of {tried} tasks",
            paid[0],
        )


def _same_kind(context: CheckContext, solution: Rollout) -> list[int]:
    """The places of the most steps that differ, but choose the same of the action's options."""
    if len(solution.actions) > _MOST_STEPS:
        return []
    kinds: dict[str, dict[str, int]] = defaultdict(dict)
    for place, action in enumerate(solution.actions):
        kinds[_kind(context, action)].setdefault(to_json(action), place)
    steps = [_kind(context, action) for action in solution.actions]
    alike = [sorted(found.values()) for kind, found in kinds.items()
             if len(found) == steps.count(kind)]  # fmt: skip
    return max(alike, key=len, default=[])


def _kind(context: CheckContext, action: Action) -> str:
    """The tool of an action, and which of its fields are used."""
    used = sorted(key for key, value in action.items() if value not in (None, "", [], {}))
    first = next((slot for slot in slots_of(context.source, action) if slot.choices), None)
    choice = value_at(action, first) if first else None
    return to_json([action.get("tool_name"), choice, used])
