"""Reward: what is taken at once and given back in parts leaves nothing behind.

A price that depends on the quantity of one step (a discount for many, a fee for few) pays whoever
splits one direction and not the other. So does a package that is opened, and whose parts are given
back at the price of single ones.
"""

from __future__ import annotations

import math
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
from hallmark_rl.conformance.checking.probes.return_rounds import return_rounds
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.message_content import scalars_without_counters
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_SEEDS = 3
_LONGEST_EPISODE = 100
_REFUSED = 3
"""Invalid actions with which time passes and nothing else."""
_FEW_ROUNDS = 5
"""Rounds that fit into an episode whose limit is not declared."""
_WASTED = (20, 6, 2)
"""Divisors of a quantity: what is wasted is one of these parts, the first that costs something."""
_PAID = 0.4
"""Share of what a solution earns above nothing that must not be earned so."""


@check("reward.returns_in_parts")
def returns_in_parts(context: CheckContext) -> None:
    """Look for rounds after which a number is greater and all else as before; repeat them."""
    context.require_capability_absent("continuing", "the reward of a continuing task is per step")
    context.require_capability_absent("stochastic", "single returns depend on chance")
    context.require_deterministic()
    solutions = [rollout for rollout in context.solutions if rollout.done and not rollout.error]
    if not solutions:
        raise NotApplicable("no solution ends an episode")
    if not any(return_rounds(context)):
        raise NotApplicable("no action has a choice and a quantity, such as to buy 20 or sell 20")
    has_effect = False
    for each in context.until_budget(return_rounds(context), least=40):
        played = [
            (solution, actions)
            for solution in solutions[:_SEEDS]
            if (actions := each.steps(context, solution))
            and all(map(context.source.valid, actions))
        ]
        if len(played) < min(2, len(solutions)):
            continue
        more = _leaves_more(context, played[0][0].seed, played[0][1])
        has_effect = has_effect or more is not None
        if not more:
            continue
        for play_rounds, how in ((_repeated, "alone"), (_made_good, "after waste")):
            paid = [play_rounds(context, solution, actions) for solution, actions in played]
            if len(paid) > 1 and all(paid):
                solution, actions = played[0]
                rollout = paid[0]
                assert rollout is not None
                raise PropertyViolated(
                    f"{', '.join(map(to_json, actions))} in turn, {how}, earn {rollout.total:.4g} "
                    f"in {len(rollout.actions)} steps, though each round takes back what it does; "
                    f"the solution earns {solution.total:.4g}; so on {len(paid)} seeds",
                    rollout.episode("given back in parts"),
                )
    if not has_effect:
        raise NotApplicable("no step with a quantity changes what the first message shows")


def _leaves_more(context: CheckContext, seed: int | None, actions: list[Action]) -> bool | None:
    """Whether a round makes a number of the message greater, and changes nothing else.

    Another number may grow by as much: a balance, and the profit so far. What as many steps change
    that are refused is no matter, such as a day or its prices. None if the first step changes
    nothing.
    """
    before = last_response(context, seed, [])
    between = last_response(context, seed, actions[:1])
    after = last_response(context, seed, actions)
    if before is None or between is None:
        return None
    if scalars_without_counters(before.data or {}) == scalars_without_counters(between.data or {}):
        return None
    if after is None or after.done:
        return False
    shown = scalars_without_counters(after.data or {})
    return any(
        _is_only_more(numbers, shown)
        for start in (before, *_waited(context, seed, len(actions)))
        if (numbers := scalars_without_counters(start.data or {})).keys() == shown.keys()
    )


def _waited(context: CheckContext, seed: int | None, steps: int) -> Iterator[Response]:
    """What is shown after as many steps that the author calls invalid, if they end nothing."""
    for action in context.survey.invalid[:_REFUSED]:
        response = last_response(context, seed, [action] * steps)
        if response is not None and not response.done:
            yield response


def _is_only_more(start: dict[str, Any], shown: dict[str, Any]) -> bool:
    """Whether nothing differs but sentences and numbers, which are all greater by as much."""
    pairs = [
        (old, shown[path])
        for path, old in start.items()
        if not any(isinstance(text, str) and " " in text for text in (old, shown[path]))
        and not (isinstance(old, str) and shown[path] == "")  # shown at the beginning only
    ]
    changed = [(old, new) for old, new in pairs if old != new]
    if not changed or not all(type(value) in (int, float) for pair in changed for value in pair):
        return False
    gains = [new - old for old, new in changed]
    return min(gains) > 0 and math.isclose(min(gains), max(gains))


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
