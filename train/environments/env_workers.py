"""Where environments run: in this process (`InlineEnvs`) or in forked workers (`EnvWorker`).

Both, and those of a Ray cluster (`ray_workers.py`), have the methods of `Worker`: `defer` and
`submit` take jobs, `collect` waits for the results of submitted jobs and applies them to the
episodes.
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, NamedTuple, Protocol

from hallmark_rl.sdk.common.errors import ServersUnreachable
from hallmark_rl.train.environments.rollout_env import Assignment, EnvSlot, RolloutEpisode

ANSWER_TIMEOUT_S = 600.0
"""A worker that does not answer for this long counts as hung."""
_EXIT_GRACE_S = 3
_SIGNALS = (signal.SIGINT, signal.SIGTERM)

Command = Assignment | str
"""Start this task, or play a turn with this completion."""
Delta = tuple[Any, ...]
"""See `RolloutEpisode.to_delta`."""


class Job(NamedTuple):
    """Commands for one slot, and the episodes that get the delta of the last of them."""

    episodes: list[RolloutEpisode]
    slot: int
    commands: list[Command]


SlotCommands = tuple[int, list[Command]]
"""A job without its episodes, as it is sent to a worker."""


class WorkerDied(RuntimeError):
    """A worker process died, hangs, or cannot run the environment."""


class Worker(Protocol):
    """Runs the jobs of its slots."""

    def defer(self, jobs: list[Job], audited: bool) -> None:
        """Run these jobs when there is time, or when their slots are next used."""

    def submit(self, jobs: list[Job], audited: bool) -> None:
        """Run jobs, or begin to."""

    def collect(self, wanted: set[int]) -> float:
        """Wait for the episodes with these `id`s; returns how long environments worked."""
        ...

    def close(self) -> None:
        """Close every instance."""


class EnvSlots:
    """The slots of one process, created when they are first used."""

    def __init__(self, make: Callable[[], EnvSlot]) -> None:
        self._make = make
        self._slots: list[EnvSlot] = []
        self._deferred: dict[int, list[Command]] = {}

    def defer(self, jobs: list[SlotCommands]) -> None:
        """Keep commands to be run before the next ones of their slot; replaces older ones."""
        self._deferred = dict(jobs)

    def run(self, jobs: list[SlotCommands], audited: bool) -> list[Delta]:
        """Run the commands of each job; returns the delta of the last command of each."""
        deltas = []
        for number, commands in jobs:
            while len(self._slots) <= number:
                self._slots.append(self._make())
            slot = self._slots[number]
            for command in [*self._deferred.pop(number, []), *commands]:
                if isinstance(command, str):
                    slot.step(command)
                else:
                    slot.start(command, audited=audited)
            deltas.append(slot.episode.to_delta())
        return deltas

    def run_deferred(self, audited: bool) -> bool:
        """Run the deferred commands of one slot; returns whether there were any."""
        if not self._deferred:
            return False
        number = next(iter(self._deferred))
        self.run([(number, self._deferred.pop(number))], audited)
        return True

    def episode(self, number: int) -> RolloutEpisode:
        """The episode of a slot."""
        return self._slots[number].episode

    def close(self) -> None:
        """Close every instance."""
        for slot in self._slots:
            slot.close()
        self._slots.clear()


class InlineEnvs:
    """Slots in this process: `submit` runs its jobs at once."""

    def __init__(self, make: Callable[[], EnvSlot]) -> None:
        self._slots = EnvSlots(make)
        self._busy_s = 0.0

    def defer(self, jobs: list[Job], audited: bool) -> None:
        """Run these jobs when their slots are next used; replaces earlier deferred jobs."""
        self._slots.defer([(job.slot, job.commands) for job in jobs])

    def submit(self, jobs: list[Job], audited: bool) -> None:
        """Run jobs; raises `WorkerDied` if no server of the environment can be reached."""
        start = time.perf_counter()
        try:
            deltas = self._slots.run([(job.slot, job.commands) for job in jobs], audited)
        except ServersUnreachable as error:
            raise WorkerDied(f"the environment cannot be run: {error}") from error
        apply_deltas(deltas, [job.episodes for job in jobs])
        self._busy_s += time.perf_counter() - start

    def collect(self, wanted: set[int]) -> float:
        """Return and reset the seconds that environments worked since the last call."""
        busy, self._busy_s = self._busy_s, 0.0
        return busy

    def close(self) -> None:
        """Close every instance."""
        self._slots.close()


class EnvWorker:
    """A forked worker process with its own slots. It answers submitted jobs in order.

    Args:
        make: creates a slot; called in the worker.
        ends: this process's ends of the pipes to all workers so far, which a new worker closes so
            that each pipe closes when this process exits. The new end is appended.
    """

    def __init__(self, make: Callable[[], EnvSlot], ends: list[Connection]) -> None:
        context = multiprocessing.get_context("fork")
        self._pipe, worker_end = context.Pipe()
        ends.append(self._pipe)
        self._process = context.Process(
            target=_worker_main,
            args=(worker_end, tuple(ends), make),
            name="environment",
            daemon=False,
        )
        # Blocked until the worker has installed its handlers.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
        self._process.start()
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        worker_end.close()
        self._submitted: list[list[list[RolloutEpisode]]] = []
        atexit.register(self.close)  # else multiprocessing's exit handler would wait for it forever

    def defer(self, jobs: list[Job], audited: bool) -> None:
        """Run these jobs when the worker is idle, or when their slots are next used."""
        self._send(jobs, audited, deferred=True)

    def submit(self, jobs: list[Job], audited: bool) -> None:
        """Send jobs to the worker; returns at once."""
        self._submitted.append([job.episodes for job in jobs])
        self._send(jobs, audited, deferred=False)

    def _send(self, jobs: list[Job], audited: bool, *, deferred: bool) -> None:
        with suppress(BrokenPipeError):  # `collect` reports how the worker ended
            self._pipe.send(([(job.slot, job.commands) for job in jobs], audited, deferred))

    def collect(self, wanted: set[int]) -> float:
        """Wait for the jobs of some episodes and apply their results.

        Args:
            wanted: the `id` of each episode.

        Returns:
            The seconds that environments worked for the collected answers.

        Raises:
            WorkerDied: the worker died, hangs, or cannot run the environment.
        """
        busy_s = 0.0
        while any(id(e) in wanted for batch in self._submitted for group in batch for e in group):
            deltas, seconds = self._receive()
            apply_deltas(deltas, self._submitted.pop(0))
            busy_s += seconds
        return busy_s

    def close(self) -> None:
        """End the worker; kill it if it does not end within five seconds."""
        atexit.unregister(self.close)
        self._pipe.close()
        self._process.join(5)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()

    def _receive(self) -> tuple[list[Delta], float]:
        try:
            if not self._pipe.poll(ANSWER_TIMEOUT_S):
                raise WorkerDied(f"an environment has not answered for {ANSWER_TIMEOUT_S:.0f} s")
            answer = self._pipe.recv()
        except (EOFError, ConnectionResetError) as error:
            self._process.join(1)
            code = self._process.exitcode
            end = f"was killed by signal {-code}" if code and code < 0 else f"exited with {code}"
            raise WorkerDied(f"a worker process that ran the environment {end}") from error
        if isinstance(answer, BaseException):
            raise answer
        return answer  # type: ignore[no-any-return]


def apply_deltas(deltas: list[Delta], groups: list[list[RolloutEpisode]]) -> None:
    """Apply the delta of each job to its episodes."""
    for group, delta in zip(groups, deltas, strict=True):
        for episode in group:
            episode.apply_delta(delta)


def _worker_main(pipe: Connection, ends: Sequence[Connection], make: Callable[[], EnvSlot]) -> None:
    """Run a worker until the other end of `pipe` is closed."""
    for end in ends:
        end.close()
    for number in _SIGNALS:  # Ctrl-C reaches every process; only the trainer reacts to it
        signal.signal(number, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    requests: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_read_requests, args=(pipe, requests), daemon=True).start()
    slots, busy_s, audited = EnvSlots(make), 0.0, False
    while True:
        start = time.perf_counter()
        try:
            if requests.empty() and slots.run_deferred(audited):
                busy_s += time.perf_counter() - start
                continue
            if (request := requests.get()) is None:
                break
            jobs, audited, deferred = request
            if deferred:
                slots.defer(jobs)
                continue
            start = time.perf_counter()
            answer: Any = (slots.run(jobs, audited), busy_s + time.perf_counter() - start)
            busy_s = 0.0
        except Exception as error:  # from `make`; `EnvSlot` catches what an instance raises
            answer = WorkerDied(f"the environment cannot be run: {type(error).__name__}: {error}")
        try:
            pipe.send(answer)
        except OSError:
            break
    slots.close()


def _read_requests(pipe: Connection, requests: SimpleQueue[Any]) -> None:
    """Read requests in a thread of their own: if both sides only wrote, the pipes would fill up
    and both would wait forever. Ends the process when the pipe is closed."""
    while True:
        try:
            requests.put(pipe.recv())
        except (EOFError, OSError):
            requests.put(None)
            break
    time.sleep(_EXIT_GRACE_S)  # then a step that does not end must not outlive the trainer
    os._exit(0)
