"""Semantics: to choose some of several things is not, on many tasks, to choose all of them."""

from __future__ import annotations

import functools
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import confirm_share, solve
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import first_message
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH = 24
_FEWEST, _NEARLY = 8, 0.9
"""Solutions that must choose from a list of at least `_LEAST_SHOWN` things, and their share."""
_LEAST_SHOWN = 4
_LARGEST_SHARE = 1 / 3
"""Share of tasks on which everything may be right."""
_TRIALS = 480

_Place = tuple[str, str, str]
"""A field of the action, a field of the first message, and the key in its items if any."""


@check("semantic.whole_lists")
def whole_lists(context: CheckContext) -> None:
    """Choose everything that a list of the first message shows, where solutions choose from it."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    context.require_capability_absent("single_task", "there is one task")
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    opened = [(solution, first_message(context, solution)) for solution in solutions]
    places = [
        place
        for place in _places(*opened[0])
        if sum(_chooses(*case, place) for case in opened) >= max(_FEWEST, _NEARLY * len(opened))
        and any(_is_part(solution, shown, place) for solution, shown in opened)
    ]
    if not places:
        raise NotApplicable("no answer is a list of things that the first message shows")
    for place in places:
        tries = [_paid_whole(context, solution, shown, place) for solution, shown in opened]
        paid = [episode for episode in tries if episode is not None]
        if len(paid) <= _LARGEST_SHARE * len(opened):
            continue
        test = confirm_share(
            context,
            "semantic.whole_lists",
            functools.partial(_is_paid_on_seed, context, place),
            _LARGEST_SHARE,
            most_trials=_TRIALS,
            name=".".join(place),
        )
        if test:
            raise PropertyViolated(
                f"to name everything that {place[1]} shows in {place[0]!r} is right on "
                f"{len(paid)} of {len(opened)} tasks: on these there is nothing to choose; {test}",
                paid[0],
            )


def _places(solution: Rollout, shown: dict[str, Any]) -> list[_Place]:
    """Where the items of a list in the last action may come from."""
    return [
        (name, field, key)
        for name, items in solution.actions[-1].items()
        if isinstance(items, list) and all(isinstance(item, str | int) for item in items)
        for field, listed in shown.items()
        if isinstance(listed, list) and len(listed) >= _LEAST_SHOWN
        for key in (listed[0] if isinstance(listed[0], dict) else ("",))
        if set(items) <= set(_listed(shown, field, key))
    ]


def _listed(shown: dict[str, Any], field: str, key: str) -> list[Any]:
    """What a list shows, or under one key of its objects; empty if that is no list of choices."""
    listed = shown.get(field)
    items = listed if isinstance(listed, list) else []
    values = [item.get(key) if isinstance(item, dict) else item for item in items]
    names = [value for value in values if isinstance(value, str | int)]
    return names if len(set(names)) == len(items) else []


def _chooses(solution: Rollout, shown: dict[str, Any], place: _Place) -> bool:
    """Whether the last step chooses from a list, and none before it does: that would be a move."""
    name, field, key = place
    chosen, listed = solution.actions[-1].get(name), _listed(shown, field, key)
    if not isinstance(chosen, list) or not all(isinstance(item, str | int) for item in chosen):
        return False
    is_only_one = not any(action.get(name) for action in solution.actions[:-1])
    return is_only_one and len(listed) >= _LEAST_SHOWN and set(chosen) <= set(listed)


def _is_part(solution: Rollout, shown: dict[str, Any], place: _Place) -> bool:
    chosen = solution.actions[-1].get(place[0]) or []
    return 0 < len(chosen) < len(_listed(shown, *place[1:]))


def _paid_whole(
    context: CheckContext, solution: Rollout, shown: dict[str, Any], place: _Place
) -> Episode | None:
    """The episode in which everything is chosen, if it is paid like the solution."""
    name, field, key = place
    if solution.total <= context.floor:
        return None
    action = {**solution.actions[-1], name: _listed(shown, field, key)}
    return paid_like(context, solution, [*solution.actions[:-1], action], "everything")


def _is_paid_on_seed(context: CheckContext, place: _Place, seed: int) -> bool | None:
    solution = solve(context, seed)
    if solution is None:
        return None
    return _paid_whole(context, solution, first_message(context, solution), place) is not None
