"""Semantics: who begins a task and then idles does not earn what the whole solution earns.

A reward that is a share of what was attempted, or costs that are settled at one kind of end only,
pay for a beginning: the first steps of a solution, and then one idle action until the limit.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import CLAIMS, confirm_share, solve
from hallmark_rl.conformance.checking.policies import (
    last_response,
    oracle_margin,
    play,
    step_limit,
)
from hallmark_rl.conformance.checking.probes.changed_values import leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import (
    filled,
    slots_of,
    templates,
    value_at,
)
from hallmark_rl.conformance.survey.survey_data import Rollout

_FEWEST_STEPS, _FEWEST_SEEDS = 4, 3
_MOST_IDLE = 16
_LARGEST_SHARE = 0.5
"""Share of seeds on which a beginning may happen to be enough."""
_WORTHLESS = 0.5
"""Share of a solution's return that idling alone must not earn: then the beginning has no part."""
_APPROACHES = 1.5
"""How much more than its equal share of what is missing one further step may bring: if it brings
more, the return only approaches that of the whole, as where each offer halves a difference."""
_ENOUGH = re.compile(
    r"\b(\d+|two|three|four|five|half|most) of (\d+|the|six|seven|eight|ten)\b.*"
    r"\b(need|enough|suffic|win|pass|succe)"
    r"|\b(scores?|points|right|correct|wins?) more than\b|\bmore (points|right|correct)\b.* than\b"
    r"|\bmajority\b|\bfirst to\b|\b(is|are) enough\b|\bpass mark\b|\bneeded\b.*\b\d+ of \d+",
    re.I,
)
"""What texts say where not all of the work is needed to win."""
_OTHER_STEPS = 0.5
"""Share of a solution's further steps that must be other actions than the idle one."""


@check("semantic.unfinished_work")
def unfinished_work(context: CheckContext) -> None:
    """Play the first steps of solutions, and then one action until the episode ends."""
    context.require_capability_absent("continuing", "episodes do not end")
    context.require_capability_absent("stochastic", "single returns depend on chance")
    solutions = [s for s in context.solutions if _is_long(s)]
    if len(solutions) < _FEWEST_SEEDS:
        raise NotApplicable("no solution takes several different steps")
    if any(map(_ENOUGH.search, task_sentences(context))):
        raise NotApplicable("a text says that a part of the work is enough")
    claims = 0
    for action in context.until_budget(_idle_actions(context), least=8):
        for parts in (4, 2):
            if claims == CLAIMS:
                return  # the error rate is divided among so many
            paid = []
            for solution in solutions[:_FEWEST_SEEDS]:
                rollout = _paid_beginning(context, solution, action, parts)
                if rollout is None:
                    break
                paid.append(rollout)
            if len(paid) < _FEWEST_SEEDS:
                continue
            claims += 1
            test = confirm_share(
                context,
                "semantic.unfinished_work",
                functools.partial(_is_paid_on_seed, context, action, parts),
                _LARGEST_SHARE,
                plays=3,
                name=f"{parts} {to_json(action)[:60]}",
            )
            if test:
                raise PropertyViolated(
                    f"the first {len(solutions[0].actions) // parts} of "
                    f"{len(solutions[0].actions)} steps of a solution, and then {action} until the "
                    f"end, earn {paid[0].total:.4g} like the whole; {test}",
                    paid[0].episode("unfinished"),
                )


def _is_long(solution: Rollout) -> bool:
    different = {to_json(action) for action in solution.actions}
    return solution.done and len(solution.actions) >= _FEWEST_STEPS and len(different) > 2


def _idle_actions(context: CheckContext) -> Iterator[Action]:
    """Actions that may do nothing or end the episode, each also with the smallest numbers."""
    idle = [rollout.actions[0] for rollout in context.survey.null_rollouts if rollout.actions]
    least = context.source.minimal()
    actions = [*idle[:1], *([least] if least else [])]
    actions += [switched for action in actions for switched in _switched(context, action)]
    actions += [*templates(context.source, context.pool), *context.pool]
    seen: set[str] = set()
    for action in actions:
        for changed in (_with_small_numbers(context, action), action):
            if len(seen) < _MOST_IDLE and to_json(changed) not in seen:
                seen.add(to_json(changed))
                yield changed


def _switched(context: CheckContext, action: Action) -> Iterator[Action]:
    """The action with the other value of each boolean field, such as `harvest`."""
    for slot in slots_of(context.source, action):
        if set(slot.few_values(2)) == {False, True}:
            changed = filled(action, slot, not value_at(action, slot))
            if context.source.valid(changed):
                yield changed


def _with_small_numbers(context: CheckContext, action: Action) -> Action:
    """The action with each whole number set to 0, or else to 1, where its model takes that."""
    for path, value in leaves(action):
        if isinstance(value, int) and not isinstance(value, bool):
            smaller = (with_leaf(action, path, number) for number in (0, 1))
            action = next(filter(context.source.valid, smaller), action)
    return action


def _paid_beginning(
    context: CheckContext, solution: Rollout, action: Action, parts: int
) -> Rollout | None:
    """The episode that goes on with the action after a part of a solution, if it earns as much."""
    begun = solution.actions[: len(solution.actions) // parts]
    further = solution.actions[len(begun) :]
    if sum(other != action for other in further) < _OTHER_STEPS * len(further):
        return None
    rollout = play(context, [*begun, *[action] * step_limit(context)], solution.seed)
    least = solution.total - oracle_margin(context)
    if (
        rollout.error
        or not rollout.done
        or rollout.total < least
        or len(rollout.actions) == len(begun)
    ):
        return None
    missing = solution.total - rollout.total
    if missing > 1e-9:
        longer = play(context, [*begun, further[0], *[action] * step_limit(context)], solution.seed)
        if longer.total - rollout.total > _APPROACHES * missing / len(further):
            return None
    alone = play(context, [action] * step_limit(context), solution.seed)
    gain = solution.total - context.floor
    if alone.total - context.floor >= _WORTHLESS * gain:
        return None
    return None if _is_part_of_the_work(context, solution, action, len(begun)) else rollout


def _is_part_of_the_work(
    context: CheckContext, solution: Rollout, action: Action, begun: int
) -> bool:
    """Whether some further steps of a solution do what the action does, and are needed."""
    others = [
        step
        for place, step in enumerate(solution.actions)
        if place < begun or not _do_the_same(context, solution, place, action)
    ]
    if len(others) == len(solution.actions):
        return False
    return play(context, others, solution.seed).total < solution.total - oracle_margin(context)


def _do_the_same(context: CheckContext, solution: Rollout, place: int, action: Action) -> bool:
    """Whether an action shows the same values there as the solution's own step does."""
    before, own = solution.actions[:place], solution.actions[place]
    replies = [last_response(context, solution.seed, [*before, each]) for each in (own, action)]
    first, second = (
        reply and {path: text for path, text in subtrees(reply.data) if " " not in str(text)}
        for reply in replies
    )
    return first is not None and first == second


def _is_paid_on_seed(context: CheckContext, action: Action, parts: int, seed: int) -> bool | None:
    solution = solve(context, seed)
    if solution is None or not _is_long(solution):
        return None
    return _paid_beginning(context, solution, action, parts) is not None
