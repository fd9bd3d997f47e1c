"""The author's evidence for the duel."""

from duel import DuelAction, DuelEnv, DuelObservation

declared = {"max_steps": 60, "stochastic": True, "reward_range": (-1.0, 1.0)}


def oracle(env: DuelEnv, seen: DuelObservation) -> DuelAction:
    """Rolls until one more would lose too often."""
    left = seen.target - seen.mine
    return DuelAction(move="roll" if left >= 4 else "stay", sides=8 if left > 8 else 4)


def null(env: DuelEnv, seen: DuelObservation) -> DuelAction:
    """Stays at nothing."""
    return DuelAction(move="stay")
