"""Secrecy: what is shown for dashboards does not measure how far a wrong answer is.

Columns without weight and metadata are meant for logs, and they travel to the agent with every
observation. A measure that follows the distance from the answer is found here: on many seeds, the
same wrong number is sent, and a measure rises or falls with the right one.
"""

from __future__ import annotations

from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import numbers_in
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import (
    Slot,
    filled,
    slots_of,
    templates,
    value_at,
)

_SEEDS, _FEWEST = 24, 12
_FEWEST_VALUES = 8
"""Different right numbers, and different values of a measure, for chance to be excluded."""
_MOST_ACTIONS = 8
_BESIDE = ("columns", "metadata")


@check("secrecy.shown_measures")
def shown_measures(context: CheckContext) -> None:
    """Send the same number on many seeds, and compare what is shown with the right one."""
    context.require_capability_absent("stochastic", "episodes are not comparable")
    context.require_capability_absent("single_task", "there is one task")
    few = [solution.actions[-1] for solution in context.solutions]
    if not any(_numbers_in(few, slot) for slot in slots_of(context.source, few[0])):
        raise NotApplicable("the answer holds no number")
    solutions = [*context.solutions, *more_solutions(context, _SEEDS)][:_SEEDS]
    trials = list(_trials(context, [solution.actions[-1] for solution in solutions]))
    if not trials:
        raise NotApplicable("the answer holds few different numbers")
    tried = 0
    for slot, action in context.until_budget(trials, least=2):
        pairs: dict[str, list[tuple[float, float]]] = {}
        for solution in solutions:
            response = context.play(Episode.of(solution.seed, [action], "a wrong answer"))[-1]
            if response.data is None or response.done:
                break
            right = float(value_at(solution.actions[-1], slot))
            for path, number in numbers_in(response.data):
                pairs.setdefault(path, []).append((right, number))
        else:
            tried += 1
            found = [p for p, known in pairs.items() if len(known) >= _FEWEST and _follows(known)]
            if found and all(path.startswith(_BESIDE) for path in found):
                raise PropertyViolated(
                    f"after {action}, {found[0]} rises or falls with the right {slot.name!r} on "
                    f"all {len(pairs[found[0]])} seeds, and nothing else that is shown does",
                    Episode.of(solutions[0].seed, [action], "a wrong answer"),
                )
    if not tried:
        raise NotApplicable("every wrong number ends the episode or is refused")


def _trials(context: CheckContext, answers: list[Action]) -> Iterator[tuple[Slot, Action]]:
    """Numbers of the answer, each with actions that hold a number below or above all right ones."""
    for slot in slots_of(context.source, answers[0]):
        numbers = _numbers_in(answers, slot)
        if len(set(numbers)) < _FEWEST_VALUES:
            continue
        made = 0
        for action in templates(context.source, context.pool):
            for number in (min(numbers), max(numbers)):
                changed = filled(action, slot, number)
                if made < _MOST_ACTIONS and context.source.valid(changed):
                    made += 1
                    yield slot, changed


def _numbers_in(answers: list[Action], slot: Slot) -> list[float]:
    """The numbers that the answers hold in a slot; none if one of them holds something else."""
    values = [value_at(answer, slot) for answer in answers]
    numbers = [v for v in values if isinstance(v, int | float) and not isinstance(v, bool)]
    return numbers if len(numbers) == len(values) else []


def _follows(pairs: list[tuple[float, float]]) -> bool:
    """Whether one number never falls, or never rises, as the other one grows."""
    if (
        min(len({number for number, _ in pairs}), len({shown for _, shown in pairs}))
        < _FEWEST_VALUES
    ):
        return False
    shown = [shown for _, shown in sorted(pairs)]
    return shown in (sorted(shown), sorted(shown, reverse=True))
