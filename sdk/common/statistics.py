"""The two estimates that success rates need: an interval, and pass@k without bias."""

from __future__ import annotations

import math

Z_95 = 1.959963984540054


def wilson(successes: int, trials: int, z: float = Z_95) -> tuple[float, float]:
    """Wilson's interval for a success rate; (0, 1) when nothing was tried."""
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials")
    if trials == 0:
        return 0.0, 1.0
    rate = successes / trials
    spread = z * math.sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials))
    middle = rate + z * z / (2 * trials)
    scale = 1 + z * z / trials
    low = 0.0 if successes == 0 else (middle - spread) / scale
    high = 1.0 if successes == trials else (middle + spread) / scale
    return max(0.0, low), min(1.0, high)


def pass_at_k(trials: int, successes: int, k: int) -> float:
    """The unbiased estimate of the chance that one of `k` attempts succeeds (Chen et al., 2021)."""
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials")
    if not 1 <= k <= trials:
        raise ValueError(f"pass@{k} needs at least {k} attempts at every task, not {trials}")
    return 1.0 - math.comb(trials - successes, k) / math.comb(trials, k)
