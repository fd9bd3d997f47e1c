"""Whether the tokens of the environment stay out of the loss.

The gradient of the loss is measured where it enters the model: at the decoder's last hidden state.
The state at a position has a gradient only if the loss contains the token after it. This holds for
any implementation of the loss, also a fused one that never makes logits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch

from hallmark_rl.train.gpu_contract.verdicts import Finding
from hallmark_rl.train.policy.lanes import Row
from hallmark_rl.train.policy.model_loading import is_adapter

NAME = "environment tokens are masked"


@dataclass(frozen=True)
class SeenSequence:
    """A sequence of a training batch.

    Attributes:
        ids: its tokens without padding.
        has_gradient: for each token, whether the hidden state before it has a gradient; the first
            entry is false.
    """

    ids: list[int]
    has_gradient: list[bool]


@contextmanager
def seen_in_training(model: Any) -> Iterator[list[SeenSequence]]:
    """Yields a list to which each backward pass of `model` adds its sequences."""
    seen: list[SeenSequence] = []
    decoder = (model.get_base_model() if is_adapter(model) else model).base_model

    def forward(_: Any, args: tuple[Any, ...], kwargs: dict[str, Any], output: Any) -> None:
        hidden = output.last_hidden_state
        if not hidden.requires_grad:
            return
        ids = kwargs.get("input_ids", args[0] if args else None)
        mask = kwargs.get("attention_mask")
        if ids is None:
            return
        mask = torch.ones_like(ids) if mask is None else mask
        hidden.register_hook(lambda gradient: _record(seen, ids, mask, gradient))

    handle = decoder.register_forward_hook(forward, with_kwargs=True)
    try:
        yield seen
    finally:
        handle.remove()


def check_mask(seen: Sequence[SeenSequence], rows: Sequence[Row]) -> Finding:
    """Compare where the loss was with the tokens that the model sampled.

    Args:
        seen: the sequences of the steps that trained on `rows`.
        rows: what was played.
    """
    mine = {tuple(row.prompt + row.completion): row for row in rows}
    known = [(each, mine[tuple(each.ids)]) for each in seen if tuple(each.ids) in mine]
    wrong = right = environment = 0
    for each, row in known:
        scored = row.episode.failure is None
        sampled = [False] * len(row.prompt) + [bool(own) and scored for own in row.is_model_token]
        environment += len(sampled) - sum(sampled)
        for in_loss, own in zip(each.has_gradient, sampled, strict=True):
            wrong += in_loss and not own
            right += in_loss and own
    if not known:
        return Finding.unchecked(NAME, "no sequence of the batch was recognised")
    if not right:
        return Finding.unchecked(
            NAME, "no token had a gradient: the returns of all groups were equal"
        )
    detail = (
        f"in {len(known)} sequences, {right} tokens of the model and {wrong} of {environment} "
        "other tokens are in the loss"
    )
    return Finding.of(NAME, wrong == 0, detail)


def _record(seen: list[SeenSequence], ids: Any, mask: Any, gradient: Any) -> None:
    touched = (gradient.abs().sum(-1) > 0).tolist()
    for row, real, positions in zip(ids.tolist(), mask.tolist(), touched, strict=True):
        before = [False, *positions[:-1]]  # the state before each token
        kept = [number for number, is_real in enumerate(real) if is_real]
        if kept:
            before[kept[0]] = False  # before it is only padding
        seen.append(SeenSequence([row[n] for n in kept], [before[n] for n in kept]))
