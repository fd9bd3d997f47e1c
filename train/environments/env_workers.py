"""The processes in which environments are played: this one, or workers that were forked from it."""

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
from typing import Any

from hallmark_rl.train.environments.rollout_env import Episode, Seat

PATIENCE_S = 600.0
"""A worker that does not answer for so long is given up."""
_SIGNALS = (signal.SIGINT, signal.SIGTERM)

Job = tuple[list[Episode], int, list[Any]]
"""Episodes that are played as one, the seat, and what to do on it."""


class Lost(RuntimeError):
    """A worker process is gone, and its episodes with it."""


class _Bench:
    """The seats of one process, made when they are needed."""

    def __init__(self, make: Callable[[], Seat]) -> None:
        self._make = make
        self._seats: list[Seat] = []
        self._put_off: dict[int, list[Any]] = {}

    def put_off(self, jobs: list[tuple[int, list[Any]]]) -> None:
        """Note what is to be done on each seat before anything else is, and nothing older."""
        self._put_off = dict(jobs)

    def do(self, jobs: list[tuple[int, list[Any]]], audited: bool) -> list[tuple[Any, ...]]:
        """Carry out the commands of each seat (a task begins, a text is said); the last counts."""
        news = []
        for number, commands in jobs:
            while len(self._seats) <= number:
                self._seats.append(self._make())
            seat = self._seats[number]
            for given in [*self._put_off.pop(number, []), *commands]:
                if isinstance(given, str):
                    seat.say(given)
                else:
                    seat.begin(given, audited=audited)
            news.append(seat.episode.news())
        return news

    def do_ahead(self, audited: bool) -> bool:
        """Do some of what was put off; False if there is nothing."""
        if not self._put_off:
            return False
        number = next(iter(self._put_off))
        self.do([(number, self._put_off.pop(number))], audited)
        return True

    def close(self) -> None:
        for seat in self._seats:
            seat.close()
        self._seats.clear()


class Own:
    """The seats of this process: asked is done."""

    def __init__(self, make: Callable[[], Seat]) -> None:
        self._bench = _Bench(make)
        self._busy = 0.0

    def prepare(self, jobs: list[Job], audited: bool) -> None:
        """Do these when their seats are needed; what was to be prepared before is void."""
        self._bench.put_off([job[1:] for job in jobs])

    def ask(self, jobs: list[Job], audited: bool) -> None:
        start = time.perf_counter()
        news = self._bench.do([job[1:] for job in jobs], audited)
        for (group, *_), one in zip(jobs, news, strict=True):
            for episode in group:
                episode.hear(one)
        self._busy += time.perf_counter() - start

    def collect(self, wanted: set[int]) -> float:
        busy, self._busy = self._busy, 0.0
        return busy

    def close(self) -> None:
        self._bench.close()


class Worker:
    """One worker process, from this side. Answers come in the order of the questions."""

    def __init__(self, make: Callable[[], Seat], ends: list[Connection]) -> None:
        context = multiprocessing.get_context("fork")
        self._pipe, far = context.Pipe()
        ends.append(self._pipe)
        self._process = context.Process(
            target=_work, args=(far, tuple(ends), make), name="environment", daemon=False
        )
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)  # until the worker is ready
        self._process.start()
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        far.close()
        self._asked: list[list[list[Episode]]] = []
        atexit.register(self.close)  # else the interpreter would wait for the worker for ever

    def prepare(self, jobs: list[Job], audited: bool) -> None:
        """Do these when there is nothing else to do, or when their seats are needed."""
        self._send(jobs, audited, later=True)

    def ask(self, jobs: list[Job], audited: bool) -> None:
        self._asked.append([group for group, *_ in jobs])
        self._send(jobs, audited, later=False)

    def _send(self, jobs: list[Job], audited: bool, *, later: bool) -> None:
        with suppress(BrokenPipeError):  # `collect` says what became of it
            self._pipe.send(([job[1:] for job in jobs], audited, later))

    def collect(self, wanted: set[int]) -> float:
        total = 0.0
        while any(id(e) in wanted for batch in self._asked for group in batch for e in group):
            news, busy = self._answer()
            for group, one in zip(self._asked.pop(0), news, strict=True):
                for episode in group:
                    episode.hear(one)
            total += busy
        return total

    def close(self) -> None:
        atexit.unregister(self.close)
        self._pipe.close()
        self._process.join(5)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()

    def _answer(self) -> tuple[list[tuple[Any, ...]], float]:
        try:
            if not self._pipe.poll(PATIENCE_S):
                raise Lost(f"an environment has not answered for {PATIENCE_S:.0f} s")
            answer = self._pipe.recv()
        except (EOFError, ConnectionResetError) as error:
            self._process.join(1)
            code = self._process.exitcode
            how = f"was killed by signal {-code}" if code and code < 0 else f"left with {code}"
            raise Lost(f"a process that played the environment {how}") from error
        if isinstance(answer, BaseException):
            raise answer
        return answer  # type: ignore[no-any-return]


def _work(pipe: Connection, ends: Sequence[Connection], make: Callable[[], Seat]) -> None:
    """What a worker process does until the other end of the pipe is closed."""
    for end in ends:
        end.close()
    for number in _SIGNALS:  # the trainer decides what they mean
        signal.signal(number, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    questions: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_listen, args=(pipe, questions), daemon=True).start()
    bench, busy, audited = _Bench(make), 0.0, False
    while True:
        start = time.perf_counter()
        try:
            if questions.empty() and bench.do_ahead(audited):
                busy += time.perf_counter() - start
                continue
            if (question := questions.get()) is None:
                break
            jobs, audited, later = question
            if later:
                bench.put_off(jobs)
                continue
            start = time.perf_counter()
            answer: Any = (bench.do(jobs, audited), busy + time.perf_counter() - start)
            busy = 0.0
        except Exception as error:  # an instance cannot be made
            answer = Lost(f"the environment cannot be played: {type(error).__name__}: {error}")
        try:
            pipe.send(answer)
        except OSError:
            break
    bench.close()


def _listen(pipe: Connection, questions: SimpleQueue[Any]) -> None:
    """Always ready to take questions, so that neither side can wait for the other to read."""
    while True:
        try:
            questions.put(pipe.recv())
        except (EOFError, OSError):
            questions.put(None)
            break
    time.sleep(3)  # a step that does not end may not outlive the trainer
    os._exit(0)
