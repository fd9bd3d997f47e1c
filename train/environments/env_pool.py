"""A pool of environments that run in worker processes while the model generates.

    pool = EnvPool(lambda: EnvSlot(make(), text), processes=2)
    episodes = pool.start(tasks)                # returns at once
    pool.wait(episodes)                         # now they have their first observations
    pool.submit_turns(episodes, completions)    # returns at once
    pool.wait(episodes)

The result of an episode depends neither on the number of processes nor on which of them plays it.
The workers are forked by the constructor: call it before threads exist and before CUDA is used.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection

from hallmark_rl.train.environments.env_workers import EnvWorker, InlineEnvs, Job, Worker
from hallmark_rl.train.environments.prefix_cache import PrefixCache
from hallmark_rl.train.environments.rollout_env import Assignment, EnvSlot, RolloutEpisode


class EnvPool:
    """Environment slots in `processes` worker processes, or in this process if that is 0.

    Args:
        make: creates a slot.
        processes: number of worker processes.
        workers: these instead of processes; they create their slots themselves.
        shared: play equal histories only once (see `PrefixCache`); for deterministic environments.

    Attributes:
        waited_s: seconds that `wait` spent waiting for environments.
        busy_s: seconds that environments worked, summed over all processes.
    """

    def __init__(
        self,
        make: Callable[[], EnvSlot],
        processes: int = 0,
        *,
        workers: Sequence[Worker] = (),
        shared: bool = False,
    ) -> None:
        self.waited_s = 0.0
        self.busy_s = 0.0
        self._prefixes = PrefixCache(shared=shared)
        self._audited = False
        self._prefetched: tuple[list[Assignment], list[RolloutEpisode]] | None = None
        self._workers: list[Worker] = list(workers) or [InlineEnvs(make)]
        if processes and not workers:
            ends: list[Connection] = []
            self._workers = [EnvWorker(make, ends) for _ in range(processes)]

    def start(self, tasks: list[Assignment], *, audited: bool = False) -> list[RolloutEpisode]:
        """Start an episode for each task; their observations are there after `wait`.

        All earlier episodes are abandoned. `audited` runs the audit at the end of each episode.
        """
        prefetched, self._prefetched = self._prefetched, None
        if prefetched is not None and prefetched[0] == tasks and not audited:
            return prefetched[1]
        self._audited = audited
        episodes = [RolloutEpisode(task) for task in tasks]
        jobs, spare = self._prefixes.start(episodes)
        deferred = self._by_worker(spare)
        for number, worker in enumerate(self._workers):
            worker.defer(deferred.get(number, []), audited)
        self._submit(jobs)
        return episodes

    def prefetch(self, tasks: list[Assignment]) -> None:
        """Start episodes before they are asked for; the next `start` with equal tasks, not
        audited, returns them."""
        self._prefetched = tasks, self.start(tasks)

    def submit_turns(self, episodes: Sequence[RolloutEpisode], completions: Sequence[str]) -> None:
        """Play one turn of each episode. Call `wait` before the next turn of the same episode."""
        self._submit(self._prefixes.advance(episodes, completions))

    def wait(self, episodes: Sequence[RolloutEpisode]) -> None:
        """Wait until everything submitted for `episodes` is played.

        Raises:
            WorkerDied: a worker process died, hangs, or cannot run the environment.
        """
        start = time.perf_counter()
        wanted = {id(episode) for episode in episodes}
        for worker in self._workers:
            self.busy_s += worker.collect(wanted)
        self.waited_s += time.perf_counter() - start

    def close(self) -> None:
        """Close every instance and end the workers."""
        for worker in self._workers:
            worker.close()

    def _submit(self, jobs: list[Job]) -> None:
        for number, own_jobs in self._by_worker(jobs).items():
            self._workers[number].submit(own_jobs, self._audited)

    def _by_worker(self, jobs: list[Job]) -> dict[int, list[Job]]:
        """The jobs of each worker, with the slot numbers that the worker uses."""
        parts: dict[int, list[Job]] = {}
        for job in jobs:
            slot, worker = divmod(job.slot, len(self._workers))
            parts.setdefault(worker, []).append(job._replace(slot=slot))
        return parts
