from __future__ import annotations

import gc
import os
import threading
import time
from concurrent.futures import TimeoutError as Expired

import pytest

from hallmark_rl.sdk.environment.deadline import AbandonableThread

_others: set[threading.Thread] = set()
"""The threads that other tests left in this process."""


@pytest.fixture(autouse=True)
def note_others() -> None:
    _others.clear()
    _others.update(threading.enumerate())


def gone(name: str = "verified-environment") -> bool:
    """Whether every worker thread of this test ends within five seconds."""
    started = [t for t in threading.enumerate() if t.name == name and t not in _others]
    for thread in started:
        thread.join(5)
    return not any(thread.is_alive() for thread in started)


def test_results_and_exceptions_come_back_in_order() -> None:
    worker, seen = AbandonableThread(), []
    jobs = [worker.submit(lambda n=n: seen.append(n) or n) for n in range(20)]  # type: ignore[func-returns-value, misc]
    assert [job.result(5) for job in jobs] == seen == list(range(20))
    with pytest.raises(SystemExit):
        worker.submit(lambda: exec("raise SystemExit(3)")).result(5)
    assert worker.submit(lambda: 1).result(5) == 1
    worker.close()
    assert gone()


def test_an_abandoned_loop_ends_and_the_next_job_runs() -> None:
    def endless() -> None:
        while True:
            try:
                while True:
                    pass
            except Exception:  # an ordinary handler does not stop the end
                continue

    worker = AbandonableThread()
    job = worker.submit(endless)
    with pytest.raises(Expired):
        job.result(0.05)
    worker.abandon()
    assert worker.submit(lambda: "next").result(5) == "next"
    worker.close()
    assert gone()


def test_an_abandoned_blocking_call_does_not_delay_the_next_job() -> None:
    worker = AbandonableThread()
    start = threading.Event()
    worker.submit(lambda: (start.set(), time.sleep(0.3)))
    assert start.wait(5)
    worker.abandon()
    assert worker.submit(lambda: 1).result(5) == 1
    worker.close()
    assert gone()


def test_the_thread_ends_when_its_owner_is_collected() -> None:
    worker = AbandonableThread()
    worker.submit(lambda: 1).result(5)
    del worker
    gc.collect()
    assert gone()


def test_a_cancelled_job_does_not_run() -> None:
    worker, seen = AbandonableThread(), []
    hold = threading.Event()
    worker.submit(hold.wait)
    late = worker.submit(lambda: seen.append(1))
    assert late.cancel()
    hold.set()
    assert worker.submit(lambda: 2).result(5) == 2
    assert seen == []
    worker.close()


def test_a_new_thread_starts_after_a_fork() -> None:
    worker = AbandonableThread()
    assert worker.submit(lambda: 1).result(5) == 1
    child = os.fork()
    if child == 0:  # the thread stayed in the parent
        answer = 1
        try:
            answer = 0 if worker.submit(lambda: 7).result(2) == 7 else 1
        finally:
            os._exit(answer)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    worker.close()
