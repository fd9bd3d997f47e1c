"""Reward: what is taken at once and given back in parts leaves nothing behind.

A price that depends on the quantity of one step (a discount for many, a fee for few) pays whoever
splits one direction and not the other.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import (
    last_response,
    oracle_margin,
    play,
    step_limit,
)
from hallmark_rl.conformance.checking.probes.changed_values import leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.message_content import content_without_counters
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import Slot, filled, slots_of
from hallmark_rl.conformance.survey.survey_data import Rollout

_SEEDS = 3
_LONGEST_EPISODE = 100
_FEW_ROUNDS = 5
"""Rounds that fit into an episode whose limit is not declared."""
_QUANTITIES = (100, 60, 30, 12, 6)
"""Quantities where the action has no greatest one."""
_SHARES = (1.0, 0.75, 0.5, 0.25)
"""Shares of the greatest quantity that are tried."""
_PARTS = (1, 2, 3, 5)
_OF_THE_REWARD = ("columns", "score", "success")
_WASTED = (20, 6, 2)
"""Divisors of a quantity: what is wasted is one of these parts, the first that costs something."""
_PAID = 0.8
"""Share of what a solution earns above nothing that must not be earned so."""


@check("reward.returns_in_parts")
def returns_in_parts(context: CheckContext) -> None:
    """Look for rounds after which one number is greater and all else as before; repeat them."""
    context.require_capability_absent("continuing", "the reward of a continuing task is per step")
    context.require_capability_absent("stochastic", "single returns depend on chance")
    context.require_deterministic()
    solutions = [rollout for rollout in context.solutions if rollout.done and not rollout.error]
    rounds = list({to_json(actions): actions for actions in _rounds(context)}.values())
    if not solutions:
        raise NotApplicable("no solution ends an episode")
    if not rounds:
        raise NotApplicable("no action has a choice and a quantity, such as to buy 20 or sell 20")
    has_effect = False
    for actions in context.until_budget(rounds, least=40):
        more = _leaves_more(context, solutions[0].seed, actions)
        has_effect = has_effect or more is not None
        if not more:
            continue
        for play_rounds, how in ((_repeated, "alone"), (_made_good, "after waste")):
            paid = [play_rounds(context, solution, actions) for solution in solutions[:_SEEDS]]
            if len(paid) > 1 and all(paid):
                rollout = paid[0]
                assert rollout is not None
                raise PropertyViolated(
                    f"{', '.join(map(to_json, actions))} in turn, {how}, earn {rollout.total:.4g} "
                    f"in {len(rollout.actions)} steps, though each round takes back what it does; "
                    f"the solution earns {solutions[0].total:.4g}; so on {len(paid)} seeds",
                    rollout.episode("given back in parts"),
                )
    if not has_effect:
        raise NotApplicable("no step with a quantity changes what the first message shows")


def _rounds(context: CheckContext) -> Iterator[list[Action]]:
    """A step with a quantity, and another choice with the same quantity at once or in parts."""
    base = context.source.minimal() or (context.pool[0] if context.pool else {})
    slots = slots_of(context.source, base)
    choices = [slot for slot in slots if 1 < len(slot.choices) <= 8]
    amounts = [slot for slot in slots if slot.kinds == {"integer"} and not slot.choices]
    for choice, amount in itertools.product(choices, amounts):
        for quantity, parts in itertools.product(_quantities(amount), _PARTS):
            size, rest = divmod(quantity, parts)
            split = [size] * parts + [rest] * bool(rest)
            if not size:
                continue
            for there, back in itertools.permutations(choice.choices, 2):
                for first, second in (([quantity], split), (split, [quantity])):
                    steps = [
                        *(filled(filled(base, choice, there), amount, n) for n in first),
                        *(filled(filled(base, choice, back), amount, n) for n in second),
                    ]
                    if all(map(context.source.valid, steps)):
                        yield steps


def _quantities(slot: Slot) -> list[int]:
    if slot.bounds is None:
        return list(_QUANTITIES)
    return list(dict.fromkeys(int(slot.bounds[1] * share) for share in _SHARES))


def _leaves_more(context: CheckContext, seed: int | None, actions: list[Action]) -> bool | None:
    """Whether a round changes one number of the message, and makes it greater.

    None if its first step changes nothing.
    """
    before = last_response(context, seed, [])
    between = last_response(context, seed, actions[:1])
    after = last_response(context, seed, actions)
    if before is None or between is None:
        return None
    if _scalars(before.data or {}) == _scalars(between.data or {}):
        return None
    if after is None or after.done:
        return False
    numbers = [_scalars(response.data or {}) for response in (before, after)]
    if numbers[0].keys() != numbers[1].keys():
        return False
    pairs = [
        (old, numbers[1][path])
        for path, old in numbers[0].items()
        if not (isinstance(old, str) and numbers[1][path] == "")  # shown at the beginning only
    ]
    changed = [(old, new) for old, new in pairs if old != new]
    if len(changed) != 1 or not all(type(value) in (int, float) for value in changed[0]):
        return False
    return bool(changed[0][1] > changed[0][0])


def _scalars(data: dict[str, Any]) -> dict[str, Any]:
    """The scalars of a message by their paths, without counters and what is said of the reward."""
    shown = json.loads(content_without_counters(data))
    shown = {key: value for key, value in shown.items() if key not in _OF_THE_REWARD}
    return {path: value for path, value in subtrees(shown) if not isinstance(value, dict | list)}


def _repeated(context: CheckContext, solution: Rollout, actions: list[Action]) -> Rollout | None:
    """Rounds up to the step limit, and then what ends an episode without work, if it is paid."""
    nulls = context.survey.null_rollouts
    idle = nulls[0].actions if nulls else solution.actions[-1:]
    limit = min(step_limit(context), _LONGEST_EPISODE)
    most = max(1, (limit - len(idle)) // len(actions))
    least = context.floor + _PAID * (solution.total - context.floor)
    for rounds in dict.fromkeys((most, min(most, _FEW_ROUNDS))):
        rollout = play(context, [*actions * rounds, *idle], solution.seed)
        if not rollout.error and rollout.total >= least:
            return rollout
    return None


def _made_good(context: CheckContext, solution: Rollout, actions: list[Action]) -> Rollout | None:
    """Rounds before a solution that wastes a little, if they make up for the waste."""
    least = solution.total - oracle_margin(context)
    for waste in _wastes(context, actions[0]):
        if play(context, [waste, *solution.actions], solution.seed).total >= least:
            continue
        most = (step_limit(context) - 1 - len(solution.actions)) // len(actions)
        for rounds in sorted({1, min(most, _FEW_ROUNDS), most}):
            if rounds >= 1:
                played = [*actions * rounds, waste, *solution.actions]
                rollout = play(context, played, solution.seed)
                if not rollout.error and rollout.total >= least:
                    return rollout
        return None
    return None


def _wastes(context: CheckContext, action: Action) -> Iterator[Action]:
    """A step that a solution does not need, with a small quantity first."""
    for share in _WASTED:
        made = action
        for path, value in leaves(action):
            if type(value) is int:
                made = with_leaf(made, path, max(1, value // share))
        if context.source.valid(made):
            yield made
