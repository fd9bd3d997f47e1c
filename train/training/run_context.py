"""What the stages of a run share: configuration, environments, policy and log."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import torch
from trl.import_utils import is_vllm_available

from hallmark_rl.train.config import RunConfig, RunRefused
from hallmark_rl.train.environments.env_pool import EnvPool
from hallmark_rl.train.environments.env_source import (
    TrainingEnv,
    load_slot_maker,
    load_training_env,
    slot_maker,
)
from hallmark_rl.train.environments.env_workers import Worker
from hallmark_rl.train.environments.rollout_env import RolloutEpisode
from hallmark_rl.train.environments.session_limit import usable_sessions
from hallmark_rl.train.environments.text_form import require_names
from hallmark_rl.train.metrics.evaluation import held_out_tasks
from hallmark_rl.train.metrics.metrics_log import MetricsLog
from hallmark_rl.train.metrics.trackio_log import is_installed
from hallmark_rl.train.policy.chat_policy import ChatPolicy, load_policy, new_policy
from hallmark_rl.train.policy.token_sampling import episode_seeds
from hallmark_rl.train.training.process_group import ProcessGroup

_EVALUATION_BATCH = 128


class RunContext:
    """Everything that the stages of a run work on. Call `close` at the end.

    Args:
        config: settings of the run.
        env: the environment; default: the one that `config.env` names.

    Attributes:
        config: settings of the run; for a server, with the number of sessions that it accepts.
        out: the folder for everything that the run writes.
        start: the folder of the policy before reinforcement learning, inside `out`.
        env: the environment and its text form.
        levels: the levels to train on and to measure, easiest first.
        pool: plays the environments.
        group: the processes of the run.
        log: metrics and sampled episodes.
        policy: set by `make_policy` or `load_policy`.

    Raises:
        RunRefused: no GPU for a GPU run, no vLLM for `vllm_mode: server`, no Ray cluster for
            `environment.workers: ray`, an incomplete text form,
            an unknown level, an environment that is refused (see `load_training_env`), or a server
            with too few sessions.
    """

    def __init__(self, config: RunConfig, env: TrainingEnv | None = None) -> None:
        if config.gpu and not torch.cuda.is_available():
            raise RunRefused("preset gpu needs a CUDA device and torch sees none: use --preset cpu")
        if config.grpo.vllm_mode == "server" and not is_vllm_available():
            raise RunRefused(
                "vllm_mode server needs vLLM beside the trainer too, which sends it the weights: "
                'pip install "trl[vllm]==1.14.0"'
            )
        self.config = config
        self.group = ProcessGroup(gpu=config.gpu)
        if reason := self.group.sharding():
            raise RunRefused(
                f"{reason} is on: this trainer needs the whole model in each process (see "
                "docs/training-at-scale.md)"
            )
        if self.group.size > 1 and config.grpo.vllm_mode == "server":
            raise RunRefused(
                "vllm_mode server is for one training process: leave out vllm_mode, or start one"
            )
        self.out = Path(config.out)
        self.start = self.out / "start"
        self.env = env = env or load_training_env(config)
        require_names(env.text, config.env)
        self.levels: tuple[int, ...] = config.levels or tuple(env.text.LEVELS[:1])
        unknown = [level for level in self.levels if level not in env.text.LEVELS]
        if unknown:
            levels = ", ".join(map(str, env.text.LEVELS))
            raise RunRefused(f"{config.env} has no level {unknown[0]}: its levels are {levels}")
        on_ray = config.environment.workers == "ray"
        self.pool = EnvPool(
            slot_maker(env),
            0 if on_ray else _worker_count(config, self.group.size),
            workers=_actors(config, self.group.size) if on_ray else (),
            shared=not config.unproved,  # a hallmark proves that the environment is deterministic
        )
        if env.is_remote:  # after the pool, which must be forked before there are threads
            sessions = self.group.once(
                lambda: usable_sessions(env.make, config, processes=self.group.size)
            )
            environment = config.environment.model_copy(update={"sessions": sessions})
            self.config = config.model_copy(update={"environment": environment})
        self._unused = TemporaryDirectory() if not self.group.is_first else None
        trackio = is_installed() if config.trackio is None else config.trackio
        self.log = MetricsLog(
            Path(self._unused.name) if self._unused else self.out,
            trackio=trackio and self.group.is_first,
        )
        self.policy: ChatPolicy

    def make_policy(self) -> None:
        """Set the policy that training starts from; raises `RunRefused` if it cannot be loaded."""
        self.policy = new_policy(self.config, self.env.text, self.levels)

    def load_policy(self, folder: Path) -> None:
        """Set a policy that this run has written, to `start` or after training."""
        self.policy = load_policy(folder, self.config, self.env.text, self.levels)

    def evaluate(
        self,
        level: int,
        count: int,
        *,
        first: int = 0,
        greedy: bool = False,
        on_done: Callable[[int], None] | None = None,
    ) -> list[RolloutEpisode]:
        """Play held-out tasks. A task always gets the same random numbers, so the same weights give
        the same episodes, wherever the environment runs.

        Args:
            level: the tasks' level.
            count: number of episodes.
            first: index of the first held-out task.
            greedy: take the most likely token each time.
            on_done: called with the number of finished episodes after each batch.
        """
        if not self.group.is_first:
            return self.group.from_first(None)
        episodes: list[RolloutEpisode] = []
        tasks = held_out_tasks(level, count, first=first)
        seeds = episode_seeds(f"held out, level {level}", range(first, first + count))
        for start in range(0, count, _EVALUATION_BATCH):
            batch = slice(start, start + _EVALUATION_BATCH)
            played = self.policy.play(
                self.pool, tasks[batch], seeds[batch], audited=True, greedy=greedy
            )
            episodes += played.episodes
            if on_done is not None:
                on_done(len(episodes))
        return self.group.from_first(episodes)

    def paid_columns(self) -> set[str]:
        """The reward columns that are paid without being the outcome, as far as they are known."""
        weights = self.config.grpo.reward_weights
        if weights is not None:
            return {name for name, weight in weights.items() if weight > 0}
        reward = getattr(self.env.env_class, "reward", None)
        columns = getattr(reward, "columns", ())
        return {c.name for c in columns if c.weight > 0 and c.kind != "outcome"}

    def close(self) -> None:
        """Close environments and files."""
        self.pool.close()
        self.log.close()
        if self._unused is not None:
            self._unused.cleanup()


def _worker_count(config: RunConfig, trainers: int) -> int:
    """The number of processes for the environments of one of `trainers` training processes; by
    default one per core that this process may use, shared among them."""
    count = config.environment.processes
    return max(1, len(os.sched_getaffinity(0)) // trainers) if count is None else count


def _actors(config: RunConfig, trainers: int) -> list[Worker]:
    """Actors of a Ray cluster for the environments of one of `trainers` training processes; by
    default one for each CPU of the cluster, shared among them.

    Raises:
        RunRefused: there is no such cluster.
    """
    from hallmark_rl.train.environments.ray_workers import RayEnvWorker, connect

    try:
        cpus = connect(config.environment.ray_address)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise RunRefused(
            f"there is no Ray cluster at {config.environment.ray_address!r}: {error}"
        ) from error
    count = config.environment.processes or max(1, cpus // trainers)
    load = functools.partial(load_slot_maker, config)
    return [RayEnvWorker(load, os.getcwd()) for _ in range(count)]
