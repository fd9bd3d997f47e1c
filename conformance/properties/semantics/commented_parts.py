"""Semantics: what stands in a comment of a program, query or configuration does not count."""

from __future__ import annotations

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import CLAIMS, confirm_share, solve
from hallmark_rl.conformance.checking.error_rate import allowance, upper_tail
from hallmark_rl.conformance.checking.policies import oracle_margin, play
from hallmark_rl.conformance.checking.probes.comments import parts_of
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_LARGEST_SHARE = 0.02
"""Share of tasks on which a comment may be paid: a sound verifier pays none."""
_MOST_PARTS = 12
"""Parts of one solution that are tried."""
_MOST_STEPS = 20
_FEWEST_PAID = 2
_TRIALS = 40
_PLAYS = 2 * _MOST_PARTS


@check("semantic.commented_parts")
def comments_do_not_count(context: CheckContext) -> None:
    """Turn a part of a solution that matters into a comment."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    outcomes = [_commented(context, s) for s in context.until_budget(context.solutions, least=3)]
    tried = [outcome for outcome in outcomes if outcome is not None]
    if not tried:
        raise NotApplicable("no solution holds a program, query or configuration that matters")
    paid = [(part, rollout) for part, rollout in tried if rollout is not None]
    if len(paid) < min(_FEWEST_PAID, len(tried)):
        return
    part, rollout = paid[0]
    rate = allowance("semantic.commented_parts", CLAIMS)
    test = f"on {len(paid)} of {len(tried)} seeds"
    if upper_tail(len(paid), len(tried), _LARGEST_SHARE) > rate:
        test = _confirmed(context)
    if test:
        raise PropertyViolated(
            f"{part!r} in a comment is paid as if it were there, and it earns less if it is left "
            f"out; {test}",
            rollout.episode("a comment"),
        )


def _confirmed(context: CheckContext) -> str:
    """The test on fresh seeds; empty if it does not confirm that comments are paid."""

    def is_paid(seed: int) -> bool | None:
        solution = solve(context, seed)
        outcome = None if solution is None else _commented(context, solution)
        return None if outcome is None else outcome[1] is not None

    return confirm_share(
        context,
        "semantic.commented_parts",
        is_paid,
        _LARGEST_SHARE,
        plays=_PLAYS,
        most_trials=_TRIALS,
    )


def _commented(context: CheckContext, solution: Rollout) -> tuple[str, Rollout | None] | None:
    """A part that matters, with the rollout in which it is a comment if that is paid in full.

    None if no part of the solution matters.
    """
    least = solution.total - oracle_margin(context)
    unpaid: str | None = None
    parts = [
        (place, part)
        for place, action in enumerate(solution.actions[:_MOST_STEPS])
        for field in context.source.text_fields()
        for part in parts_of(action, field)
    ]
    parts.sort(key=lambda item: not item[1].is_own)
    for place, part in parts[:_MOST_PARTS]:
        if not context.source.valid(part.without) or not context.source.valid(part.commented):
            continue
        before, after = solution.actions[:place], solution.actions[place + 1 :]
        if _is_paid(play(context, [*before, part.without, *after], solution.seed), least):
            continue
        rollout = play(context, [*before, part.commented, *after], solution.seed)
        if _is_paid(rollout, least):
            return part.text, rollout
        unpaid = part.text
    return None if unpaid is None else (unpaid, None)


def _is_paid(rollout: Rollout, least: float) -> bool:
    return not rollout.error and rollout.total >= least
