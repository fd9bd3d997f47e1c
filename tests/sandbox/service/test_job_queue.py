"""Fairness and bounds of the queue."""

from __future__ import annotations

import threading

import pytest

from hallmark_rl.sandbox.service.job_queue import JobQueue, QueueFull


def _busy(capacity: int, workers: int = 1) -> JobQueue[str]:
    """A queue whose workers all have a job."""
    queue = JobQueue[str](workers, capacity)
    for _ in range(workers):
        queue.put("first", ["running"])
        queue.take()
    return queue


def _order(queue: JobQueue[str]) -> list[str | None]:
    return [queue.take() for _ in range(queue.waiting)]


def test_clients_take_turns_however_many_jobs_they_send() -> None:
    queue = _busy(100)
    for client, jobs in (("a", ["a1", "a2", "a3", "a4"]), ("b", ["b1", "b2"]), ("c", ["c1"])):
        queue.put(client, jobs)
    assert _order(queue) == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]


def test_a_full_queue_refuses_and_keeps_room_for_other_clients() -> None:
    queue = _busy(4)
    for number in range(2):
        queue.put("greedy", [f"greedy {number}"])
    with pytest.raises(QueueFull, match="of this client"):
        queue.put("greedy", ["one more"])
    for number in range(2):
        queue.put("other", [f"other {number}"])
    with pytest.raises(QueueFull, match="4 jobs wait"):
        queue.put("third", ["one more"])
    assert queue.waiting == 4


def test_many_jobs_at_once_are_taken_together_and_keep_no_other_client_out() -> None:
    queue = _busy(4)
    queue.put("greedy", [f"greedy {number}" for number in range(50)])
    with pytest.raises(QueueFull, match="50 jobs of this client"):
        queue.put("greedy", ["one more"])
    queue.put("other", ["other 0"])
    queue.put("other", ["other 1"])
    assert (queue.take(), queue.take(), queue.take()) == ("greedy 0", "other 0", "greedy 1")


def test_an_idle_worker_gets_a_job_though_nothing_may_wait() -> None:
    queue = JobQueue[str](2, 0)
    for number in range(2):
        queue.put("a", [str(number)])
    with pytest.raises(QueueFull):
        queue.put("a", ["2"])
    assert queue.take() == "0"
    assert queue.running == 1
    queue.finished()
    queue.put("a", ["3"])
    assert _order(queue) == ["1", "3"]


def test_a_discarded_job_does_not_run() -> None:
    queue = _busy(10)
    queue.put("a", ["1", "2"])
    queue.put("b", ["3"])
    assert queue.discard("b", "3")
    assert queue.discard("a", "1")
    assert not queue.discard("a", "1")
    assert _order(queue) == ["2"]


def test_closing_ends_the_workers_after_the_jobs_that_wait() -> None:
    queue = JobQueue[str](1, 10)
    seen: list[str | None] = []

    def work() -> None:
        while (job := queue.take()) is not None:
            seen.append(job)

    workers = [threading.Thread(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    queue.put("a", ["1", "2"])
    queue.close()
    for worker in workers:
        worker.join(10)
        assert not worker.is_alive()
    assert sorted(map(str, seen)) == ["1", "2"]
    with pytest.raises(RuntimeError, match="no more jobs"):
        queue.put("a", ["3"])
