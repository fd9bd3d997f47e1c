"""Success rates: confidence intervals, exact tests, and pass@k without bias."""

from __future__ import annotations

import math
from statistics import NormalDist


def wilson_interval(
    successes: int, trials: int, *, confidence: float = 0.95
) -> tuple[float, float]:
    """Wilson's score interval (E. B. Wilson, 1927) for a success rate.

    Args:
        successes: how many of the trials succeeded.
        trials: how many there were; 0 gives the interval (0, 1).
        confidence: the two-sided level, between 0 and 1.

    Returns:
        The lower and the upper bound, both in [0, 1].

    Raises:
        ValueError: there are more successes than trials, or fewer than none.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials is impossible")
    if trials == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate = successes / trials
    spread = z * math.sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials))
    centre = rate + z * z / (2 * trials)
    scale = 1 + z * z / trials
    low = 0.0 if successes == 0 else (centre - spread) / scale
    high = 1.0 if successes == trials else (centre + spread) / scale
    return max(0.0, low), min(1.0, high)


def pass_at_k(trials: int, successes: int, k: int) -> float:
    """The probability that at least one of `k` attempts succeeds, estimated without bias.

    1 - C(trials - successes, k) / C(trials, k); Chen et al., "Evaluating Large Language Models
    Trained on Code" (2021), equation 1.

    Raises:
        ValueError: the counts are impossible, or there are fewer than `k` trials.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials is impossible")
    if not 1 <= k <= trials:
        raise ValueError(f"pass@{k} needs at least {k} attempts at every task, not {trials}")
    return 1.0 - math.comb(trials - successes, k) / math.comb(trials, k)


def binomial_tail(successes: int, trials: int, rate: float) -> float:
    """The probability of at least `successes` successes in `trials` trials of a success rate.

    Raises:
        ValueError: there are more successes than trials or fewer than none, or `rate` is not in
            [0, 1].
    """
    if not 0 <= successes <= trials or not 0 <= rate <= 1:
        raise ValueError(f"{successes} of {trials} at a rate of {rate} is impossible")
    if successes == 0 or rate == 1:
        return 1.0
    if rate == 0:
        return 0.0
    log_rate, log_rest = math.log(rate), math.log1p(-rate)
    log_all = math.lgamma(trials + 1)
    terms = (
        math.exp(
            log_all
            - math.lgamma(count + 1)
            - math.lgamma(trials - count + 1)
            + count * log_rate
            + (trials - count) * log_rest
        )
        for count in range(successes, trials + 1)
    )
    return min(1.0, math.fsum(terms))


def mcnemar_exact(gained: int, lost: int) -> float:
    """The two-sided p-value of McNemar's exact test on paired successes (Q. McNemar, 1947).

    The pairs whose two results are equal carry no information. If nothing has changed, each of the
    others is as likely a gain as a loss. Where nothing has changed, the p-value is at most `a` with
    a probability of at most `a`.

    Args:
        gained: pairs of which only the second succeeded.
        lost: pairs of which only the first succeeded.

    Raises:
        ValueError: a count is negative.
    """
    if min(gained, lost) < 0:
        raise ValueError(f"{gained} gains and {lost} losses are impossible")
    return min(1.0, 2 * binomial_tail(max(gained, lost), gained + lost, 0.5))


def clopper_pearson_interval(
    successes: int, trials: int, *, confidence: float = 0.95
) -> tuple[float, float]:
    """The exact confidence interval for a success rate (C. J. Clopper, E. S. Pearson, 1934).

    It contains 1/2 exactly where `mcnemar_exact(successes, trials - successes)` is not below
    `1 - confidence`, so the two never disagree.

    Args:
        successes: how many of the trials succeeded.
        trials: how many there were; 0 gives the interval (0, 1).
        confidence: the two-sided level, between 0 and 1.

    Returns:
        The lower and the upper bound, both in [0, 1].

    Raises:
        ValueError: there are more successes than trials, or fewer than none.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials is impossible")
    tail = (1 - confidence) / 2
    low = _rate_with_tail(successes, trials, tail) if successes else 0.0
    failures = trials - successes
    high = 1 - _rate_with_tail(failures, trials, tail) if failures else 1.0
    return low, high


def _rate_with_tail(successes: int, trials: int, tail: float) -> float:
    """The success rate at which `binomial_tail(successes, trials, rate)` is `tail`."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        if binomial_tail(successes, trials, middle) < tail:
            low = middle
        else:
            high = middle
    return (low + high) / 2
