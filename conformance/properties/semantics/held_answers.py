"""Semantics: the value that an instance holds as the answer is taken and paid on every seed.

For environments without an author's oracle. A search has found which value of the instance is
the answer: it is paid on the first seeds, and the values of other seeds are not. Here it is played
on further seeds.
"""

from __future__ import annotations

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.error_rate import fresh_seeds
from hallmark_rl.conformance.checking.policies import oracle_rollout
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.refusals import REJECTED_BY_MODEL
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_SEEDS, _FEWEST = 40, 8
_LARGEST_SHARE = 0.25
"""Of the seeds; a value that is unpaid more often is not the answer after all."""


@check("contract.answers_accepted")
def answers_accepted(context: CheckContext) -> None:
    """The action model refuses no value that is the answer of a seed."""
    played = _played(context)
    refused = [rollout for rollout in played if _is_refused(context, rollout)]
    if refused:
        raise PropertyViolated(
            f"on {len(refused)} of {len(played)} seeds the action model refuses the answer, "
            f"which a search found paid on other seeds: {_short(refused[0].actions[-1])}",
            refused[0].episode("solution"),
        )


@check("semantic.answers_paid")
def answers_paid(context: CheckContext) -> None:
    """What is paid on most seeds is paid on all of them."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    played = [r for r in _played(context) if not _is_refused(context, r)]
    least = min(solution.total for solution in context.solutions)
    unpaid = [r for r in played if r.error or r.total < least - 0.5 * abs(context.scale)]
    if len(unpaid) > _LARGEST_SHARE * len(played):
        raise EvidenceMissing(
            f"what a search took for the answer is unpaid on {len(unpaid)} of {len(played)} seeds"
        )
    if unpaid:
        worst = unpaid[0]
        raise PropertyViolated(
            f"on {len(unpaid)} of {len(played)} seeds the value that is the answer on the others "
            f"earns {worst.total:.4g} and not {least:.4g}: {_short(worst.actions[-1])}"
            + (f" ({worst.error})" if worst.error else ""),
            worst.episode("solution"),
        )


def _played(context: CheckContext) -> list[Rollout]:
    """The found rule's episodes on fresh seeds."""
    if callable(getattr(context.subject.proof, "oracle", None)):
        raise NotApplicable("the author's oracle is checked by semantic.oracle_reliable")
    if context.survey.found.get("rule") is None:
        raise NotApplicable("no value of the instance is known to be the answer")
    steps = context.oracle_steps
    seeds = fresh_seeds(context.seed, "held answers")
    played: list[Rollout] = []
    for _ in range(_SEEDS):
        if len(played) >= _FEWEST and context.out_of_time():
            break
        rollout = oracle_rollout(context, next(seeds), steps)
        if rollout.actions:
            played.append(rollout)
    if len(played) < _FEWEST:
        raise EvidenceMissing("the instance holds the answer on too few seeds")
    context.figures["seeds"] = len(played)
    return played


def _is_refused(context: CheckContext, rollout: Rollout) -> bool:
    is_refused = any(name in rollout.error for name in REJECTED_BY_MODEL)
    return is_refused or not context.source.valid(rollout.actions[-1])


def _short(action: Action) -> str:
    text = str(action)
    return text if len(text) <= 160 else f"{text[:157]}..."
