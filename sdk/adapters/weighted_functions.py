"""Lists of reward functions for TRL, with the weights that belong to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

RewardFunction = Callable[..., list[float | None]]
"""Called by TRL with lists that have one entry for each completion; None stands for no score."""


class RewardFunctions(list[RewardFunction]):
    """A list for TRL's `reward_funcs`.

    Attributes:
        weights: one number for each function, for `GRPOConfig(reward_weights=...)`. Functions of
            weight 0 are logged and do not reach the loss.
    """

    def __init__(self, functions: Iterable[tuple[RewardFunction, float]]) -> None:
        pairs = list(functions)
        super().__init__(function for function, _ in pairs)
        self.weights = [weight for _, weight in pairs]
