"""Secrecy: the time of a step does not tell how much of a wrong answer is right."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions
from hallmark_rl.conformance.checking.probes.near_misses import (
    field_affects_reward,
    is_one_shot_answer,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_SEEDS, _FEWEST_SEEDS = 16, 8
"""Seeds on which the nearer answer must take longer: on 8 by chance once in 256 times, if noise is
as large as `_LEAST_DIFFERENCE_S`; on 16 once in 60,000 times."""
_REPEATS = 3
"""How often each answer is measured; the shortest time counts, against noise from outside."""
_LEAST_MEDIAN_S = 0.002
"""Median difference, in seconds, from which on an agent can tell the answers apart."""
_LEAST_DIFFERENCE_S = 0.0004
_PLAIN_S = 0.02
"""A difference, in seconds, that is measured once: noise is smaller."""
_FEWEST_PARTS = 4
"""Letters or items of an answer: of a shorter one there is no near miss."""
_SLOWEST_STEP_S = 0.5


@check("secrecy.step_time")
def step_time(context: CheckContext) -> None:
    """Time wrong answers that begin like the right one, and wrong ones that do not."""
    if not is_one_shot_answer(context):
        raise NotApplicable("the oracle takes many steps, so there is no single answer")
    if context.survey.step_s > _SLOWEST_STEP_S:
        raise NotApplicable("a step takes too long to be timed")
    differences: list[float] = []
    example: Rollout | None = None
    solutions = [*context.solutions, *more_solutions(context, 2 * _SEEDS)]
    for solution in context.until_budget(solutions, least=2 * _FEWEST_SEEDS):
        for near, far in list(_pairs(context, solution))[:1]:
            differences.append(_difference(context, solution, near, far))
            actions = [*solution.actions[:-1], near]
            example = example or Rollout(solution.seed, actions, [], done=True)
        if differences and min(differences) < _LEAST_DIFFERENCE_S:
            return  # it is not so on every seed
        if len(differences) == _SEEDS:
            break
    if len(differences) < _FEWEST_SEEDS or example is None:
        raise NotApplicable("too few seeds have an answer of several letters or items")
    count = len(differences)
    median = statistics.median(differences)
    if median >= _LEAST_MEDIAN_S:
        raise PropertyViolated(
            f"a wrong answer that begins like the right one takes longer than one that differs "
            f"from the beginning, on {count} of {count} seeds, by {1000 * median:.1f} ms "
            "(median): the answer can be found letter by letter",
            example.episode("a wrong answer that begins like the right one"),
        )


def _difference(context: CheckContext, solution: Rollout, near: Action, far: Action) -> float:
    """Seconds by which the near answer takes longer; both are measured in turn."""
    times: dict[str, list[float]] = {"near": [], "far": []}
    for _ in range(_REPEATS):
        for name, action in (("near", near), ("far", far)):
            driver = context.new_driver()
            driver.reset(**({} if solution.seed is None else {"seed": solution.seed}))
            for step in solution.actions[:-1]:
                driver.step(step)
            times[name].append(driver.step(action).seconds)
            driver.close()
        if times["near"][0] - times["far"][0] > _PLAIN_S:
            break
    return min(times["near"]) - min(times["far"])


def _pairs(context: CheckContext, solution: Rollout) -> Iterator[tuple[Action, Action]]:
    """For each field that holds an answer: one wrong at its end, and one wrong from its start."""
    action = solution.actions[-1]
    for field, value in action.items():
        if field in ("metadata", "type") or not isinstance(value, str | list):
            continue
        if len(value) < _FEWEST_PARTS or not field_affects_reward(context, solution, field):
            continue
        near, far = near_and_far(value)
        made = [{**action, field: changed} for changed in (near, far)]
        if near != far and all(map(context.source.valid, made)):
            yield made[0], made[1]


def near_and_far(value: Any) -> tuple[Any, Any]:
    """Two wrong answers of equal length: with another last part, and with other parts throughout.

    Each part of the second is one of the right answer's, so that both have the same form.
    """
    if isinstance(value, str):
        near, far = near_and_far(list(value))
        return "".join(near), "".join(far)
    last = next((part for part in value if part != value[-1]), value[-1])
    parts = list(dict.fromkeys(map(repr, value)))
    by_name = {repr(part): part for part in value}
    other = {name: by_name[parts[(n + 1) % len(parts)]] for n, name in enumerate(parts)}
    return [*value[:-1], last], [other[repr(part)] for part in value]
