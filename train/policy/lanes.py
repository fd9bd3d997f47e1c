"""A lane: a batch of episodes that are played together, with one key-value cache over all turns.

Every row of the batch is one episode. A turn appends to the cache the tokens of the observation,
then one column per sampled token. Rows whose turn is over are fed padding that the attention mask
hides; rows whose episode is over leave the batch. Positions count real tokens only, so a row's
logits equal those of a plain forward pass over its own sequence.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

import torch
from transformers import DynamicCache

from hallmark_rl.sdk.adapters.chat_tokens import ChatTokens
from hallmark_rl.sdk.adapters.vllm_turns import GenerateTurns
from hallmark_rl.train.environments.env_pool import EnvPool
from hallmark_rl.train.environments.rollout_env import RolloutEpisode
from hallmark_rl.train.policy.token_sampling import choose_tokens, logprobs_of


@dataclass(frozen=True)
class Sampling:
    """How turns are sampled.

    Attributes:
        temperature: 0 is greedy.
        max_turn_tokens: a longer turn is cut off.
        max_turns: an episode with more turns is truncated.
        lanes: number of batches. While the environments of one lane work, the model generates for
            the next, or learns from one that is finished.
        sessions: the largest number of episodes that are open at once; None for no limit.

    The sampled tokens do not depend on `lanes` and `sessions`: each episode has random numbers of
    its own.
    """

    temperature: float = 1.0
    max_turn_tokens: int = 32
    max_turns: int = 32
    lanes: int = 1
    sessions: int | None = None


@dataclass
class Row:
    """The tokens of one episode.

    Attributes:
        episode: what the tokens belong to.
        random: the random numbers for this episode's tokens.
        prompt: ids before the model's first token.
        completion: all further ids, of the model and of later observations.
        is_model_token: for each id of `completion`, 1 if the model sampled it, else 0.
        logprobs: for each id of `completion`, its log-probability when it was sampled; 0 if it was
            not. A greedy token has the log-probability at temperature 1.
        uncached: the latest ids, which are not in the key-value cache yet.
    """

    episode: RolloutEpisode
    random: Random = field(repr=False, compare=False)
    prompt: list[int] = field(default_factory=list)
    completion: list[int] = field(default_factory=list)
    is_model_token: list[int] = field(default_factory=list)
    logprobs: list[float] = field(default_factory=list)
    uncached: list[int] = field(default_factory=list)

    def append_observation(self, ids: list[int]) -> None:
        """Append tokens that the model did not sample."""
        self.completion += ids
        self.is_model_token += [0] * len(ids)
        self.logprobs += [0.0] * len(ids)
        self.uncached += ids


class Lane:
    """The rows of a lane, the key-value cache of those still being played, and the mask of the
    cache's real tokens."""

    def __init__(self, model: Any, chat: ChatTokens, pool: EnvPool, rows: list[Row]) -> None:
        self.rows, self._all_rows = rows, rows
        self._model, self._chat, self._pool = model, chat, pool
        self._device = next(model.parameters()).device
        self._cache: Any = DynamicCache()
        self._mask = torch.zeros(len(rows), 0, dtype=torch.long, device=self._device)

    def finished_rows(self) -> list[Row]:
        """All rows of the lane, each with at least one completion token."""
        for row in self._all_rows:
            if not row.completion:  # failed before its first turn; TRL needs a token, here masked
                row.prompt = row.prompt or [self._chat.end]
                row.append_observation([self._chat.end])
        return self._all_rows

    def read_observations(self) -> None:
        """Wait for the environments; append their observations, drop the episodes that are over."""
        if not self.rows:
            return
        self._pool.wait([row.episode for row in self.rows])
        self._keep([not row.episode.done for row in self.rows])
        new = [row for row in self.rows if not row.prompt]
        openings = self._chat.encode_openings([row.episode.observation for row in new])
        for row, ids in zip(new, openings, strict=True):
            row.prompt, row.uncached = ids, list(ids)
        answered = [row for row in self.rows if row.completion]
        replies = self._chat.encode_replies([row.episode.observation for row in answered])
        for row, ids in zip(answered, replies, strict=True):
            end = [] if row.completion[-1] == self._chat.end else [self._chat.end]
            row.append_observation(end + ids)

    def generate_turns(self, sampling: Sampling) -> None:
        """Sample one turn of every row; each is submitted to the pool as soon as it is complete."""
        turns: list[list[int]] = [[] for _ in self.rows]
        logprobs: list[list[float]] = [[] for _ in self.rows]
        logits = self._feed([row.uncached for row in self.rows])
        is_open = [True] * len(self.rows)
        for step in range(sampling.max_turn_tokens):
            draws = [
                row.random.random() if on else 0.0  # the others' tokens are not used
                for row, on in zip(self.rows, is_open, strict=True)
            ]
            tokens = choose_tokens(logits, sampling.temperature, draws)
            known = logprobs_of(tokens, logits, sampling.temperature)
            was_open = list(is_open)
            for number, (token, logprob) in enumerate(zip(tokens.tolist(), known, strict=True)):
                if is_open[number]:
                    turns[number].append(token)
                    logprobs[number].append(logprob)
                    is_open[number] = token != self._chat.end
            last = step + 1 == sampling.max_turn_tokens or not any(is_open)
            complete = [n for n, was in enumerate(was_open) if was and (last or not is_open[n])]
            self._submit(complete, turns)
            if last:
                break
            fed = torch.tensor(was_open, dtype=torch.long, device=self._device)
            logits = self._forward(tokens.unsqueeze(1), fed.unsqueeze(1))
        for row, ids, ids_logprobs in zip(self.rows, turns, logprobs, strict=True):
            row.completion += ids
            row.is_model_token += [1] * len(ids)
            row.logprobs += ids_logprobs
            row.uncached = ids[step:]  # in the longest rows, the last token was not fed

    def _submit(self, numbers: list[int], turns: list[list[int]]) -> None:
        """Submit the turns of some rows to the pool."""
        completions = self._chat.decode_turns([turns[number] for number in numbers])
        self._pool.submit_turns([self.rows[number].episode for number in numbers], completions)

    def _keep(self, alive: list[bool]) -> None:
        """Drop the rows that are not alive."""
        if all(alive):
            return
        index = torch.tensor([i for i, on in enumerate(alive) if on], device=self._device)
        self.rows = [row for row, on in zip(self.rows, alive, strict=True) if on]
        if self.rows:
            if self._mask.shape[1]:
                self._cache.batch_select_indices(index)
            self._mask = self._mask[index]

    def _feed(self, pieces: list[list[int]]) -> torch.Tensor:
        """Append pieces of unequal length, padded on the left; returns the next token's logits."""
        width = max(len(piece) for piece in pieces)
        pad = self._chat.pad
        ids = torch.tensor(
            [[pad] * (width - len(piece)) + piece for piece in pieces], device=self._device
        )
        mask = torch.tensor(
            [[0] * (width - len(piece)) + [1] * len(piece) for piece in pieces],
            device=self._device,
        )
        return self._forward(ids, mask)

    def _forward(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Append columns (rows x columns) to the cache; returns logits (rows x vocabulary)."""
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


class EngineLane(Lane):
    """A lane whose turns come from an inference engine with a cache of its own."""

    def __init__(
        self,
        model: Any,
        chat: ChatTokens,
        pool: EnvPool,
        rows: list[Row],
        generate: GenerateTurns,
    ) -> None:
        super().__init__(model, chat, pool, rows)
        self._generate = generate

    def generate_turns(self, sampling: Sampling) -> None:
        """Let the engine sample the next turn of every row; it has its own random numbers."""
        turns, logprobs = self._generate([row.prompt + row.completion for row in self.rows])
        self._submit(list(range(len(turns))), turns)
        for row, ids, ids_logprobs in zip(self.rows, turns, logprobs, strict=True):
            row.completion += ids
            row.is_model_token += [1] * len(ids)
            row.logprobs += ids_logprobs
            row.uncached = []
