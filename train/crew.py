"""Environments at work beside the model: worker processes that play while it generates.

    crew = Crew(lambda: Seat(make(), text), processes=2)
    episodes = crew.begin(tasks)            # returns at once
    crew.settle(episodes)                   # now their first observations are here
    crew.tell(episodes, completions)        # returns at once
    crew.settle(episodes)

What an episode comes to does not depend on which process plays it, nor on how many there are. The
workers are forked when the crew is made: make it before threads, before a GPU is touched.
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
from typing import Any

from train.world import Assignment, Episode, Seat

PATIENCE_S = 600.0
"""A worker that does not answer for so long is given up."""
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Lost(RuntimeError):
    """A worker process is gone, and its episodes with it."""


class Crew:
    """Seats in `processes` worker processes, or in this process if that is 0."""

    def __init__(self, make: Callable[[], Seat], processes: int = 0) -> None:
        self.waited_s = 0.0
        """Seconds in which nothing was done but wait for environments."""
        self.busy_s = 0.0
        """Seconds that environments worked, in all processes together."""
        self._seats: dict[int, tuple[Any, int]] = {}  # of an episode: whose, and which
        self._free: list[int] = []
        self._hands: list[_Own | _Worker] = [_Own(make)]
        if processes:
            ends: list[Connection] = []
            self._hands = [_Worker(make, ends) for _ in range(processes)]

    def begin(self, tasks: Sequence[Assignment], *, audited: bool = False) -> list[Episode]:
        """An episode for each task, each on its own instance; nothing of it is known yet."""
        self._seats.clear()
        episodes = [Episode(task) for task in tasks]
        orders: dict[int, list[Any]] = {}
        for number, episode in enumerate(episodes):
            hand, seat = number % len(self._hands), number // len(self._hands)
            self._seats[id(episode)] = (self._hands[hand], seat)
            orders.setdefault(hand, []).append((episode, seat, episode.task))
        for hand, jobs in orders.items():
            self._hands[hand].ask("begin", jobs, audited)
        return episodes

    def tell(self, episodes: Sequence[Episode], completions: Sequence[str]) -> None:
        """Hand over a turn of each episode. Every `tell` is followed by a `settle`."""
        orders: dict[Any, list[Any]] = {}
        for episode, said in zip(episodes, completions, strict=True):
            hand, seat = self._seats[id(episode)]
            orders.setdefault(hand, []).append((episode, seat, said))
        for hand, jobs in orders.items():
            hand.ask("say", jobs, False)

    def settle(self, episodes: Sequence[Episode]) -> None:
        """Wait until everything that `episodes` were told is answered."""
        start = time.perf_counter()
        wanted = {id(episode) for episode in episodes}
        for hand in self._hands:
            self.busy_s += hand.collect(wanted)
        self.waited_s += time.perf_counter() - start

    def close(self) -> None:
        """Close every instance and end the workers."""
        for hand in self._hands:
            hand.close()


class _Bench:
    """The seats of one process, made when they are needed."""

    def __init__(self, make: Callable[[], Seat]) -> None:
        self._make = make
        self._seats: list[Seat] = []

    def do(self, what: str, jobs: list[tuple[int, Any]], audited: bool) -> list[tuple[Any, ...]]:
        news = []
        for seat, given in jobs:
            while len(self._seats) <= seat:
                self._seats.append(self._make())
            at = self._seats[seat]
            episode = at.begin(given, audited=audited) if what == "begin" else at.say(given)
            news.append(episode.news())
        return news

    def close(self) -> None:
        for seat in self._seats:
            seat.close()
        self._seats.clear()


class _Own:
    """The seats of this process: asked is done."""

    def __init__(self, make: Callable[[], Seat]) -> None:
        self._bench = _Bench(make)
        self._busy = 0.0

    def ask(self, what: str, jobs: list[tuple[Episode, int, Any]], audited: bool) -> None:
        start = time.perf_counter()
        news = self._bench.do(what, [job[1:] for job in jobs], audited)
        for (episode, *_), one in zip(jobs, news, strict=True):
            episode.hear(one)
        self._busy += time.perf_counter() - start

    def collect(self, wanted: set[int]) -> float:
        busy, self._busy = self._busy, 0.0
        return busy

    def close(self) -> None:
        self._bench.close()


class _Worker:
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
        self._asked: list[list[Episode]] = []
        atexit.register(self.close)  # else the interpreter would wait for the worker for ever

    def ask(self, what: str, jobs: list[tuple[Episode, int, Any]], audited: bool) -> None:
        self._asked.append([episode for episode, *_ in jobs])
        with suppress(BrokenPipeError):  # `collect` says what became of it
            self._pipe.send((what, [job[1:] for job in jobs], audited))

    def collect(self, wanted: set[int]) -> float:
        total = 0.0
        while any(id(episode) in wanted for batch in self._asked for episode in batch):
            news, busy = self._answer()
            for episode, one in zip(self._asked.pop(0), news, strict=True):
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
    bench = _Bench(make)
    while (question := questions.get()) is not None:
        start = time.perf_counter()
        try:
            answer: Any = (bench.do(*question), time.perf_counter() - start)
        except Exception as error:  # an instance cannot be made
            answer = RuntimeError(f"{type(error).__name__}: {error}")
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
