"""Semantics: what the first message forbids or requires has an effect on which answers are right.

The author's oracle plays with an observation from which every restriction (conflicts, limits,
things that must not be used) is taken out. Where it solves the tasks all the same, an agent need
not read them: the tasks are drawn so that the plain answer is always right.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hallmark_rl.conformance.checking.changed_answers import observation_with
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import confirm_share, solve
from hallmark_rl.conformance.checking.error_rate import fresh_seeds
from hallmark_rl.conformance.checking.policies import last_response, oracle_margin, oracle_of
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import observation_schema
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.rollouts import play_policy
from hallmark_rl.conformance.survey.survey_data import Rollout

_RESTRICTION = re.compile(
    r"\b(must not|may not|cannot|can't|at least|at most|no more than|no less than|not allowed"
    r"|forbid\w*|banned|blocked|excluded|conflict\w*|incompatib\w+|constraints?|restrictions?"
    r"|requires?|requirements?|prerequisites?)\b",
    re.I,
)
_GLANCE, _SWAPS = 6, 8
_LARGEST_SHARE = 0.75
"""Share of tasks that may be solved without the restrictions: in a few none of them binds."""


@check("semantic.restrictions_bind")
def restrictions_bind(context: CheckContext) -> None:
    """Play the oracle on observations without restrictions."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    context.require_capability_absent("single_task", "there is one task")
    oracle_of(context)
    names = _restrictions(context)
    seeds = fresh_seeds(context.seed, "restrictions")
    glance = [_is_solved_without(context, names, next(seeds)) for _ in range(_GLANCE)]
    if not any(solved is not None for solved in glance):
        raise NotApplicable("on no seed that the oracle solves is a restriction shown")
    if False not in glance and _has_effect(context, names):
        test = confirm_share(
            context,
            "semantic.restrictions_bind",
            lambda seed: _is_solved_without(context, names, seed),
            _LARGEST_SHARE,
            plays=2,
        )
        if test:
            shown = ", ".join(names)
            solution = context.solutions[0]
            raise PropertyViolated(
                f"the oracle's actions are paid as well when it does not see {shown} (what they "
                f"say never matters); {test}",
                solution.episode("solution"),
            )


def _restrictions(context: CheckContext) -> list[str]:
    """The fields of the first message that are described as restrictions and differ by seed."""
    described = [
        name
        for name, inner in observation_schema(context).get("properties", {}).items()
        if _RESTRICTION.search(f"{name.replace('_', ' ')} {inner.get('description', '')}")
    ]
    openings = [_opening(context, seed) for seed in context.seeds[:3]]
    names = [
        name
        for name in described
        if all(isinstance(opening.get(name), list | dict | str) for opening in openings)
        and any(opening[name] for opening in openings)
        and any(opening[name] != openings[0][name] for opening in openings)
    ]
    if not names:
        raise NotApplicable("no field of the first message is described as a restriction")
    return names


def _opening(context: CheckContext, seed: int | None) -> dict[str, Any]:
    response = last_response(context, seed, [])
    return (response.data if response else None) or {}


def _is_solved_without(context: CheckContext, names: list[str], seed: int) -> bool | None:
    """Whether the oracle solves a task without seeing its restrictions; None if it shows none."""
    solution = solve(context, seed)
    if solution is None:
        return None
    opening = _opening(context, seed)
    if not any(opening.get(name) for name in names):
        return None
    rollout = _played(context, seed, {name: type(opening[name])() for name in names})
    return not rollout.error and rollout.total >= solution.total - oracle_margin(context)


def _has_effect(context: CheckContext, names: list[str]) -> bool:
    """Whether the oracle reads the restrictions: with another task's it acts differently.

    Raises `NotApplicable` if not: it may know the answer from elsewhere.
    """
    seeds = fresh_seeds(context.seed, "restrictions of other tasks")
    for _ in range(_SWAPS):
        seed, other = next(seeds), _opening(context, next(seeds))
        solution = solve(context, seed)
        if solution is None:
            continue
        rollout = _played(context, seed, {name: other.get(name) for name in names})
        if rollout.error or rollout.actions != solution.actions:
            return True
    raise NotApplicable("the oracle does not read the restrictions in the first message")


def _played(context: CheckContext, seed: int, fields: Mapping[str, Any]) -> Rollout:
    """The oracle's episode with other fields in what it sees."""
    oracle = oracle_of(context)

    def policy(env: Any, observation: Any) -> Any:
        return oracle(env, observation_with(observation, dict(fields)))

    return play_policy(context.subject, context.survey, policy, seed, context.oracle_steps)
