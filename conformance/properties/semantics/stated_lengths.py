"""Semantics: a text that is longer than the task allows is not paid like the solution."""

from __future__ import annotations

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.probes.length_limits import (
    COUNTS,
    FILLERS,
    limits_of_task,
    stated_limits,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH = 12
_FEWEST = 4
"""Tasks on which a text that is too long must be paid."""


@check("semantic.stated_lengths")
def stated_lengths(context: CheckContext) -> None:
    """Lengthen right texts until they exceed a stated limit."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    general = stated_limits(task_sentences(context, solutions[0]))
    paid: dict[tuple[str, str], list[Episode]] = {}
    tried = 0
    for solution in context.until_budget(solutions, least=2 * _FEWEST):
        for unit, most in {**general, **limits_of_task(context, solution)}.items():
            for name, value in solution.actions[-1].items():
                is_text = isinstance(value, str) and name not in ("metadata", "type")
                if not is_text or len(value.split()) < 2 or COUNTS[unit](value) > most:
                    continue
                tried += 1
                episode = _paid_longer(context, solution, name, unit, most)
                paid.setdefault((name, unit), []).extend([episode] if episode else [])
                if len(paid[name, unit]) >= _FEWEST:
                    raise PropertyViolated(
                        f"a text of more than {most} {unit} in {name!r} is paid like the solution "
                        f"on {_FEWEST} tasks, though the texts allow {most}",
                        paid[name, unit][0],
                    )
    if not tried:
        raise NotApplicable("no text says how long a text of the answer may be")


def _paid_longer(
    context: CheckContext, solution: Rollout, name: str, unit: str, most: int
) -> Episode | None:
    """The solution with a text that is too long, if it is valid and paid."""
    for filler in FILLERS[unit]:
        text = str(solution.actions[-1][name]) + filler * (most + 3)
        actions = [*solution.actions[:-1], {**solution.actions[-1], name: text}]
        if found := paid_like(context, solution, actions, "a longer text"):
            return found
    return None
