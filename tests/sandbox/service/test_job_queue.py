"""Fairness and bounds of the queue."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from hallmark_rl.sandbox.service.job_queue import JobQueue, QueueFull


def _order(arrivals: list[str], slots: int = 1, capacity: int = 100) -> list[str]:
    """The clients in the order of their turns, if all arrive while the slots are taken."""
    order: list[str] = []

    async def work(queue: JobQueue, client: str) -> None:
        async with queue.slot(client):
            order.append(client)

    async def scenario() -> None:
        queue = JobQueue(slots, capacity)
        async with queue.slot("first"):
            tasks = [asyncio.create_task(work(queue, client)) for client in arrivals]
            await asyncio.sleep(0)
        await asyncio.gather(*tasks)
        assert (queue.running, queue.waiting) == (0, 0)

    asyncio.run(scenario())
    return order


def test_clients_take_turns_however_many_jobs_they_send() -> None:
    assert _order(["a"] * 4 + ["b"] * 2 + ["c"]) == ["a", "b", "c", "a", "b", "a", "a"]


def _run(scenario: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(scenario, 5))


async def _wait_in(queue: JobQueue, client: str) -> None:
    queue.refuse_if_full(client)
    async with queue.slot(client):
        pass


def test_a_full_queue_refuses_and_keeps_room_for_other_clients() -> None:
    async def scenario() -> None:
        queue = JobQueue(1, 4)
        async with queue.slot("x"):
            tasks = [asyncio.create_task(_wait_in(queue, "greedy")) for _ in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(QueueFull, match="of this client"):
                queue.refuse_if_full("greedy")
            tasks += [asyncio.create_task(_wait_in(queue, "other")) for _ in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(QueueFull, match="4 jobs wait"):
                queue.refuse_if_full("third")
        await asyncio.gather(*tasks)

    _run(scenario())


def test_a_job_waits_no_longer_than_it_may() -> None:
    async def scenario() -> None:
        queue = JobQueue(1, 4)
        async with queue.slot("x"):
            with pytest.raises(QueueFull, match=r"0\.01 s"):
                async with queue.slot("y", max_wait_s=0.01):
                    pass
            assert queue.waiting == 0
        async with queue.slot("z"):
            assert queue.running == 1

    _run(scenario())


@pytest.mark.parametrize("when", ["waiting", "as the slot is given"])
def test_a_cancelled_job_loses_no_slot(when: str) -> None:
    async def scenario() -> None:
        queue = JobQueue(1, 4)
        async with queue.slot("x"):
            task = asyncio.create_task(_wait_in(queue, "y"))
            await asyncio.sleep(0)
            if when == "waiting":
                task.cancel()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (queue.running, queue.waiting) == (0, 0)

    _run(scenario())
