"""Environments in actors of a Ray cluster (`environment.workers: ray`).

An actor that dies, with its node or alone, costs the episodes that it was playing: they are played
again in a new actor, from their reset, with the same task and the same completions. An episode that
does not show again what it showed before is given up, and one whose actor died three times. The new
actor takes a free CPU of the cluster; where there is none, it shares a CPU with other actors.
"""

from __future__ import annotations

import itertools
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ray
from ray.exceptions import GetTimeoutError, RayError, RayTaskError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from hallmark_rl.train.environments.env_workers import (
    ANSWER_TIMEOUT_S,
    Command,
    Delta,
    EnvSlots,
    Job,
    SlotCommands,
    WorkerDied,
    apply_deltas,
)
from hallmark_rl.train.environments.rollout_env import (
    Assignment,
    EnvSlot,
    RolloutEpisode,
    Turn,
)

MAX_LOSSES = 2
"""Episodes whose actor dies more often are given up: their actions may be the cause."""

_START_TIMEOUT_S = 30.0
"""A new actor that has not started by then does not get the CPU that was free."""

_NOT_DETERMINISTIC = "the environment is not deterministic: played again, it showed something else"

LoadSlots = Callable[[], Callable[[], EnvSlot]]
"""Called in each actor, so it must be picklable; returns what creates a slot."""

_Answer = tuple[list[Delta], list[list[Turn] | None], float]
"""The delta of each job; all turns of its episode, where it was played with others; and seconds."""

_turn = itertools.count()
"""Spreads the actors that share CPUs over the CPUs."""


class _EnvActor:
    """Owns the slots of one worker."""

    def __init__(self, load: LoadSlots, folder: str) -> None:
        self._load, self._folder = load, folder
        self._slots: EnvSlots | None = None

    def play(self, jobs: list[SlotCommands], audited: bool) -> _Answer | str:
        """Run the commands of each job; a text says why the environment cannot be run."""
        start = time.perf_counter()
        try:
            if self._slots is None:
                if Path(self._folder).is_dir():
                    os.chdir(self._folder)
                    sys.path.insert(0, self._folder)
                self._slots = EnvSlots(self._load())
            deltas = self._slots.run(jobs, audited)
        except Exception as error:  # from `load`; `EnvSlot` catches what an instance raises
            return f"{type(error).__name__}: {error}"
        played = [
            self._slots.episode(number).turns if len(commands) > 1 else None
            for number, commands in jobs
        ]
        return deltas, played, time.perf_counter() - start


@dataclass
class _Request:
    """Jobs that an actor has; each with all commands since the reset of its slot."""

    jobs: list[Job]
    histories: list[list[Command]]
    audited: bool
    reference: Any = None
    losses: int = 0


class RayEnvWorker:
    """Slots in an actor with one CPU. It answers submitted jobs in order.

    Args:
        load: loads the environment in the actor.
        folder: where relative paths start and modules are found, on nodes that have it.
    """

    def __init__(self, load: LoadSlots, folder: str) -> None:
        self._actor_class = ray.remote(num_cpus=1, scheduling_strategy="SPREAD")(_EnvActor)
        self._arguments = load, folder
        self._actor = self._actor_class.remote(load, folder)
        self._histories: dict[int, list[Command]] = {}
        self._deferred: dict[int, list[Command]] = {}
        self._held: set[int] = set()  # the slots that are in the actor as their history says
        self._requests: list[_Request] = []

    def defer(self, jobs: list[Job], audited: bool) -> None:
        """Run these jobs when their slots are next used; replaces earlier deferred jobs."""
        self._deferred = {job.slot: job.commands for job in jobs}

    def submit(self, jobs: list[Job], audited: bool) -> None:
        """Send jobs to the actor; returns at once."""
        commands = []
        for job in jobs:
            new = [*self._deferred.pop(job.slot, []), *job.commands]
            history = _since_reset([*self._histories.get(job.slot, []), *new])
            commands.append((job.slot, new if job.slot in self._held else history))
            self._histories[job.slot] = history
            self._held.add(job.slot)
        histories = [self._histories[job.slot] for job in jobs]
        request = _Request(jobs, histories, audited)
        self._requests.append(request)
        self._send(request, commands)

    def collect(self, wanted: set[int]) -> float:
        """Wait for the jobs of some episodes and apply their results; see `EnvWorker.collect`."""
        busy_s = 0.0
        while any(_concerns(request, wanted) for request in self._requests):
            request = self._requests[0]
            answer = self._receive(request)
            if answer is None:
                continue
            self._requests.pop(0)
            deltas, played, seconds = answer
            same = [
                [e for e in job.episodes if not turns or _shows(turns, e)]
                for job, turns in zip(request.jobs, played, strict=True)
            ]
            for job, kept in zip(request.jobs, same, strict=True):
                for episode in job.episodes:
                    if not any(episode is other for other in kept):
                        _give_up(episode, job, "replay differs", _NOT_DETERMINISTIC)
            apply_deltas(deltas, same)
            busy_s += seconds
        return busy_s

    def close(self) -> None:
        """End the actor."""
        ray.kill(self._actor)

    def _send(self, request: _Request, commands: list[SlotCommands]) -> None:
        try:
            request.reference = self._actor.play.remote(commands, request.audited)
        except RayError:
            request.reference = None  # `_receive` starts a new actor

    def _receive(self, request: _Request) -> _Answer | None:
        """The answer to the first request; None if its actor died, which has been replaced."""
        try:
            if request.reference is not None:
                answer = ray.get(request.reference, timeout=ANSWER_TIMEOUT_S)
                if isinstance(answer, str):
                    raise WorkerDied(f"the environment cannot be run: {answer}")
                return answer  # type: ignore[no-any-return]
        except GetTimeoutError as error:
            raise WorkerDied(
                f"an environment has not answered for {ANSWER_TIMEOUT_S:.0f} s; the cluster has "
                f"free: {ray.available_resources()}"
            ) from error
        except RayTaskError as error:
            raise WorkerDied(f"the environment cannot be run: {error}") from error
        except RayError as error:
            reason = str(error).strip().partition("\n")[0]
        else:
            reason = "its actor has died"
        request.losses += 1
        if request.losses > MAX_LOSSES:
            self._requests.pop(0)
            for job in request.jobs:
                for episode in job.episodes:
                    _give_up(episode, job, "worker died", f"{request.losses} actors died: {reason}")
        self._revive()
        return None

    def _revive(self) -> None:
        """Start a new actor, and send it what is not answered."""
        self._actor = self._replacement()
        self._held = set()
        for request in self._requests:
            slots = [job.slot for job in request.jobs]
            self._send(request, list(zip(slots, request.histories, strict=True)))
            self._held |= set(slots)

    def _replacement(self) -> Any:
        """A new actor: on a free CPU, or beside the actors of a node, for the CPU of a node that
        left the cluster may never come back."""
        if ray.available_resources().get("CPU", 0) >= 1:
            actor = self._actor_class.remote(*self._arguments)
            if ray.wait([actor.__ray_ready__.remote()], timeout=_START_TIMEOUT_S)[0]:
                return actor
            ray.kill(actor)
        nodes = [node for node in ray.nodes() if node["Alive"]]
        cpus = [n["NodeID"] for n in nodes for _ in range(int(n["Resources"].get("CPU", 0)))]
        if not cpus:
            return self._actor_class.remote(*self._arguments)  # waits for a node
        place = NodeAffinitySchedulingStrategy(cpus[next(_turn) % len(cpus)], soft=True)
        options = self._actor_class.options(num_cpus=0, scheduling_strategy=place)
        return options.remote(*self._arguments)


def connect(address: str) -> int:
    """Connect to a Ray cluster; returns its number of CPUs."""
    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False, logging_level="error")
    return int(ray.cluster_resources().get("CPU", 1))


def _since_reset(commands: list[Command]) -> list[Command]:
    """The commands from the last reset on."""
    resets = [n for n, command in enumerate(commands) if isinstance(command, Assignment)]
    return commands[resets[-1] if resets else 0 :]


def _shows(played: list[Turn], episode: RolloutEpisode) -> bool:
    """Whether all turns but the last, and what the last completion answers, are as the model saw
    them in `episode`, which has not got the last turn yet."""
    return episode.turns == played[:-1] and episode.observation == played[-1].observation


def _concerns(request: _Request, wanted: set[int]) -> bool:
    return any(id(episode) in wanted for job in request.jobs for episode in job.episodes)


def _give_up(episode: RolloutEpisode, job: Job, cause: str, detail: str) -> None:
    """End an episode with a failure of the environment."""
    last = job.commands[-1]
    turn = Turn(episode.observation, last) if isinstance(last, str) else None
    episode.apply_delta((turn, "", True, None, None, (cause, detail)))
