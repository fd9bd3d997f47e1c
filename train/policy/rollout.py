"""Many episodes at once, with one key-value cache across the turns of each.

Every row of the batch is one episode. A turn appends to the cache what the environment said and
then one column per sampled token; rows whose turn is over are fed padding that nobody attends to,
and rows whose episode is over leave the batch. Positions count real tokens only, so a row's logits
are those of a plain forward pass over its own sequence.

    playing = Playing(model, dialogue, crew, tasks, sampling, generator)
    first = playing.take(64)                # learn from these while the others are judged
    rest = playing.take(64)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import torch
from transformers import DynamicCache

from hallmark_rl.train.environments.env_pool import Crew
from hallmark_rl.train.environments.rollout_env import Assignment, Episode
from hallmark_rl.train.policy.chat_tokens import Dialogue

Complete = Callable[[list[list[int]]], tuple[list[list[int]], list[list[float]]]]
"""An engine: what comes after each sequence of tokens, and the log-probability of each token."""


@dataclass
class Row:
    """The tokens of one episode; `own` marks those that the model wrote."""

    episode: Episode
    prompt: list[int]
    completion: list[int] = field(default_factory=list)
    own: list[int] = field(default_factory=list)
    logprobs: list[float] = field(default_factory=list)
    pending: list[int] = field(default_factory=list)

    def hear(self, ids: list[int]) -> None:
        """Append tokens of the environment."""
        self.completion += ids
        self.own += [0] * len(ids)
        self.logprobs += [0.0] * len(ids)
        self.pending += ids


@dataclass
class Rollout:
    """Finished rows, in the order of their tasks, and where the time went."""

    rows: list[Row]
    environment_s: float
    generate_s: float
    busy_s: float
    served: bool = False

    @classmethod
    def joined(cls, parts: Sequence[Rollout]) -> Rollout:
        """The parts of a step as one."""
        return cls(
            [row for part in parts for row in part.rows],
            sum(part.environment_s for part in parts),
            sum(part.generate_s for part in parts),
            sum(part.busy_s for part in parts),
            any(part.served for part in parts),
        )

    @property
    def episodes(self) -> list[Episode]:
        """The episodes, in the order of their tasks."""
        return [row.episode for row in self.rows]


@dataclass(frozen=True)
class Sampling:
    """How tokens are chosen. Temperature 0 is greedy.

    The rows are played in `lanes`: while the environments of one lane work, the model speaks in the
    next, or learns from one that is over. At most `sessions` episodes are open at once. What is
    drawn depends on both.
    """

    temperature: float = 1.0
    max_turn_tokens: int = 32
    max_turns: int = 32
    lanes: int = 1
    sessions: int | None = None


class Playing:
    """Tasks that are being played, each to its end; what comes of them depends on the weights,
    tasks and generator alone.

    With `complete` (an engine such as vLLM) the turns come from there, with its own randomness.
    """

    def __init__(
        self,
        model: Any,
        dialogue: Dialogue,
        crew: Crew,
        tasks: list[Assignment],
        sampling: Sampling,
        generator: torch.Generator,
        *,
        audited: bool = False,
        complete: Complete | None = None,
    ) -> None:
        self._model, self._dialogue, self._crew = model, dialogue, crew
        self._sampling, self._generator = sampling, generator
        self._audited, self._complete = audited, complete
        self._rows = self._played(tasks)

    def take(self, count: int) -> Rollout:
        """The next `count` rows, in the order of their tasks, as soon as their episodes are over.

        The environments of the others work on, until they need to hear the next turn. The weights
        must be the same at every call.

        `environment_s` of what it returns is the time in which the model waited for environments,
        `busy_s` the time that they worked, beside it or not.
        """
        crew = self._crew
        start, waited, busy = time.perf_counter(), crew.waited_s, crew.busy_s
        with _speaking(self._model):
            rows = list(islice(self._rows, count))
        waited = crew.waited_s - waited
        spent = time.perf_counter() - start - waited
        return Rollout(rows, waited, spent, crew.busy_s - busy, self._complete is not None)

    def _played(self, tasks: list[Assignment]) -> Iterator[Row]:
        at_once = self._sampling.sessions or len(tasks)
        for at in range(0, len(tasks), at_once):
            begun = self._crew.begin(tasks[at : at + at_once], audited=self._audited)
            lanes = self._lanes([Row(episode, []) for episode in begun])
            for _ in range(self._sampling.max_turns):
                for lane in list(lanes):
                    lane.hear()
                    if lane.rows:
                        lane.turn(self._sampling, self._generator)
                    while lanes and not lanes[0].rows:
                        yield from lanes.pop(0).finished()
            for lane in lanes:
                lane.hear()
                for row in lane.rows:
                    row.episode.cut()
                yield from lane.finished()

    def _lanes(self, rows: list[Row]) -> list[_Batch]:
        size = -(-len(rows) // self._sampling.lanes)
        parts = [rows[at : at + size] for at in range(0, len(rows), size)]
        known = self._model, self._dialogue, self._crew
        if self._complete is not None:
            return [_Served(*known, part, self._complete) for part in parts]
        return [_Batch(*known, part) for part in parts]


@contextmanager
def _speaking(model: Any) -> Iterator[None]:
    was_training = model.training
    model.eval()
    with torch.inference_mode():
        yield
    model.train(was_training)


class _Batch:
    """The live rows of a lane, their cache, and which of its columns hold real tokens."""

    def __init__(self, model: Any, dialogue: Dialogue, crew: Crew, rows: list[Row]) -> None:
        self.rows, self._all = rows, rows
        self._model, self._dialogue, self._crew = model, dialogue, crew
        self._device = next(model.parameters()).device
        self._cache: Any = DynamicCache()
        self._mask = torch.zeros(len(rows), 0, dtype=torch.long, device=self._device)

    def finished(self) -> list[Row]:
        """All rows of the lane, fit for training."""
        for row in self._all:
            if not row.completion:  # the environment failed at once: TRL needs one token, unpaid
                row.prompt = row.prompt or [self._dialogue.end]
                row.hear([self._dialogue.end])
        return self._all

    def hear(self) -> None:
        """Wait for the environments; append what they said to the rows that go on."""
        if not self.rows:
            return
        self._crew.settle([row.episode for row in self.rows])
        self._keep([not row.episode.done for row in self.rows])
        fresh = [row for row in self.rows if not row.prompt]
        for row, ids in zip(
            fresh, self._dialogue.openings([row.episode.shown for row in fresh]), strict=True
        ):
            row.prompt, row.pending = ids, list(ids)
        spoken = [row for row in self.rows if row.completion]
        for row, ids in zip(
            spoken, self._dialogue.replies([row.episode.shown for row in spoken]), strict=True
        ):
            stop = [] if row.completion[-1] == self._dialogue.end else [self._dialogue.end]
            row.hear(stop + ids)

    def turn(self, sampling: Sampling, generator: torch.Generator) -> None:
        """Let the model speak once in every row, and pass on what it said as soon as it is said."""
        spoken: list[list[int]] = [[] for _ in self.rows]
        logits = self._feed([row.pending for row in self.rows])
        open_rows = [True] * len(self.rows)
        for step in range(sampling.max_turn_tokens):
            tokens = _choose(logits, sampling.temperature, generator)
            was_open = list(open_rows)
            for number, token in enumerate(tokens.tolist()):
                if open_rows[number]:
                    spoken[number].append(token)
                    open_rows[number] = token != self._dialogue.end
            last = step + 1 == sampling.max_turn_tokens or not any(open_rows)
            over = [n for n, was in enumerate(was_open) if was and (last or not open_rows[n])]
            self._tell(over, spoken)
            if last:
                break
            fed = torch.tensor(was_open, dtype=torch.long, device=self._device)
            logits = self._forward(tokens.unsqueeze(1), fed.unsqueeze(1))
        for row, ids in zip(self.rows, spoken, strict=True):
            row.completion += ids
            row.own += [1] * len(ids)
            row.pending = ids[step:]  # the last token of the longest rows is not in the cache yet

    def _tell(self, numbers: list[int], spoken: list[list[int]]) -> None:
        said = self._dialogue.said([spoken[number] for number in numbers])
        self._crew.tell([self.rows[number].episode for number in numbers], said)

    def _keep(self, alive: list[bool]) -> None:
        """Drop the rows whose episode is over."""
        if all(alive):
            return
        index = torch.tensor([i for i, on in enumerate(alive) if on], device=self._device)
        self.rows = [row for row, on in zip(self.rows, alive, strict=True) if on]
        if self.rows:
            if self._mask.shape[1]:
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


class _Served(_Batch):
    """A lane whose turns come from an engine that keeps a cache of its own."""

    def __init__(
        self, model: Any, dialogue: Dialogue, crew: Crew, rows: list[Row], complete: Complete
    ) -> None:
        super().__init__(model, dialogue, crew, rows)
        self._complete = complete

    def turn(self, sampling: Sampling, generator: torch.Generator) -> None:
        """Ask the engine for the next turn of every row."""
        spoken, logprobs = self._complete([row.prompt + row.completion for row in self.rows])
        self._tell(list(range(len(spoken))), spoken)
        for row, ids, known in zip(self.rows, spoken, logprobs, strict=True):
            row.completion += ids
            row.own += [1] * len(ids)
            row.logprobs += known
            row.pending = []


def _choose(logits: torch.Tensor, temperature: float, generator: torch.Generator) -> torch.Tensor:
    if temperature == 0:
        return logits.argmax(-1)
    weights = torch.softmax(logits / temperature, -1)
    if weights.device != generator.device:
        weights = weights.to(generator.device)
    return torch.multinomial(weights, 1, generator=generator).squeeze(1).to(logits.device)
