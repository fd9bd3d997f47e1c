"""The supervised warm start: GRPO sharpens what a model can do already, so it must do something.

Three quarters of the steps imitate clean traces, the last quarter traces that are mostly wrong: the
model learns how to use what it is shown, then keeps an open mind, and has something left to learn.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import torch
from torch.nn.functional import cross_entropy

from hallmark_rl.train.config import WarmupConfig
from hallmark_rl.train.policy.chat_tokens import Dialogue

Trace = list[tuple[str, str]]


def warm_up(
    model: Any,
    dialogue: Dialogue,
    text: ModuleType,
    config: WarmupConfig,
    *,
    levels: list[int],
    seed: int,
    on_step: Callable[[int, float], None],
) -> None:
    """Train `model` on the environment's demonstrations; `on_step(step, loss)` after each step.

    Most traces are of the first level; a share of `config.further` is of the others, so that the
    curriculum finds something to sharpen when it gets there.
    """
    clean_steps = round(config.steps * config.clean)
    phases = [(clean_steps, 1.0), (config.steps - clean_steps, config.mediocre)]
    generator = torch.Generator().manual_seed(seed)
    optimiser = torch.optim.AdamW(model.parameters(), lr=config.lr, weight_decay=0.0)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min((step + 1) / 20, max(0.1, 1 - step / config.steps))
    )
    model.train()
    done = 0
    for steps, quality in phases:
        traces = _traces(text, config, levels, seed, quality)
        rows = _tokens(dialogue, traces, config.shown_weight)
        for _ in range(steps):
            chosen = torch.randint(len(rows), (config.batch,), generator=generator).tolist()
            loss = _loss(model, [rows[i] for i in chosen], dialogue.pad)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            done += 1
            on_step(done, loss.item())


def _traces(
    text: ModuleType, config: WarmupConfig, levels: list[int], seed: int, quality: float
) -> list[Trace]:
    first, *others = levels
    each = round(config.traces * config.further / len(others)) if others else 0
    counts = {first: config.traces - each * len(others), **dict.fromkeys(others, each)}
    return [
        trace
        for level, count in counts.items()
        for trace in text.demonstrations(level=level, count=count, seed=seed, quality=quality)
    ]


def turn_budget(dialogue: Dialogue, text: ModuleType, *, level: int) -> int:
    """Tokens of the longest demonstrated turn: what a turn may cost in a rollout.

    A turn of that length is closed for the model. Where all turns are equally long, its end is then
    never sampled, so a loss that weighs long episodes more cannot unlearn when to stop.
    """
    traces = text.demonstrations(level=level, count=200, seed=0, quality=1.0)
    said = [said for trace in traces for _, said in trace]
    return max(map(len, dialogue.spoken(said))) - 1


def _tokens(
    dialogue: Dialogue, traces: list[Trace], shown_weight: float
) -> list[tuple[list[int], list[float]]]:
    """Ids of each trace and what each weighs in the loss.

    Predicting what the environment says is not the task, but it teaches the copying and counting
    that playing needs: without it the Wordle model takes twice as long to begin to learn.
    """
    openings = dialogue.openings([trace[0][0] for trace in traces])
    replies = iter(dialogue.replies([shown for trace in traces for shown, _ in trace[1:]]))
    spoken = iter(dialogue.spoken([said for trace in traces for _, said in trace]))
    rows = []
    for trace, opening in zip(traces, openings, strict=True):
        ids: list[int] = []
        weights: list[float] = []
        for number in range(len(trace)):
            heard, own = next(replies) if number else opening, next(spoken)
            ids += heard + own
            weights += [shown_weight] * len(heard) + [1.0] * len(own)
        rows.append((ids, weights))
    return rows


def _loss(model: Any, rows: list[tuple[list[int], list[float]]], pad: int) -> torch.Tensor:
    width = max(len(ids) for ids, _ in rows)
    device = next(model.parameters()).device
    ids = torch.tensor([i + [pad] * (width - len(i)) for i, _ in rows], device=device)
    weights = torch.tensor([w + [0.0] * (width - len(w)) for _, w in rows], device=device)
    logits = model(input_ids=ids, use_cache=False).logits[:, :-1].float()
    losses = cross_entropy(logits.transpose(1, 2), ids[:, 1:], reduction="none")
    counted = weights[:, 1:]
    return (losses * counted).sum() / counted.sum()
