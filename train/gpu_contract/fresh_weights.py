"""Whether rollouts are played with the weights that are trained.

The log-probabilities with which the tokens of a rollout were sampled are compared with those of the
trainer's model, before and after the weights change. An engine with stale weights agrees before and
disagrees after; an engine with other numerics or another sampling disagrees at once.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch

from hallmark_rl.train.gpu_contract.verdicts import Finding
from hallmark_rl.train.policy.lanes import Row
from hallmark_rl.train.policy.rollout import Rollout

MAX_DIFFERENCE = 0.1
"""The largest mean difference of a log-probability that passes: bfloat16 kernels differ by about
0.01 to 0.03."""
MIN_CHANGE = 5 * MAX_DIFFERENCE
"""How far the weights are changed: the trainer's own log-probabilities differ by this much."""

Play = Callable[[], Rollout]
"""Plays some episodes with the current weights, at temperature 1."""


def check_fresh_weights(model: Any, play: Play) -> list[Finding]:
    """Compare rollouts with the trainer's model before and after the weights change.

    Args:
        model: the trainer's model. Its weights are changed, then restored.
        play: plays episodes the way training does.
    """
    before = play()
    agreement = _agreement("engine agrees with the trainer", model, before.rows)
    reference = token_logprobs(model, before.rows)
    with changed_weights(model, lambda: _mean_difference(model, before.rows, reference)) as change:
        if change < MIN_CHANGE:
            reason = f"the weights could not be changed enough ({change:.2f} nats a token)"
            return [agreement, Finding.unchecked("rollouts follow an update", reason)]
        after = _agreement("rollouts follow an update", model, play().rows)
    return [agreement, after]


def check_engine_is_used(rollout: Rollout, wanted: bool) -> Finding:
    """Whether the inference engine that was asked for sampled the rollout (`fast_inference`)."""
    name = "fast inference"
    if not wanted:
        return Finding.unchecked(name, "no inference engine was asked for")
    sampled = "the engine" if rollout.from_engine else "the trainer's model, not the engine"
    return Finding.of(name, rollout.from_engine, f"{sampled} sampled the rollout")


def token_logprobs(model: Any, rows: Sequence[Row]) -> list[list[float]]:
    """The model's log-probability of each token of each row's completion, at temperature 1."""
    was_training = model.training
    model.eval()
    device = next(model.parameters()).device
    result = []
    with torch.inference_mode():
        for row in rows:
            ids = torch.tensor([row.prompt + row.completion], device=device)
            logits = model(input_ids=ids, use_cache=False).logits[0, :-1].float()
            chosen = logits.log_softmax(-1).gather(1, ids[0, 1:, None]).squeeze(1)
            result.append(chosen[len(row.prompt) - 1 :].tolist())
    model.train(was_training)
    return result


@contextmanager
def changed_weights(model: Any, measure: Callable[[], float]) -> Iterator[float]:
    """Add noise to the trainable weights until `measure` reaches `MIN_CHANGE`; restore them at the
    end. Yields what `measure` returned last."""
    weights = [weight for weight in model.parameters() if weight.requires_grad]
    saved = [weight.detach().clone() for weight in weights]
    generator = torch.Generator().manual_seed(0)
    noise = [torch.randn(weight.shape, generator=generator) for weight in weights]
    change = 0.0
    try:
        for scale in (0.01 * 2**power for power in range(10)):
            for weight, old, direction in zip(weights, saved, noise, strict=True):
                weight.data.copy_(old + scale * direction.to(old.device, old.dtype))
            change = measure()
            if change >= MIN_CHANGE:
                break
        yield change
    finally:
        for weight, old in zip(weights, saved, strict=True):
            weight.data.copy_(old)


def _agreement(name: str, model: Any, rows: Sequence[Row]) -> Finding:
    pairs = [
        (sampled, trained)
        for row, logprobs in zip(rows, token_logprobs(model, rows), strict=True)
        for mine, sampled, trained in zip(row.is_model_token, row.logprobs, logprobs, strict=True)
        if mine
    ]
    if not pairs:
        return Finding.unchecked(name, "no token was sampled")
    mean = sum(abs(sampled - trained) for sampled, trained in pairs) / len(pairs)
    detail = f"log-probabilities of {len(pairs)} tokens differ by {mean:.4f} on average"
    return Finding.of(name, mean <= MAX_DIFFERENCE, f"{detail} (limit {MAX_DIFFERENCE})")


def _mean_difference(model: Any, rows: Sequence[Row], reference: list[list[float]]) -> float:
    new = itertools.chain.from_iterable(token_logprobs(model, rows))
    old = itertools.chain.from_iterable(reference)
    differences = [abs(a - b) for a, b in zip(old, new, strict=True)]
    return sum(differences) / max(1, len(differences))
