"""Secrecy: late in an episode, metadata and state do not hold what a solution would have given.

Some fields appear only after many steps: details of a long session, a summary of old rounds. An
episode that does nothing is played nearly to its end, and what metadata and state hold then is
compared with the values that a solution of that seed gives, as after the reset.
"""

from __future__ import annotations

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.secrecy.solution_values import (
    Read,
    Sample,
    Shown,
    given_values,
    held_values,
    place_that_holds,
)
from hallmark_rl.conformance.survey.survey_data import Rollout

_SEEDS, _FEWEST = 16, 8
_LONGEST = 100
_FEWEST_STEPS = 4


def require_no_late_values(context: CheckContext, read: Read, place: str) -> None:
    """Raise if `read`, late in an idle episode, holds a field's values of the solution.

    Args:
        context: the context of the check.
        read: reads metadata or the state, from an instance and its last response.
        place: what the data is called in the message of the violation.
    """
    idle = _idle_actions(context, read)
    if not idle:
        return
    samples = []
    solutions = [*context.solutions, *more_solutions(context, _SEEDS)][:_SEEDS]
    for solution in context.until_budget(solutions, least=_FEWEST):
        sample = _sample(context, read, solution, idle)
        if sample is not None:
            samples.append(sample)
    found = place_that_holds(samples)
    if found is not None:
        field, path, count = found
        example = next(sample for sample in samples if sample.given.get(field))
        raise PropertyViolated(
            f"on all {count} seeds, {place}'s {path} holds after {len(idle)} idle steps every "
            f"value of {field!r} that the solution gives and no message shows, for example "
            f"{', '.join(sorted(example.given[field])[:3])}",
            Episode.of(example.seed, idle, "idle"),
        )


def _idle_actions(context: CheckContext, read: Read) -> list[Action]:
    """The longest repetition that does not end the episode, if it brings new fields; else none."""
    limit = min(context.declared.max_steps or context.full_length, context.full_length, _LONGEST)
    firsts = [rollout.actions[0] for rollout in context.survey.null_rollouts if rollout.actions]
    for action in [*firsts[:1], *context.pool[:4]]:
        driver = context.new_driver()
        response = driver.reset(seed=context.seeds[0])
        early = set(held_values(read(driver, response)))
        late, count = early, 0
        for _ in range(limit - 1):
            response = driver.step(action)
            if response.done or response.data is None:
                break
            count += 1
            late = set(held_values(read(driver, response)))
        driver.close()
        if count >= _FEWEST_STEPS and late - early:
            return [action] * count
    return []


def _sample(
    context: CheckContext, read: Read, solution: Rollout, idle: list[Action]
) -> Sample | None:
    shown = Shown()
    driver = context.new_driver()
    response = driver.reset(**({} if solution.seed is None else {"seed": solution.seed}))
    shown.add(response.data)
    for action in idle:
        response = driver.step(action)
        shown.add(response.data)
    if response.done or response.data is None:
        return None
    held = held_values(read(driver, response))
    driver.close()
    driver = context.new_driver()
    shown.add(driver.reset(**({} if solution.seed is None else {"seed": solution.seed})).data)
    given = given_values(context, driver, solution, shown)
    driver.close()
    return Sample(solution.seed, given, held)
