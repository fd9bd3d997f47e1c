"""Many episodes at once, with one key-value cache across the turns of each.

Every row of the batch is one episode. A turn appends to the cache what the environment said and
then one column per sampled token; rows whose turn is over are fed padding that nobody attends to,
and rows whose episode is over leave the batch. Positions count real tokens only, so a row's logits
are those of a plain forward pass over its own sequence.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import torch
from transformers import DynamicCache

from train.dialogue import Dialogue
from train.world import Assignment, Episode, World


@dataclass
class Row:
    """The tokens of one episode; `own` marks those that the model wrote."""

    episode: Episode
    prompt: list[int]
    completion: list[int] = field(default_factory=list)
    own: list[int] = field(default_factory=list)
    pending: list[int] = field(default_factory=list)

    def hear(self, ids: list[int]) -> None:
        """Append tokens of the environment."""
        self.completion += ids
        self.own += [0] * len(ids)
        self.pending += ids


@dataclass
class Rollout:
    """Finished rows, in the order of their tasks, and where the time went."""

    rows: list[Row]
    environment_s: float
    generate_s: float

    @property
    def episodes(self) -> list[Episode]:
        """The episodes, in the order of their tasks."""
        return [row.episode for row in self.rows]


@dataclass(frozen=True)
class Sampling:
    """How tokens are chosen. Temperature 0 is greedy."""

    temperature: float = 1.0
    max_turn_tokens: int = 32
    max_turns: int = 32


def play(
    model: Any,
    dialogue: Dialogue,
    world: World,
    tasks: list[Assignment],
    sampling: Sampling,
    generator: torch.Generator,
) -> Rollout:
    """Play every task to its end; the result depends on the weights, tasks and generator alone."""
    start = time.perf_counter()
    rows = []
    for episode in world.begin(tasks):
        prompt = dialogue.opening(episode.shown)
        rows.append(Row(episode, prompt, pending=list(prompt)))
    inside = time.perf_counter() - start
    was_training = model.training
    model.eval()
    with torch.inference_mode():
        batch = _Batch(model, dialogue, [row for row in rows if not row.episode.done])
        for _ in range(sampling.max_turns):
            if not batch.rows:
                break
            spoken = batch.turn(sampling, generator)
            clock = time.perf_counter()
            for row, ids in zip(batch.rows, spoken, strict=True):
                row.episode.say(dialogue.said(ids))
                if not row.episode.done:
                    stop = [] if ids and ids[-1] == dialogue.end else [dialogue.end]
                    row.hear(stop + dialogue.reply(row.episode.shown))
            inside += time.perf_counter() - clock
            batch.keep([not row.episode.done for row in batch.rows])
        for row in batch.rows:
            row.episode.cut()
    model.train(was_training)
    for row in rows:
        if not row.completion:  # the environment failed at once: TRL needs one token, unpaid
            row.hear([dialogue.end])
    return Rollout(rows, inside, time.perf_counter() - start - inside)


class _Batch:
    """The live rows, their cache, and which of its columns hold real tokens."""

    def __init__(self, model: Any, dialogue: Dialogue, rows: list[Row]) -> None:
        self.rows = rows
        self._model, self._dialogue = model, dialogue
        self._device = next(model.parameters()).device
        self._cache: Any = DynamicCache()
        self._mask = torch.zeros(len(rows), 0, dtype=torch.long, device=self._device)

    def turn(self, sampling: Sampling, generator: torch.Generator) -> list[list[int]]:
        """Let the model speak once in every row; returns what it said, token by token."""
        spoken: list[list[int]] = [[] for _ in self.rows]
        logits = self._feed([row.pending for row in self.rows])
        for row in self.rows:
            row.pending = []
        open_rows = torch.ones(len(self.rows), dtype=torch.bool, device=self._device)
        for step in range(sampling.max_turn_tokens):
            tokens = _choose(logits, sampling.temperature, generator)
            for number, (token, alive) in enumerate(
                zip(tokens.tolist(), open_rows.tolist(), strict=True)
            ):
                if alive:
                    spoken[number].append(token)
            was_open = open_rows
            open_rows = open_rows & (tokens != self._dialogue.end)
            last = step + 1 == sampling.max_turn_tokens or not bool(open_rows.any())
            if last:
                break
            logits = self._forward(tokens.unsqueeze(1), was_open.long().unsqueeze(1))
        fed = step
        for row, ids in zip(self.rows, spoken, strict=True):
            row.completion += ids
            row.own += [1] * len(ids)
            row.pending = ids[fed:]  # the last token of the longest rows is not in the cache yet
        return spoken

    def keep(self, alive: list[bool]) -> None:
        """Drop the rows whose episode is over."""
        if all(alive):
            return
        index = torch.tensor([i for i, on in enumerate(alive) if on], device=self._device)
        self.rows = [row for row, on in zip(self.rows, alive, strict=True) if on]
        if self.rows:
            self._cache.batch_select_indices(index)
            self._mask = self._mask[index]

    def _feed(self, pieces: list[list[int]]) -> torch.Tensor:
        """Append pieces of unequal length, aligned at their ends."""
        width = max(len(piece) for piece in pieces)
        pad = self._dialogue.pad
        ids = torch.tensor(
            [[pad] * (width - len(piece)) + piece for piece in pieces], device=self._device
        )
        mask = torch.tensor(
            [[0] * (width - len(piece)) + [1] * len(piece) for piece in pieces],
            device=self._device,
        )
        return self._forward(ids, mask)

    def _forward(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        self._mask = torch.cat([self._mask, mask], dim=1)
        positions = (self._mask.cumsum(1) - 1).clamp(min=0)[:, -ids.shape[1] :]
        output = self._model(
            input_ids=ids,
            attention_mask=self._mask,
            position_ids=positions,
            past_key_values=self._cache,
            use_cache=True,
            logits_to_keep=1,
        )
        logits: torch.Tensor = output.logits[:, -1].float()
        return logits


def _choose(logits: torch.Tensor, temperature: float, generator: torch.Generator) -> torch.Tensor:
    if temperature == 0:
        return logits.argmax(-1)
    weights = torch.softmax(logits / temperature, -1)
    if weights.device != generator.device:
        weights = weights.to(generator.device)
    return torch.multinomial(weights, 1, generator=generator).squeeze(1).to(logits.device)
