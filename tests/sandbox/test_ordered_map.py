"""Outcomes come in the order of their jobs, whoever does these, and nothing is done twice."""

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


class _Work:
    """Does jobs whose source is a number of milliseconds, and notes how."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.by: set[int] = set()
        self.most = self._now = 0
        self._lock = threading.Lock()

    def do(self, job: Job) -> Any:
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
            self.by.add(threading.get_ident())
        time.sleep(float(job.source) / 1000)
        with self._lock:
            self._now -= 1
            self.done.append(job.stdin)
        return job.stdin


@contextmanager
def _batch(do: Callable[[Job], Any], workers: int) -> Iterator[OrderedMap]:
    with ThreadPoolExecutor(workers) as helpers:
        batch = OrderedMap(do, workers, helpers)
        yield batch
        batch.cancel_waiting()


@settings(max_examples=40, deadline=None)
@given(
    workers=st.integers(1, 3),
    runs=st.lists(st.sampled_from([0, 0, 1, 4]), max_size=12),
    absences=st.lists(st.sampled_from([0, 0, 3, 15]), min_size=12, max_size=12),
)
def test_each_job_is_done_once_and_read_in_order(
    workers: int, runs: list[int], absences: list[int]
) -> None:
    work = _Work()
    read: list[Any] = []
    with _batch(work.do, workers) as batch:
        for number, wait in enumerate(runs):
            batch.submit(Job(source=str(wait), stdin=str(number)))
            if len(batch) >= 2 * workers:
                read.append(batch.next_outcome())
                time.sleep(absences[number] / 1000)
        while batch:
            read.append(batch.next_outcome())
    assert read == [str(number) for number in range(len(runs))]
    assert sorted(work.done, key=int) == read
    assert work.most <= workers


def test_a_reader_who_waits_does_jobs_itself() -> None:
    work = _Work()
    with _batch(work.do, 1) as batch:
        for number in range(5):
            batch.submit(Job(source="0", stdin=str(number)))
            batch.next_outcome()
    assert work.by == {threading.get_ident()}


def test_a_reader_with_work_of_its_own_has_all_done_beside_it() -> None:
    work = _Work()
    with _batch(work.do, 1) as batch:
        for _ in range(4):
            batch.submit(Job(source="1"))
            batch.next_outcome()
            time.sleep(0.02)
        work.by.clear()
        batch.submit(Job(source="1", stdin="beside"))
        time.sleep(0.2)
        assert work.done[-1] == "beside"
        assert batch.next_outcome() == "beside"  # type: ignore[comparison-overlap]
    assert threading.get_ident() not in work.by


def test_an_error_comes_in_its_turn_and_ends_nothing() -> None:
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


def test_an_interrupt_of_the_reader_is_not_kept_for_later() -> None:
    def do(job: Job) -> Any:
        raise KeyboardInterrupt

    with _batch(do, 1) as batch:
        batch.submit(Job(source=""))
        with pytest.raises(KeyboardInterrupt):
            batch.next_outcome()


def test_nothing_that_ends_a_helper_leaves_the_reader_waiting() -> None:
    begun = threading.Event()

    def do(job: Job) -> Any:
        begun.set()
        raise SystemExit(job.source)

    with _batch(do, 2) as batch:
        batch.submit(Job(source="of a helper"))
        assert begun.wait(10)
        with pytest.raises(SystemExit, match="of a helper"):
            batch.next_outcome()


def test_what_is_dropped_before_it_began_is_not_done() -> None:
    work = _Work()
    with _batch(work.do, 2) as batch:
        for number in range(6):
            batch.submit(Job(source="30", stdin=str(number)))
    assert len(work.done) < 6


@pytest.mark.parametrize("absence_s", [0.0, 0.05])
def test_a_sandbox_that_is_closed_leaves_no_reader_waiting(absence_s: float) -> None:
    box = Sandbox(workers=2, policy="python", require="process")
    outcomes = box.map(Job(source="import time\ntime.sleep(0.02)") for _ in range(1000))
    for _ in range(3):
        assert next(outcomes).status == "ok"
        time.sleep(absence_s)
    closing = threading.Timer(0.1, box.close)
    closing.start()

    def read_on() -> None:
        for _ in outcomes:
            time.sleep(absence_s)

    with pytest.raises(RuntimeError, match=r"closed|shutdown"):
        read_on()
    closing.join()
