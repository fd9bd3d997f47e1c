"""Supervised warm start on demonstrations: GRPO only reinforces what a model already does at times.

The first part of the steps imitates clean demonstrations, the rest mostly wrong ones. So the model
learns to use what it is shown, but its entropy stays high enough for exploration.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import torch
from torch.nn.functional import cross_entropy

from hallmark_rl.sdk.adapters.chat_tokens import ChatTokens
from hallmark_rl.train.config import WarmupConfig
from hallmark_rl.train.environments.text_form import (
    Demonstration,
    draw_demonstrations,
    has_demonstrations,
)

_WeightedTokens = tuple[list[int], list[float]]


def warm_start(
    model: Any,
    chat: ChatTokens,
    text: ModuleType,
    config: WarmupConfig,
    *,
    levels: list[int],
    seed: int,
    on_step: Callable[[int, float], None],
) -> None:
    """Train `model` in place on the environment's demonstrations.

    Args:
        model: a causal language model.
        chat: encodes for that model.
        text: the environment's text form, with `demonstrations`.
        config: number of steps, learning rate and mix of demonstrations.
        levels: levels with demonstrations, not empty. Most demonstrations are of the first; a
            share of `config.further_levels_share` is of the others, so that the curriculum finds
            some success there.
        seed: determines the demonstrations and the batches.
        on_step: called with the number of finished steps and the loss after each step.
    """
    clean_steps = round(config.steps * config.clean_share)
    phases = [(clean_steps, 1.0), (config.steps - clean_steps, config.noisy_quality)]
    generator = torch.Generator().manual_seed(seed)
    optimizer = torch.optim.AdamW(model.parameters(), lr=config.lr, weight_decay=0.0)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / 20, max(0.1, 1 - step / config.steps))
    )
    model.train()
    done = 0
    for steps, quality in phases:
        demonstrations = _draw_demonstrations(text, config, levels, seed, quality)
        rows = _tokens_and_weights(chat, demonstrations, config.observation_weight)
        for _ in range(steps):
            chosen = torch.randint(len(rows), (config.batch,), generator=generator).tolist()
            loss = _loss(model, [rows[i] for i in chosen], chat.pad)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            done += 1
            on_step(done, loss.item())


def demonstrated_levels(text: Any, levels: tuple[int, ...]) -> list[int]:
    """Those of `levels` for which the text form has demonstrations."""
    return [level for level in levels if has_demonstrations(text, level)]


def longest_turn_tokens(chat: ChatTokens, text: ModuleType, *, level: int) -> int:
    """The number of tokens of the longest demonstrated turn, without its end-of-turn token.

    It limits the length of a turn in a rollout. The rollout ends a turn of exactly this length, so
    where all turns are equally long, the end-of-turn token is never sampled. A loss that gives
    long episodes more weight then cannot change how likely that token is.
    """
    demonstrations = draw_demonstrations(text, level=level, count=200, seed=0, quality=1.0)
    completions = [completion for turns in demonstrations for _, completion in turns]
    return max(map(len, chat.encode_turns(completions))) - 1


def _draw_demonstrations(
    text: ModuleType, config: WarmupConfig, levels: list[int], seed: int, quality: float
) -> list[Demonstration]:
    first, *others = levels
    each = round(config.demonstrations * config.further_levels_share / len(others)) if others else 0
    counts = {first: config.demonstrations - each * len(others), **dict.fromkeys(others, each)}
    return [
        demonstration
        for level, count in counts.items()
        for demonstration in draw_demonstrations(
            text, level=level, count=count, seed=seed, quality=quality
        )
    ]


def _tokens_and_weights(
    chat: ChatTokens, demonstrations: list[Demonstration], observation_weight: float
) -> list[_WeightedTokens]:
    """The token ids of each demonstration and the weight of each in the loss.

    To predict observations is not the task, but it teaches the copying and counting that the task
    needs: without it the Wordle model takes twice as long to start learning.
    """
    openings = chat.encode_openings([turns[0][0] for turns in demonstrations])
    replies = iter(
        chat.encode_replies([shown for turns in demonstrations for shown, _ in turns[1:]])
    )
    completions = iter(chat.encode_turns([text for turns in demonstrations for _, text in turns]))
    rows = []
    for turns, opening in zip(demonstrations, openings, strict=True):
        ids: list[int] = []
        weights: list[float] = []
        for number in range(len(turns)):
            observation = next(replies) if number else opening
            completion = next(completions)
            ids += observation + completion
            weights += [observation_weight] * len(observation) + [1.0] * len(completion)
        rows.append((ids, weights))
    return rows


def _loss(model: Any, rows: list[_WeightedTokens], pad: int) -> torch.Tensor:
    """The weighted mean cross-entropy of next-token prediction."""
    width = max(len(ids) for ids, _ in rows)
    device = next(model.parameters()).device
    ids = torch.tensor([i + [pad] * (width - len(i)) for i, _ in rows], device=device)
    weights = torch.tensor([w + [0.0] * (width - len(w)) for _, w in rows], device=device)
    logits = model(input_ids=ids, use_cache=False).logits[:, :-1].float()
    losses = cross_entropy(logits.transpose(1, 2), ids[:, 1:], reduction="none")
    target_weights = weights[:, 1:]
    return (losses * target_weights).sum() / target_weights.sum()
