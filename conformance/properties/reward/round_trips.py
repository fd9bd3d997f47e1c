"""Reward: a step and its reverse do not leave more than there was before."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import (
    report_more_than_oracle,
)
from hallmark_rl.conformance.checking.policies import (
    last_response,
    more_solutions,
    oracle_margin,
    play,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.message_content import content_without_counters
from hallmark_rl.conformance.core.results import NotApplicable
from hallmark_rl.conformance.oracle_search.action_slots import Slot, filled, slots_in_use
from hallmark_rl.conformance.survey.survey_data import Rollout

_SEEDS = 2
"""Seeds on which round trips must earn more than the solution."""
_FRESH = 6
_LONGEST_EPISODE = 100
_FEW_TRIPS = 4
"""Round trips that fit into an episode whose limit is not declared."""
_MOST_STEPS = 8
"""Different steps of a solution of which the reverse is looked for."""
_NUMBER = re.compile(r"\d+(\.\d+)?")


@check("reward.round_trips")
def round_trips(context: CheckContext) -> None:
    """Insert a step and the same step with another choice (buy, sell) again and again."""
    context.require_capability_absent("continuing", "the reward of a continuing task is per step")
    context.require_capability_absent("stochastic", "single returns depend on chance")
    context.require_deterministic()
    solutions = [rollout for rollout in context.solutions if rollout.done]
    solutions = [s for s in [*solutions, *more_solutions(context, _FRESH)] if len(s.actions) > 1]
    used = [*context.pool, *(action for each in solutions for action in each.actions)]
    slots = [slot for slot in slots_in_use(context.source, used) if len(slot.choices) > 1]
    if not solutions or not slots:
        raise NotApplicable("no solution has several steps with a choice, such as buy or sell")
    found: list[tuple[Rollout, Rollout]] = []
    for solution in context.until_budget(solutions, least=4):
        made = _with_round_trips(context, slots, solution)
        if made is not None:
            found.append((made, solution))
        if len(found) == _SEEDS:
            break
    if len(found) < _SEEDS:
        return
    made, solution = found[0]
    place = len(solution.actions) - 1
    there, back = (to_json(action) for action in made.actions[place : place + 2])
    text = (
        f"{there} and then {back}, again and again before the last step of a solution, make it "
        f"earn {made.total:.4g} in {len(made.actions)} steps; the solution alone earns "
        f"{solution.total:.4g}"
    )
    again = functools.partial(_with_round_trips, context, slots)
    report_more_than_oracle(context, "reward.round_trips", "round trips", again, made, text)


def _with_round_trips(
    context: CheckContext, slots: list[Slot], solution: Rollout
) -> Rollout | None:
    """The first episode with round trips that earns more than the solution; None without any."""
    limit = min(context.declared.max_steps or _LONGEST_EPISODE, _LONGEST_EPISODE)
    start, last = solution.actions[:-1], solution.actions[-1:]
    most = (limit - len(solution.actions)) // 2
    counts = [count for count in dict.fromkeys((most, min(most, _FEW_TRIPS), 1)) if count > 0]
    for pair in _gainful_pairs(context, slots, solution, start) if counts else ():
        for count in counts:
            rollout = play(context, [*start, *pair * count, *last], solution.seed)
            if not rollout.error and rollout.total > solution.total + oracle_margin(context):
                return rollout
    return None


def _gainful_pairs(
    context: CheckContext, slots: list[Slot], solution: Rollout, start: list[Action]
) -> Iterator[list[Action]]:
    """Pairs after which the message is as before, but for numbers in it."""
    before = last_response(context, solution.seed, start)
    if before is None:
        return
    content = content_without_counters(before.data or {})
    unique = {to_json(action): action for action in start}
    for action in list(unique.values())[:_MOST_STEPS]:
        for slot in slots:
            for choice in slot.choices if len(slot.keys) == 1 else ():
                reverse = filled(action, slot, choice)
                if choice == action.get(slot.name) or not context.source.valid(reverse):
                    continue
                for pair in ([action, reverse], [reverse, action]):
                    middle = last_response(context, solution.seed, [*start, *pair[:1]])
                    after = last_response(context, solution.seed, [*start, *pair])
                    if middle is None or middle.done or after is None or after.done:
                        continue
                    changed = content_without_counters(middle.data or {}) != content
                    now = content_without_counters(after.data or {})
                    if changed and _form(now) == _form(content):
                        yield pair


def _form(content: str) -> str:
    """A message without its texts, and with one sign for each number: its fields and entries."""
    without_texts = re.sub(r'(: )"[^"]*"', r"\1*", content)
    return _NUMBER.sub("9", without_texts)
