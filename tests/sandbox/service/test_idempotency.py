"""One answer for each idempotency key."""

from __future__ import annotations

import asyncio

import pytest

from hallmark_rl.sandbox.service.idempotency import AnswerStore, KeyReused


class _Work:
    def __init__(self) -> None:
        self.runs = 0
        self.fails = False

    async def __call__(self) -> bytes:
        self.runs += 1
        await asyncio.sleep(0.01)
        if self.fails:
            raise ValueError("failed")
        return b"%d" % self.runs


def test_a_key_is_worked_on_once_also_at_the_same_time() -> None:
    async def scenario() -> None:
        store, work = AnswerStore(4), _Work()
        answers = await asyncio.gather(*(store.answer("c", "k", b"x", work) for _ in range(3)))
        assert [*answers, await store.answer("c", "k", b"x", work)] == [b"1"] * 4
        assert await store.answer("another client", "k", b"x", work) == b"2"
        with pytest.raises(KeyReused):
            await store.answer("c", "k", b"another request", work)

    asyncio.run(scenario())


def test_work_goes_on_when_its_request_is_cancelled() -> None:
    async def scenario() -> None:
        store, work = AnswerStore(4), _Work()
        first = asyncio.create_task(store.answer("c", "k", b"x", work))
        await asyncio.sleep(0)
        first.cancel()
        assert await store.answer("c", "k", b"x", work) == b"1"

    asyncio.run(scenario())


def test_closing_cancels_the_work_in_progress_and_keeps_no_request_waiting() -> None:
    async def scenario() -> None:
        store, work = AnswerStore(4), _Work()
        assert await store.answer("c", "done", b"x", work) == b"1"
        cancelled = False

        async def endless() -> bytes:
            nonlocal cancelled
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled = True
                raise
            return b""

        waiting = asyncio.create_task(store.answer("c", "k", b"x", endless))
        await asyncio.sleep(0.01)
        await asyncio.wait_for(store.close(), 20)
        assert cancelled
        with pytest.raises(asyncio.CancelledError):
            await waiting

    asyncio.run(scenario())


def test_failed_work_is_forgotten_and_old_answers_are_dropped() -> None:
    async def scenario() -> None:
        store, work = AnswerStore(2), _Work()
        work.fails = True
        with pytest.raises(ValueError, match="failed"):
            await store.answer("c", "0", b"x", work)
        work.fails = False
        assert [await store.answer("c", str(key), b"x", work) for key in range(3)] == [
            b"2",
            b"3",
            b"4",
        ]
        assert await store.answer("c", "2", b"x", work) == b"4"
        assert await store.answer("c", "0", b"x", work) == b"5"

    asyncio.run(scenario())
