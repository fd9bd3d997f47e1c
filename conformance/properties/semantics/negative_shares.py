"""Semantics: probabilities that are stated together are no distribution if one is negative."""

from __future__ import annotations

from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_margin, play
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FEWEST_NAMES = 3
_SEEDS, _FEWEST_PAID = 6, 3
"""Seeds that are tried, and those that must pay: on one the negative probability may be the right
one, and then it earns nothing."""


def require_no_negative_shares(context: CheckContext, solutions: list[Rollout]) -> bool:
    """Raise if certainty for all names but one, and a negative probability for that, is paid.

    The names are those to which solutions give probabilities that sum to 1 or to 100.

    Returns:
        Whether solutions state such probabilities, so that it was tried.
    """
    shares = [_shares(rollout.actions[-1]) for rollout in solutions]
    names = sorted({name for found in shares if found for name in found[1]})
    if len(names) < _FEWEST_NAMES or not all(shares):
        return False
    paid: list[tuple[Rollout, Rollout]] = []
    tried = list(zip(solutions, shares, strict=True))[:_SEEDS]
    for solution, found in tried:
        assert found is not None
        field, given = found
        whole = sum(given.values())
        stated = dict.fromkeys(names[:-1], whole)
        stated[names[-1]] = whole - sum(stated.values())
        action: Action = {**solution.actions[-1], field: stated}
        rollout = play(context, [*solution.actions[:-1], action], solution.seed)
        if not rollout.error and rollout.total >= solution.total - oracle_margin(context):
            paid.append((rollout, solution))
    if len(paid) >= min(_FEWEST_PAID, len(tried)):
        rollout, solution = paid[0]
        field = next(found[0] for found in shares if found)
        raise PropertyViolated(
            f"{field!r} with certainty for {len(names) - 1} of {len(names)} names, and "
            f"{rollout.actions[-1][field][names[-1]]:g} for the other one, earns "
            f"{rollout.total:.4g}, on {len(paid)} of {len(tried)} seeds; the solution earns "
            f"{solution.total:.4g}",
            rollout.episode("a negative probability"),
        )
    return True


def _shares(action: Action) -> tuple[str, dict[str, Any]] | None:
    """The only field of an action that gives names numbers which sum to 1 or to 100."""
    fields = {
        field: value
        for field, value in action.items()
        if isinstance(value, dict)
        and field != "metadata"
        and value
        and all(type(number) in (int, float) and number >= 0 for number in value.values())
        and any(abs(sum(value.values()) - whole) < 1e-6 * whole for whole in (1, 100))
    }
    return next(iter(fields.items())) if len(fields) == 1 else None
