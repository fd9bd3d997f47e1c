"""Reward: a request that costs something costs it beside another request as well.

An action with several optional fields can ask for a hint and send an answer at once. If the cost is
charged only where nothing but a hint is asked for, the hint beside an answer is free.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import last_response, oracle_margin
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.refusals import VERDICT
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import slots_of

_SEEDS = 3
_MOST_REQUESTS, _MOST_OTHERS = 12, 8
_FEW = 4


class _Effect(NamedTuple):
    """What a field adds to an action: its cost, and the values that it shows, with their paths."""

    cost: float
    told: set[tuple[str, str]]

    def shows(self, other: _Effect) -> bool:
        """Whether all that the other one shows is shown, alone or within a longer text."""
        return all(
            any(path == at and text.strip('"') in longer for at, longer in self.told)
            for path, text in other.told
        )


@check("reward.free_requests")
def free_requests(context: CheckContext) -> None:
    """Send a request that costs something alone, and beside other fields of an action."""
    context.require_deterministic()
    optional = _optional_fields(context)
    least = context.source.minimal() or {}
    idle = {name: value for name, value in least.items() if name not in optional}
    if not optional or not context.source.valid(idle):
        raise NotApplicable("no two optional fields can be sent together")
    seeds, some = context.seeds[:_SEEDS], 0.1 * oracle_margin(context)
    any_costs = False
    for request in context.until_budget(_requests(context, optional), least=4):
        effects = [_effect(context, seed, idle, request) for seed in seeds]
        alone = [effect for effect in effects if effect and effect.told and effect.cost > some]
        if len(alone) < len(seeds):
            continue
        any_costs = True
        for other in _others(context, optional - request.keys()):
            beside = [_effect(context, seed, other, request) for seed in seeds]
            if all(
                both is not None and both.shows(one) and both.cost < some
                for one, both in zip(alone, beside, strict=True)
            ):
                raise PropertyViolated(
                    f"{to_json(request)} alone costs {alone[0].cost:.4g}, and nothing beside "
                    f"{to_json(other)}, where it shows as much",
                    Episode.of(seeds[0], [{**other, **request}], "a free request"),
                )
    if not any_costs:
        raise NotApplicable("no optional field asks for something that costs reward")


def _optional_fields(context: CheckContext) -> set[str]:
    """Fields of the action that can be left out; none if there is only one."""
    schema = context.source.schema
    names = set(schema.get("properties", {})) - {"metadata", "type", *schema.get("required", ())}
    return names if len(names) > 1 else set()


def _requests(context: CheckContext, optional: set[str]) -> list[Action]:
    """Optional fields with few values, or those of actions to try: one of each field first."""
    values: dict[str, dict[str, Action]] = {name: {} for name in sorted(optional)}
    for slot in slots_of(context.source, {}):
        for value in filter(None, slot.few_values(_FEW) if slot.name in values else ()):
            values[slot.name].setdefault(to_json(value), {slot.name: value})
    for action in [*context.pool, *(a for s in context.survey.solutions for a in s.actions)]:
        for name in filter(action.get, values):
            values[name].setdefault(to_json(action[name]), {name: action[name]})
    in_turn = zip_longest(*(found.values() for found in values.values()))
    return [one for several in in_turn for one in several if one][:_MOST_REQUESTS]


def _others(context: CheckContext, fields: set[str]) -> Iterator[Action]:
    """Actions to try, and ends of other tasks' solutions, as far as they use these fields."""
    required = set(context.source.schema.get("required", ()))
    made: dict[str, Action] = {}
    for action in [*context.pool, *(s.actions[-1] for s in context.survey.solutions if s.actions)]:
        other = {name: value for name, value in action.items() if name in fields | required}
        if any(map(other.get, fields)):
            made.setdefault(to_json(other), other)
    yield from list(made.values())[:_MOST_OTHERS]


def _effect(
    context: CheckContext, seed: int | None, other: Action, request: Action
) -> _Effect | None:
    """What a request adds to another action; None if either is refused or ends the episode."""
    both = {**other, **request}
    if not context.source.valid(both) or not context.source.valid(other):
        return None
    without, beside = (last_response(context, seed, [action]) for action in (other, both))
    if without is None or beside is None or without.done or beside.done:
        return None
    told = _shown(beside) - _shown(without)
    return _Effect(without.numeric_reward - beside.numeric_reward, told)


def _shown(response: Response) -> set[tuple[str, str]]:
    data = {k: v for k, v in (response.data or {}).items() if k not in VERDICT}
    return {(path, to_json(v)) for path, v in subtrees(data) if not isinstance(v, dict | list)}
