"""Semantics: a step that is taken back and played again, over and over, does not solve a task."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import last_response, more_solutions, play
from hallmark_rl.conformance.checking.probes.changed_values import leaves
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import filled, slots_of, templates
from hallmark_rl.conformance.survey.survey_data import Rollout

_SEEDS, _FRESH = 2, 6
_MOST_STEPS = 10
_MOST_REVERSES = 24
_LONGEST_EPISODE = 100
_PAID = 0.8
"""Share of what a solution earns that counts as solved."""
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_REVERSE = re.compile(
    r"(^|[^a-z])(undo|revert|roll_?back|back|cancel|restore|retract|withdraw|take_?back|remove|drop"
    r"|return|release|unassign|unplace|unselect|deselect|delete|clear)([^a-z]|$)",
    re.I,
)
"""Names of actions that take something back. Of others, such as a blow and a parry, numbers in the
message may say that both together are work that is done."""


@check("semantic.undone_steps")
def undone_steps(context: CheckContext) -> None:
    """After each step of a solution, look for an action that takes it back; play both in turn.

    Texts and lists of the message must then be those before the step, so that what is solved by
    going on like this was not done. Nothing is claimed where the rest of the solution is these two
    actions as well.
    """
    context.require_capability_absent("continuing", "the reward of a continuing task is per step")
    context.require_capability_absent("stochastic", "single returns depend on chance")
    context.require_deterministic()
    solutions = [rollout for rollout in context.solutions if rollout.done and not rollout.error]
    solutions = [s for s in [*solutions, *more_solutions(context, _FRESH)] if len(s.actions) > 2]
    if not solutions:
        raise NotApplicable("no solution has three steps or more")
    found: list[tuple[list[Action], Rollout, Rollout]] = []
    taken_back = 0
    for solution in context.until_budget(solutions, least=4):
        for script in _scripts(context, solution):
            taken_back += 1
            rollout = play(context, script, solution.seed)
            if _is_solved(context, rollout, solution):
                found.append((script, rollout, solution))
                break
        if len(found) == _SEEDS:
            script, rollout, solution = found[0]
            step, reverse = script[-2:]
            raise PropertyViolated(
                f"{to_json(step)} and {to_json(reverse)} in turn earn {rollout.total:.4g} in "
                f"{len(rollout.actions)} steps, though the second takes the first back; the "
                f"solution earns {solution.total:.4g}",
                rollout.episode("a step and its reverse"),
            )
    if not taken_back:
        raise NotApplicable("no action takes a step of a solution back")


def _scripts(context: CheckContext, solution: Rollout) -> Iterator[list[Action]]:
    """The start of a solution, and then a step and what takes it back, up to the step limit."""
    limit = min(context.declared.max_steps or _LONGEST_EPISODE, _LONGEST_EPISODE)
    tried: set[str] = set()
    for place, step in enumerate(solution.actions[:_MOST_STEPS]):
        start, rest = solution.actions[:place], solution.actions[place + 1 :]
        before = _content(context, solution.seed, start)
        after = _content(context, solution.seed, [*start, step])
        if not before or not after or before == after:
            continue
        for reverse in reversing_actions(context, step):
            pair = {to_json(step), to_json(reverse)}
            if len(pair) < 2 or {to_json(action) for action in rest} <= pair:
                continue
            back = _content(context, solution.seed, [*start, step, reverse])
            if back != before or to_json([before, *sorted(pair)]) in tried:
                continue
            tried.add(to_json([before, *sorted(pair)]))
            yield [*start, *[step, reverse] * ((limit - place) // 2)]


def reversing_actions(context: CheckContext, step: Action) -> list[Action]:
    """Actions that take something back by their names: the step with other choices, the pool's."""
    made = [
        filled(step, slot, choice)
        for slot in slots_of(context.source, step)
        for choice in slot.choices
        if len(slot.keys) == 1
    ]
    made += [*templates(context.source, context.pool), *context.pool]
    named = (action for action in made if _REVERSE.search(_texts(action)))
    unique = {to_json(action): action for action in named if context.source.valid(action)}
    return list(unique.values())[:_MOST_REVERSES]


def _texts(action: Action) -> str:
    return " ".join(value for _, value in leaves(action) if isinstance(value, str))


def _content(context: CheckContext, seed: int | None, actions: list[Action]) -> str:
    """The last message without numbers; empty if the episode ends or fails before."""
    last = last_response(context, seed, actions)
    if last is None or last.done:
        return ""
    return _NUMBER.sub("9", to_json(shown_to_agent(last.data or {})))


def _is_solved(context: CheckContext, rollout: Rollout, solution: Rollout) -> bool:
    if rollout.error or not rollout.done:
        return False
    gain = solution.total - max(0.0, context.floor)
    return gain > 0 and rollout.total >= max(0.0, context.floor) + _PAID * gain
