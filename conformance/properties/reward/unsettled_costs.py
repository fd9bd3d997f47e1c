"""Reward: a step that costs something is charged at every place of an episode.

Costs that are collected and charged later, as by a meter that is read every ten days, can be
forgotten at the beginning or at the end: then what is used before the first reading, or after the
last one, is free.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from hallmark_rl.conformance.checking.check_context import CheckContext, Trace
from hallmark_rl.conformance.checking.policies import last_response
from hallmark_rl.conformance.checking.probes.changed_values import leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.refusals import VERDICT
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import slots_of, templates

_SHORTEST, _LONGEST = 8, 48
"""Steps of an episode in which a step can stand at an early, a middle and a late place."""
_PLACES = 12
_SEEDS = 2
_MOST_ACTIONS = 6
_LEAST_CHARGED = 0.4
"""Share of the places, those in the middle among them, that must be charged."""


class _Free(NamedTuple):
    """Where a step is free in an episode, empty if nowhere; the column of its cost, an episode."""

    where: str
    column: str
    episode: Episode


@check("reward.unsettled_costs")
def unsettled_costs(context: CheckContext) -> None:
    """Take one costly step at different places of idle episodes, and add the costs up."""
    context.require_capability_absent("continuing", "episodes do not end")
    context.require_capability_absent("stochastic", "costs depend on chance")
    idle = _idle(context)
    endings = list(_endings(context))
    any_charged = False
    for action in context.until_budget(_costly(context, idle), least=2):
        for ending in endings:
            found = [
                _free_places(context, seed, idle, action, ending) for seed in context.seeds[:_SEEDS]
            ]
            any_charged = any_charged or any(free is not None for free in found)
            wheres = {free.where if free else "" for free in found}
            if found[0] and len(wheres) == 1 and "" not in wheres:
                where, column, episode = found[0]
                raise PropertyViolated(
                    f"{to_json(action)} is charged in {column!r} at most places of an episode, and "
                    f"not {where}, though it has an effect there",
                    episode,
                )
    if not any_charged:
        raise NotApplicable("no step is charged in a column of costs, later than it is taken")


def _idle(context: CheckContext) -> Action:
    """An action that does little and does not end an episode: of the null policy, or the least."""
    nulls = [r.actions[0] for r in context.survey.null_rollouts if r.actions and not r.error]
    least = context.source.minimal()
    small = [*nulls[:1], *([least] if least else []), *templates(context.source, context.pool)]
    for action in small:
        response = last_response(context, context.seeds[0], [action, action])
        if response is not None and not response.done:
            return action
    raise NotApplicable("each action ends the episode")


def _costly(context: CheckContext, idle: Action) -> Iterator[Action]:
    """The idle action with one number or choice changed: greatest numbers, other choices."""
    made: dict[str, Action] = {}
    slots = {slot.keys: slot for slot in slots_of(context.source, idle)}
    for path, value in leaves(idle):
        slot = slots.get(tuple(map(str, path)))
        if slot is None:
            continue
        numbers = [slot.bounds[1], slot.bounds[1] // 2] if slot.bounds else []
        for other in [*slot.choices, *numbers]:
            changed = with_leaf(idle, path, other)
            if other != value and context.source.valid(changed):
                made.setdefault(to_json(changed), changed)
    for action in context.pool:
        made.setdefault(to_json(action), action)
    yield from [action for action in made.values() if action != idle][:_MOST_ACTIONS]


def _endings(context: CheckContext) -> Iterator[list[Action]]:
    """What ends an episode: nothing but its limit, or the last action of a solution."""
    yield []
    solutions = [s for s in context.survey.solutions if s.done and s.actions and not s.error]
    if solutions:
        yield solutions[0].actions[-1:]


def _free_places(
    context: CheckContext, seed: int | None, idle: Action, action: Action, ending: list[Action]
) -> _Free | None:
    """Where a step is not charged; None if no column charges it at a later step."""
    limit = min(context.declared.max_steps or context.full_length, context.full_length)
    length = min(_LONGEST, limit - len(ending))
    if length < _SHORTEST:
        return None
    plain = _played(context, seed, [idle] * length, ending)
    if plain is None:
        return None
    places = sorted({round(k * (length - 1) / (_PLACES - 1)) for k in range(_PLACES)})
    charged: dict[str, list[bool]] = {}
    at_once: Counter[str] = Counter()
    used: list[int] = []
    episodes: list[Episode] = []
    for place in places:
        steps = [idle] * length
        steps[place] = action
        trace = _played(context, seed, steps, ending)
        if trace is None or not _has_effect(plain, trace, place):
            continue
        used.append(place)
        episodes.append(Episode.of(seed, [*steps, *ending], "a cost"))
        for column, cost in _costs(plain).items():
            extra = _costs(trace).get(column, 0.0) - cost
            charged.setdefault(column, []).append(extra > 1e-9)
            now = _costs(trace[place + 1 : place + 2]).get(column, 0.0)
            if now > _costs(plain[place + 1 : place + 2]).get(column, 0.0) + 1e-9:
                at_once[column] += 1
    found: _Free | None = None
    for column, marks in charged.items():
        if 2 * at_once[column] > sum(marks) or len(marks) < _PLACES // 2:
            continue
        if all(marks):
            found = found or _Free("", column, episodes[0])
            continue
        run = _charged_run(marks)
        if run is not None:
            first, last = run
            if first > 0:
                return _Free(f"before step {used[first] + 1}", column, episodes[0])
            return _Free(f"after step {used[last] + 1}", column, episodes[-1])
    return found


def _charged_run(marks: list[bool]) -> tuple[int, int] | None:
    """The first and the last charged place, if all between them are, the middle one too."""
    if sum(marks) < _LEAST_CHARGED * len(marks) or not marks[len(marks) // 2]:
        return None
    first, last = marks.index(True), len(marks) - 1 - marks[::-1].index(True)
    return (first, last) if all(marks[first : last + 1]) else None


def _played(
    context: CheckContext, seed: int | None, steps: list[Action], ending: list[Action]
) -> Trace | None:
    """The messages of an episode that ends with its last action; None if it does not."""
    trace = context.play(Episode.of(seed, [*steps, *ending], "a cost"))
    whole = len(trace) == len(steps) + len(ending) + 1
    return trace if whole and trace[-1].data is not None and trace[-1].done else None


def _costs(trace: Trace) -> dict[str, float]:
    """The sums of the columns that are never positive, as positive numbers."""
    sums: dict[str, float] = {}
    positive: set[str] = set()
    for response in trace:
        columns = (response.data or {}).get("columns")
        for name, value in (columns if isinstance(columns, dict) else {}).items():
            if isinstance(value, int | float):
                sums[name] = sums.get(name, 0.0) - value
                if value > 0:
                    positive.add(name)
    return {name: total for name, total in sums.items() if name not in positive}


def _has_effect(plain: Trace, trace: Trace, place: int) -> bool:
    """Whether the message after a step differs from that of an idle episode."""
    return _shown(plain[place + 1].data) != _shown(trace[place + 1].data)


def _shown(data: Any) -> list[tuple[str, Any]]:
    """The numbers of a message, without those that tell the reward."""
    rest = {key: value for key, value in (data or {}).items() if key not in VERDICT}
    return [(path, value) for path, value in subtrees(rest) if isinstance(value, int | float)]
