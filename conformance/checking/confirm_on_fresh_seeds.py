"""Confirm a claim about chance on fresh seeds, at the property's share of the error rate."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from hallmark_rl.conformance.checking.chance_in_steps import chance_decides
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.error_rate import (
    ShareTest,
    allowance,
    fresh_seeds,
    trials_needed,
)
from hallmark_rl.conformance.checking.policies import oracle_rollout
from hallmark_rl.conformance.core.results import EvidenceMissing, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_SECONDS = 6.0
"""Seconds that one confirmation may take; only a check that would fail takes them."""
_ENOUGH = 20
"""Trials after which a share that is no larger than the allowed one refutes the claim."""
_CLEARLY_MORE = 0.1
"""Share of the scale by which one return must be more than that of an oracle that varies."""
_DRAWS_PER_TRIAL = 3
"""Seeds drawn for one trial: on some the claim says nothing."""
CLAIMS = 3
"""Claims that one check confirms; the error rate is divided among them."""


def confirm_share(
    context: CheckContext,
    property_id: str,
    trial: Callable[[int], bool | None],
    most: float,
    *,
    plays: int = 2,
    most_trials: int = 120,
    name: str = "",
) -> str:
    """Test whether something happens on more than the share `most` of fresh seeds.

    Args:
        context: the context of the check.
        property_id: the property, whose share of the error rate is used.
        trial: plays a seed; whether it happened there, None if the seed says nothing.
        most: the largest share that a sound environment may have.
        plays: number of episodes that a trial plays.
        most_trials: the largest number of trials; more confirm smaller differences.
        name: distinguishes several claims of one check.

    Returns:
        The test and its result as text; empty if the claim is not confirmed.

    Raises:
        EvidenceMissing: if too few seeds can be played in the time for a confirmation.
    """
    rate = allowance(property_id, CLAIMS)
    needed = trials_needed(most, rate)
    steps = max(10, context.survey.longest)
    cost = plays * (context.survey.reset_s + steps * context.survey.step_s)
    trials = min(most_trials, int(_SECONDS / max(cost, 1e-5)))
    if trials < needed:
        raise EvidenceMissing(
            f"a suspicion could not be confirmed: {needed} fresh seeds are needed, and there is "
            f"time for {trials}"
        )
    test = ShareTest(most, rate, trials)
    ends = time.monotonic() + 2 * _SECONDS
    seeds = fresh_seeds(context.seed, f"{property_id}/{name}")

    def outcomes() -> Iterator[bool]:
        for _ in range(trials * _DRAWS_PER_TRIAL):
            if time.monotonic() > ends:
                return
            outcome = trial(next(seeds))
            if outcome is not None:
                yield outcome

    confirmed, successes, count = test.decide(outcomes())
    is_refuted = count >= _ENOUGH and successes <= most * count
    if not confirmed and not is_refuted and count - successes <= trials - test.critical:
        raise EvidenceMissing(
            f"a suspicion could not be confirmed: {successes} of {count} fresh seeds show it, "
            f"{test.critical} of {trials} are needed"
        )
    if not confirmed:
        return ""
    return (
        f"confirmed on {successes} of {count} fresh seeds (exact binomial test against a share of "
        f"{most:g}, error rate {rate:.0e})"
    )


def solve(context: CheckContext, seed: int) -> Rollout | None:
    """The oracle's rollout on a seed; None if it fails or there is nothing to win."""
    rollout = oracle_rollout(context, seed, context.oracle_steps)
    if rollout.error or not rollout.actions:
        return None
    return rollout if rollout.total > context.floor + 1e-9 else None


def returns_vary(context: CheckContext) -> bool:
    """Whether the oracle's return depends on the seed: on luck or on difficulty."""
    totals = [rollout.total for rollout in context.solved]
    return max(totals) - min(totals) > 1e-6 * max(1.0, *map(abs, totals))


def is_demonstration(
    context: CheckContext, total: float, oracle_total: float | None = None
) -> bool:
    """Whether one return above the oracle's shows a defect: chance cannot explain it.

    That is so where the oracle earns the same on every seed, or where the return is more than the
    author declares to be the most. Else nothing may be drawn after the reset, and the return must
    be clearly more than `oracle_total`: an oracle whose return varies may not be the best policy.
    """
    most = context.declared.success
    if not returns_vary(context) or (most is not None and total > most + 1e-6):
        return True
    if oracle_total is not None and total - oracle_total < _CLEARLY_MORE * abs(context.scale):
        return False
    return not chance_decides(context)


def confirm_more_than_oracle(
    context: CheckContext,
    property_id: str,
    label: str,
    other: Callable[[Rollout], Rollout | None],
) -> str:
    """Confirm that a policy mostly earns more than the oracle on the same seed (a sign test).

    `other` plays the policy on the seed of a solution; None leaves the seed out. Seeds on which
    both earn the same say nothing. Returns and raises as `confirm_share` does; not needed for a
    demonstration (`is_demonstration`).
    """

    def more(seed: int) -> bool | None:
        solution = oracle_rollout(context, seed, context.oracle_steps)
        rollout = None if solution.error or not solution.actions else other(solution)
        if rollout is None or rollout.error:
            return None
        tolerance = 1e-6 * max(1.0, abs(solution.total))
        if abs(rollout.total - solution.total) <= tolerance:
            return None
        return rollout.total > solution.total

    return confirm_share(context, property_id, more, 0.5, name=label)


def report_more_than_oracle(
    context: CheckContext,
    property_id: str,
    label: str,
    other: Callable[[Rollout], Rollout | None],
    rollout: Rollout,
    text: str,
) -> None:
    """Report a rollout that earned more than the oracle, unless fresh seeds do not confirm it.

    `other` and `label` are those of `confirm_more_than_oracle`; the label also names the script.

    Raises:
        PropertyViolated: `text`, with what the test says where one is needed.
    """
    confirmed = ""
    if not is_demonstration(context, rollout.total):
        confirmed = confirm_more_than_oracle(context, property_id, label, other)
        if not confirmed:
            return
    raise PropertyViolated("; ".join(filter(None, [text, confirmed])), rollout.episode(label))
