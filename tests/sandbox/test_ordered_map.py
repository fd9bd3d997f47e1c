"""`OrderedMap` runs each job once and returns the outcomes in order."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallmark_rl.sandbox import Job, Sandbox
from hallmark_rl.sandbox.host.ordered_map import OrderedMap


class _Recorder:
    """Sleeps for the milliseconds that are the source of a job, and records who ran which job."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.threads: set[int] = set()
        self.most_at_once = self._running = 0
        self._lock = threading.Lock()

    def run_job(self, job: Job) -> Any:
        with self._lock:
            self._running += 1
            self.most_at_once = max(self.most_at_once, self._running)
            self.threads.add(threading.get_ident())
        time.sleep(float(job.source) / 1000)
        with self._lock:
            self._running -= 1
            self.done.append(job.stdin)
        return job.stdin


@contextmanager
def _batch(do: Callable[[Job], Any], workers: int) -> Iterator[OrderedMap]:
    with ThreadPoolExecutor(workers) as executor:
        batch = OrderedMap(do, workers, executor)
        yield batch
        batch.cancel_waiting()


@settings(max_examples=40, deadline=None)
@given(
    workers=st.integers(1, 3),
    runs=st.lists(st.sampled_from([0, 0, 1, 4]), max_size=12),
    pauses=st.lists(st.sampled_from([0, 0, 3, 15]), min_size=12, max_size=12),
)
def test_each_job_runs_once_and_outcomes_are_in_order(
    workers: int, runs: list[int], pauses: list[int]
) -> None:
    work = _Recorder()
    read: list[Any] = []
    with _batch(work.run_job, workers) as batch:
        for number, wait in enumerate(runs):
            batch.submit(Job(source=str(wait), stdin=str(number)))
            if len(batch) >= 2 * workers:
                read.append(batch.next_outcome())
                time.sleep(pauses[number] / 1000)
        while batch:
            read.append(batch.next_outcome())
    assert read == [str(number) for number in range(len(runs))]
    assert sorted(work.done, key=int) == read
    assert work.most_at_once <= workers


def test_a_waiting_consumer_runs_jobs_itself() -> None:
    work = _Recorder()
    with _batch(work.run_job, 1) as batch:
        for number in range(5):
            batch.submit(Job(source="0", stdin=str(number)))
            batch.next_outcome()
    assert work.threads == {threading.get_ident()}


def test_a_busy_consumer_runs_no_jobs() -> None:
    work = _Recorder()
    with _batch(work.run_job, 1) as batch:
        for _ in range(4):
            batch.submit(Job(source="1"))
            batch.next_outcome()
            time.sleep(0.02)
        work.threads.clear()
        batch.submit(Job(source="1", stdin="in a thread"))
        time.sleep(0.2)
        assert work.done[-1] == "in a thread"
        assert batch.next_outcome() == "in a thread"  # type: ignore[comparison-overlap]
    assert threading.get_ident() not in work.threads


def test_an_error_is_raised_in_its_turn_and_later_jobs_go_on() -> None:
    def do(job: Job) -> Any:
        if job.source == "bad":
            raise ValueError("bad")
        return job.source

    with _batch(do, 2) as batch:
        for source in ("a", "bad", "b"):
            batch.submit(Job(source=source))
        assert batch.next_outcome() == "a"  # type: ignore[comparison-overlap]
        with pytest.raises(ValueError, match="bad"):
            batch.next_outcome()
        assert batch.next_outcome() == "b"  # type: ignore[comparison-overlap]


def test_an_interrupt_of_the_consumer_is_raised_at_once() -> None:
    def do(job: Job) -> Any:
        raise KeyboardInterrupt

    with _batch(do, 1) as batch:
        batch.submit(Job(source=""))
        with pytest.raises(KeyboardInterrupt):
            batch.next_outcome()


def test_an_exit_in_a_thread_is_raised_in_the_consumer() -> None:
    begun = threading.Event()

    def do(job: Job) -> Any:
        begun.set()
        raise SystemExit(job.source)

    with _batch(do, 2) as batch:
        batch.submit(Job(source="in a thread"))
        assert begun.wait(10)
        with pytest.raises(SystemExit, match="in a thread"):
            batch.next_outcome()


def test_cancelled_jobs_do_not_run() -> None:
    work = _Recorder()
    with _batch(work.run_job, 2) as batch:
        for number in range(6):
            batch.submit(Job(source="30", stdin=str(number)))
    assert len(work.done) < 6


@pytest.mark.parametrize("pause_s", [0.0, 0.05])
def test_closing_a_sandbox_ends_a_map_in_progress(pause_s: float) -> None:
    box = Sandbox(workers=2, policy="python", require="process")
    outcomes = box.map(Job(source="import time\ntime.sleep(0.02)") for _ in range(1000))
    for _ in range(3):
        assert next(outcomes).status == "ok"
        time.sleep(pause_s)
    closing = threading.Timer(0.1, box.close)
    closing.start()

    def read_all() -> None:
        for _ in outcomes:
            time.sleep(pause_s)

    with pytest.raises(RuntimeError, match=r"closed|shutdown"):
        read_all()
    closing.join()
