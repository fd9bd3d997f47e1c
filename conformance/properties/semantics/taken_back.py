"""Semantics: after each step of a solution was taken back, its last step is not paid."""

from __future__ import annotations

import re
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, play
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent, task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.undone_steps import reversing_actions
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH, _FEWEST = 6, 3
_CONTROLS = 4
"""Other actions that must not set the same values back."""
_PAID = 0.8
"""Share of what a solution earns that counts as solved."""
_GIVES_BACK = re.compile(
    r"\b(?:gives?|gets?|hands?|pays?|puts?|takes?)\b.{0,40}\bback\b|\brefund|\bundo(?:es)?\b"
    r"|\b(?:is|are) (?:0|zero|empty|free|nothing) again\b",
    re.I,
)


@check("semantic.taken_back")
def taken_back(context: CheckContext) -> None:
    """Take each step of a solution back, one after another, and then play the last one.

    Only where a text says that something is given back, and where all solutions end with one
    action: another one may be an answer, to which the steps before have led.
    """
    context.require_capability_absent("continuing", "the reward of a continuing task is per step")
    context.require_capability_absent("stochastic", "single returns depend on chance")
    context.require_deterministic()
    said = next(filter(_GIVES_BACK.search, task_sentences(context)), "")
    if not said:
        raise NotApplicable("no text says that something is given back")
    solutions = [s for s in [*context.solutions, *more_solutions(context, _FRESH)] if s.done]
    solutions = [s for s in solutions if len(s.actions) > 1 and s.total > context.floor]
    if len(solutions) < _FEWEST or len({to_json(s.actions[-1]) for s in solutions}) > 1:
        raise NotApplicable("solutions have one step, or end with different actions")
    tried: dict[str, int] = {}
    paid: dict[str, list[tuple[Rollout, Rollout]]] = {}
    for solution in context.until_budget(solutions, least=_FEWEST):
        known = {to_json(action) for action in solution.actions}
        for reverse in reversing_actions(context, solution.actions[0]):
            if to_json(reverse) in known or not _takes_back(context, solution, reverse):
                continue
            tried[to_json(reverse)] = tried.get(to_json(reverse), 0) + 1
            rollout = play(context, _script(solution, reverse), solution.seed)
            gain = solution.total - context.floor
            if not rollout.error and rollout.total >= context.floor + _PAID * gain:
                paid.setdefault(to_json(reverse), []).append((rollout, solution))
    for name, found in paid.items():
        if len(found) >= max(_FEWEST, 0.5 * tried[name]):
            rollout, solution = found[0]
            raise PropertyViolated(
                f"{name} after each step takes it back, and the last step earns "
                f"{rollout.total:.4g} (on {len(found)} of {tried[name]} seeds), like the solution, "
                f"though a text says {said[:160]!r}",
                rollout.episode("steps that are taken back"),
            )
    if not tried:
        raise NotApplicable("no action takes a step of a solution back")


def _script(solution: Rollout, reverse: Action) -> list[Action]:
    taken = [action for step in solution.actions[:-1] for action in (step, reverse)]
    return [*taken, solution.actions[-1]]


def _takes_back(context: CheckContext, solution: Rollout, reverse: Action) -> bool:
    """Whether each step is accepted, and a value that they change is as at first in the end.

    A value that other actions set back too is only a reply, such as an empty list of results.
    """
    script = _script(solution, reverse)[:-1]
    if context.declared.max_steps is not None and len(script) >= context.declared.max_steps:
        return False
    trace = context.play(Episode.of(solution.seed, script, "steps that are taken back"))
    if len(trace) != 1 + len(script) or any(r.data is None or r.done for r in trace):
        return False
    first, after, last = (_values(trace[place].data) for place in (0, 1, -1))
    back = {name for name in first if after.get(name) != first[name] == last.get(name)}
    others = [a for a in context.pool if a != reverse and a not in solution.actions]
    for other in others[:_CONTROLS] if back else ():
        reply = context.play(Episode.of(solution.seed, [script[0], other], "another action"))[-1]
        shown = _values(reply.data)
        back = {name for name in back if shown.get(name) != first[name]}
    return bool(back)


def _values(data: dict[str, Any] | None) -> dict[str, str]:
    """The values of a message as texts; of lists without their order, and no texts or flags."""
    shown = shown_to_agent(data or {})
    return {
        name: to_json(sorted(map(to_json, value)) if isinstance(value, list) else value)
        for name, value in shown.items()
        if not isinstance(value, str | bool | None)
    }
