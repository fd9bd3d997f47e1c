"""Secrecy: late in an episode in which nothing is done, no message tells the answer.

A field may show something harmless at first and the answer later, such as the place that a display
turns to. The author's null policy is played nearly to the end, and what the message holds then is
compared with the last action of the seed's solution.
"""

from __future__ import annotations

from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, play
from hallmark_rl.conformance.checking.probes.changed_values import leaves
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.secrecy.solution_values import (
    Sample,
    held_values,
    normalised,
    place_that_holds,
)
from hallmark_rl.conformance.survey.survey_data import Rollout

_SEEDS, _FEWEST = 24, 8
_LONGEST = 100
_FEWEST_STEPS = 3
_FEWEST_ANSWERS = 4
_LEAST_PAID = 0.5
_MOST_BESIDE = 2
"""How many times as many values as the answer has a place may hold: it is no list of choices."""


def require_no_late_answer(context: CheckContext) -> None:
    """Raise if the message after many idle steps holds a field of the solution's last action."""
    null = [r.actions[0] for r in context.survey.null_rollouts if r.actions and not r.error]
    if not callable(getattr(context.subject.proof, "null", None)) or not null:
        return
    early: list[Sample] = []
    late: list[Sample] = []
    steps = 0
    solutions = [*context.solutions, *more_solutions(context, _SEEDS)][:_SEEDS]
    if not all(_last_step_is_answer(context, solution) for solution in solutions[:_FEWEST_STEPS]):
        return
    for solution in context.until_budget(solutions, least=_FEWEST):
        played = _idle(context, solution, null[0])
        if played is None:
            return
        first, last, steps = played
        given = _answer(context, solution)
        early.append(Sample(solution.seed, given, held_values(first)))
        most = _MOST_BESIDE * max(map(len, given.values()), default=0)
        few = {path: held for path, held in held_values(last).items() if len(held) <= most}
        late.append(Sample(solution.seed, given, few))
    if len({repr(sample.given) for sample in late}) < _FEWEST_ANSWERS:
        return
    found = place_that_holds(late)
    if found is None or place_that_holds(early) is not None:
        return  # what is shown from the beginning is the task
    field, path, count = found
    example = late[0]
    raise PropertyViolated(
        f"on all {count} seeds, the observation's {path} is after {steps} idle steps the {field!r} "
        f"of the solution's last action, for example {', '.join(example.given[field])}",
        Episode.of(example.seed, [null[0]] * steps, "idle"),
    )


def _last_step_is_answer(context: CheckContext, solution: Rollout) -> bool:
    """Whether the last step of a solution earns at once most of what the whole earns.

    If not, it is one move of many, and what it names, such as an order, has to be shown in time.
    """
    at_once = play(context, solution.actions[-1:], solution.seed).total
    return at_once - context.floor >= _LEAST_PAID * (solution.total - context.floor)


def _idle(
    context: CheckContext, solution: Rollout, action: Action
) -> tuple[dict[str, Any], dict[str, Any], int] | None:
    """The first message, and the last before the end of an idle episode, with its steps.

    None if the episode ends after few steps.
    """
    limit = min(context.declared.max_steps or context.full_length, context.full_length, _LONGEST)
    driver = context.new_driver()
    response = driver.reset(**({} if solution.seed is None else {"seed": solution.seed}))
    first = last = shown_to_agent(response.data or {})
    steps = 0
    while steps < limit - 1:
        response = driver.step(action)
        if response.done or response.data is None:
            break
        last, steps = shown_to_agent(response.data), steps + 1
    driver.close()
    return (first, last, steps) if steps >= _FEWEST_STEPS else None


def _answer(context: CheckContext, solution: Rollout) -> dict[str, frozenset[str]]:
    """The values of the last action by field; not those of a list of choices."""
    given: dict[str, frozenset[str]] = {}
    properties = context.survey.schema.get("properties", {})
    for path, value in leaves(solution.actions[-1]):
        name = str(path[0])
        declared = properties.get(name, {})
        if normalised(value) and not {"enum", "const", "$ref"} & set(declared):
            given[name] = given.get(name, frozenset()) | {normalised(value)}
    return given
