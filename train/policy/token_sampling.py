"""Choose the next token of each episode, with random numbers that belong to the episode.

Which token an episode gets depends on its own seed and its own logits alone: not on the batch, on
the number of open sessions of a server, or on the number of training processes.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from hallmark_rl.train.config import RunRefused


def episode_seeds(name: str, numbers: Sequence[int]) -> list[str]:
    """A seed for each episode: equal names and numbers give equal random numbers."""
    return [f"{name}, episode {number}" for number in numbers]


def choose_tokens(logits: torch.Tensor, temperature: float, draws: Sequence[float]) -> torch.Tensor:
    """One token id per row, by inversion of the row's cumulative distribution.

    Args:
        logits: rows x vocabulary.
        temperature: 0 takes the most likely token.
        draws: one number in [0, 1) per row.

    Raises:
        RunRefused: a logit is NaN, or infinite in a way that gives no probabilities.
    """
    weights = torch.softmax(logits.double() / (temperature or 1.0), -1)
    if not bool(torch.isfinite(weights).all()):
        raise RunRefused(
            "the model gives no probabilities (NaN or infinite logits): training diverged; start "
            "again with a lower grpo.learning_rate"
        )
    if temperature == 0:
        return logits.argmax(-1)
    sums = weights.cumsum(-1)
    drawn = torch.tensor(draws, dtype=sums.dtype, device=sums.device).unsqueeze(1)
    chosen = torch.searchsorted(sums, drawn * sums[:, -1:], right=True).squeeze(1)
    return chosen.clamp(max=logits.shape[-1] - 1)  # a product may be rounded up to the sum


def logprobs_of(tokens: torch.Tensor, logits: torch.Tensor, temperature: float) -> list[float]:
    """The log-probability of one token per row of `logits`."""
    known = torch.log_softmax(logits / (temperature or 1.0), -1)
    chosen: list[float] = known.gather(1, tokens.unsqueeze(1)).squeeze(1).tolist()
    return chosen
