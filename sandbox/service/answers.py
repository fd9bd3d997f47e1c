"""How work becomes the answer to a request: errors, disconnects, and outcomes line by line."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from typing import Any, TypeVar

from fastapi import Request, Response
from starlette.types import Receive, Scope, Send

from hallmark_rl.sandbox.api.outcome import Outcome
from hallmark_rl.sandbox.service.execution import DeadlinePassed, RunningJobs
from hallmark_rl.sandbox.service.idempotency import KeyReused
from hallmark_rl.sandbox.service.job_queue import QueueFull
from hallmark_rl.sandbox.service.logs import LOGGER
from hallmark_rl.sandbox.service.schemas import BadRequest

_RETRY_AFTER_S = 1
_T = TypeVar("_T")


def error_response(error: BaseException) -> Response:
    """The answer to a request that failed."""
    code, detail = _code_and_detail(error)
    headers = {"Retry-After": str(_RETRY_AFTER_S)} if code == 429 else None
    return Response(json.dumps({"detail": detail}), code, headers, "application/json")


def _code_and_detail(error: BaseException) -> tuple[int, str]:
    """The HTTP status for an error, and its message; an unknown error is logged."""
    if isinstance(error, BadRequest | KeyReused):
        return 422, str(error)
    if isinstance(error, QueueFull):
        return 429, f"Try again later: {error}"
    if isinstance(error, DeadlinePassed):
        return 504, str(error)
    if isinstance(error, asyncio.CancelledError):
        return 503, "The server stops, and the time for requests in progress is over."
    LOGGER.error("a request failed", exc_info=error)
    return 500, "The server failed; its log says why."


class OutcomeStream(Response):
    """Sends a line of JSON for each job when its outcome is known.

    A line is `{"job": number, "outcome": {...}}`, or has the `code` and `detail` of an error. A
    client that disconnects cancels the jobs.
    """

    media_type = "application/x-ndjson"

    def __init__(self, jobs: RunningJobs, headers: Mapping[str, str]) -> None:
        self._jobs = jobs
        super().__init__(None, 200, headers)
        del self.headers["content-length"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        with _watched(receive, self._jobs.cancel):
            try:
                await send(
                    {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
                )
                while results := await self._jobs.next_results():
                    lines = b"".join(_line(number, result) for number, result in results)
                    await send({"type": "http.response.body", "body": lines, "more_body": True})
                await send({"type": "http.response.body", "body": b""})
            except asyncio.CancelledError:
                return  # the server stops; the client sees that the answer is not complete
            finally:
                self._jobs.cancel()


def _line(number: int, result: Outcome | BaseException) -> bytes:
    fields: dict[str, Any]
    if isinstance(result, BaseException):
        code, detail = _code_and_detail(result)
        fields = {"job": number, "code": code, "detail": detail}
    else:
        fields = {"job": number, "outcome": result.to_dict()}
    return json.dumps(fields).encode() + b"\n"


async def until_disconnect(request: Request, work: Coroutine[Any, Any, _T]) -> _T:
    """The result of `work`; cancels it and raises `ConnectionAbortedError` on a disconnect.

    Raises `CancelledError` if the server stops before that.
    """
    task = asyncio.ensure_future(work)
    gone = False

    def cancel() -> None:
        nonlocal gone
        gone = True
        task.cancel()

    with _watched(request.receive, cancel):
        try:
            return await task
        except asyncio.CancelledError:
            if gone:
                raise ConnectionAbortedError from None
            task.cancel()
            raise


@contextlib.contextmanager
def _watched(
    receive: Callable[[], Awaitable[Any]], on_disconnect: Callable[[], None]
) -> Iterator[None]:
    """Call `on_disconnect` if the client disconnects."""

    async def watch() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        on_disconnect()

    watching = asyncio.ensure_future(watch())
    try:
        yield
    finally:
        watching.cancel()
