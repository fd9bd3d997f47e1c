"""What an author declares about a Gymnasium environment, in a file that `--proof` names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.scorers.scorer_declarations import checked_values


@dataclass(frozen=True)
class GymDeclarations:
    """The declarations; each has its default unless the author writes it.

    Attributes:
        reward_low, reward_high: bounds of the reward of a step.
        solved: return from which an episode counts as solved; else the registered threshold.
        max_steps: steps after which an episode is over; else the registered limit.
        deterministic: whether every episode begins and goes on alike, whatever the seed.
        endless: whether episodes need not end.
        actions: actions that end an episode of the suite's seed, where random play ends none.
        constant_pays: whether playing one action always may be as good as any play.
    """

    reward_low: float | None = None
    reward_high: float | None = None
    solved: float | None = None
    max_steps: float | None = None
    deterministic: bool = False
    endless: bool = False
    constant_pays: bool = False
    actions: tuple[Any, ...] = ()


def read_gym_declarations(data: Any) -> GymDeclarations:
    """Check declarations; raises `DeclarationError` if a key is unknown or a value is wrong."""
    return GymDeclarations(**checked_values(data, GymDeclarations))
