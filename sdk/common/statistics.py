"""Estimates for success rates: Wilson's confidence interval, and pass@k without bias."""

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
