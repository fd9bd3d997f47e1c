"""Play many episodes with a model; finished ones are available before the rest is.

stream = RolloutStream(model, chat, pool, tasks, sampling, seeds)
first = stream.take(64)                # learn from these while the others are played
rest = stream.take(64)
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

import torch

from hallmark_rl.sdk.adapters.chat_tokens import ChatTokens
from hallmark_rl.sdk.adapters.vllm_turns import GenerateTurns
from hallmark_rl.train.environments.env_pool import EnvPool
from hallmark_rl.train.environments.rollout_env import Assignment, RolloutEpisode
from hallmark_rl.train.policy.lanes import EngineLane, Lane, Row, Sampling


@dataclass
class Rollout:
    """Finished rows in the order of their tasks, and where the time went.

    Attributes:
        rows: one per episode.
        env_wait_s: seconds that the model waited for environments.
        generate_s: the other seconds.
        env_busy_s: seconds that environments worked, whether the model waited or not.
        from_engine: whether an inference engine sampled the turns, so `logprobs` are known.
    """

    rows: list[Row]
    env_wait_s: float
    generate_s: float
    env_busy_s: float
    from_engine: bool = False

    @classmethod
    def joined(cls, parts: Sequence[Rollout]) -> Rollout:
        """The parts of a step as one rollout."""
        return cls(
            [row for part in parts for row in part.rows],
            sum(part.env_wait_s for part in parts),
            sum(part.generate_s for part in parts),
            sum(part.env_busy_s for part in parts),
            any(part.from_engine for part in parts),
        )

    @property
    def episodes(self) -> list[RolloutEpisode]:
        """The episodes, in the order of their tasks."""
        return [row.episode for row in self.rows]


class RolloutStream:
    """Episodes that are being played.

    What an episode says depends only on the weights, its task, its seed, and the temperature and
    limits of `sampling`; with an engine, also on the engine's random numbers.

    Args:
        model: a causal language model.
        chat: encodes for that model.
        pool: plays the environments; this stream must be its only user.
        tasks: the tasks to play.
        sampling: how turns are sampled.
        seeds: of the random numbers for sampling, one per task.
        audited: run the audit at the end of each episode.
        generate: an inference engine that samples the turns instead of `model`.
    """

    def __init__(
        self,
        model: Any,
        chat: ChatTokens,
        pool: EnvPool,
        tasks: list[Assignment],
        sampling: Sampling,
        seeds: Sequence[str],
        *,
        audited: bool = False,
        generate: GenerateTurns | None = None,
    ) -> None:
        self._model, self._chat, self._pool = model, chat, pool
        self._sampling, self._seeds = sampling, seeds
        self._audited, self._generate = audited, generate
        self._rows = self._play(tasks)

    def take(self, count: int) -> Rollout:
        """Play until the next `count` episodes, in the order of their tasks, are over.

        The environments of the others continue in the background until they need the model. All
        calls must be made with the same weights.
        """
        pool = self._pool
        start, waited_s, busy_s = time.perf_counter(), pool.waited_s, pool.busy_s
        with _inference_mode(self._model):
            rows = list(islice(self._rows, count))
        waited_s = pool.waited_s - waited_s
        generate_s = time.perf_counter() - start - waited_s
        from_engine = self._generate is not None
        return Rollout(rows, waited_s, generate_s, pool.busy_s - busy_s, from_engine)

    def _play(self, tasks: list[Assignment]) -> Iterator[Row]:
        """Yield the rows of a lane as soon as its episodes and those of earlier lanes are over."""
        at_once = self._sampling.sessions or len(tasks)
        for start in range(0, len(tasks), at_once):
            episodes = self._pool.start(tasks[start : start + at_once], audited=self._audited)
            seeds = self._seeds[start : start + at_once]
            lanes = self._make_lanes(
                [Row(episode, Random(seed)) for episode, seed in zip(episodes, seeds, strict=True)]
            )
            for _ in range(self._sampling.max_turns):
                for lane in list(lanes):
                    lane.read_observations()
                    if lane.rows:
                        lane.generate_turns(self._sampling)
                    while lanes and not lanes[0].rows:
                        yield from lanes.pop(0).finished_rows()
            for lane in lanes:
                lane.read_observations()
                for row in lane.rows:
                    row.episode.truncate()
                yield from lane.finished_rows()

    def _make_lanes(self, rows: list[Row]) -> list[Lane]:
        size = -(-len(rows) // self._sampling.lanes)
        parts = [rows[start : start + size] for start in range(0, len(rows), size)]
        shared = self._model, self._chat, self._pool
        if self._generate is not None:
            return [EngineLane(*shared, part, self._generate) for part in parts]
        return [Lane(*shared, part) for part in parts]


@contextmanager
def _inference_mode(model: Any) -> Iterator[None]:
    """Evaluation mode without gradients; the model's mode is restored afterwards."""
    was_training = model.training
    model.eval()
    with torch.inference_mode():
        yield
    model.train(was_training)
