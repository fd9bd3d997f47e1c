"""Single requests to servers, and what their failures mean."""

from __future__ import annotations

import asyncio
import io
import json
import time
from collections.abc import Callable, Sequence
from typing import Any

import aiohttp

from hallmark_rl.sandbox.remote.servers import Server, Servers

_CALLER_ERRORS = {413: ValueError, 422: ValueError, 401: PermissionError, 403: PermissionError}
_RETRY_PAUSE_S = 0.05


class Unanswered(Exception):
    """No server has answered in time; the message has the last reason."""

    def __init__(self, seconds: float, reason: str) -> None:
        super().__init__(f"No server gave an outcome in {seconds:g} s; {reason}")


class TryAgain(Exception):
    """This try failed, and another may succeed after `pause_s` seconds."""

    def __init__(self, reason: str, pause_s: float = _RETRY_PAUSE_S) -> None:
        super().__init__(reason)
        self.pause_s = pause_s


class CallerError(Exception):
    """The server refuses the request; `error` is what the caller gets.

    `of_content` says whether it is for what the request contains, and not for its token.
    """

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.error = _CALLER_ERRORS[code](reason)
        self.of_content = isinstance(self.error, ValueError)


class ServerRequests:
    """Sends requests to servers. See `AsyncRemoteSandbox` for its arguments."""

    def __init__(
        self, urls: Sequence[str], *, token: str | None, max_concurrent: int, patience_s: float
    ) -> None:
        self.servers = Servers(urls)
        self.patience_s = patience_s
        self._headers = {"Content-Type": "application/json"}
        if token:
            self._headers["Authorization"] = f"Bearer {token}"
        self._permits = asyncio.Semaphore(max_concurrent)
        self._session: aiohttp.ClientSession | None = None
        self._closed = False

    async def close(self) -> None:
        """Close the connections; later requests raise `RuntimeError`."""
        self._closed = True
        if self._session is not None:
            await self._session.close()

    def refuse_if_closed(self) -> None:
        """Raise `RuntimeError` after `close`."""
        if self._closed:
            raise RuntimeError("This sandbox is closed.")

    async def ask(self, method: str, path: str, body: bytes | None, wall_s: float) -> Any:
        """The decoded answer of a server to a request that takes up to `wall_s` seconds.

        Raises `CallerError`, and `Unanswered` when patience ends.
        """
        ends = time.monotonic() + self.patience_s + wall_s
        reason = "no server was tried"
        async with self._permits:
            while (left_s := ends - time.monotonic()) > 0:
                with self.servers.choose() as server:
                    try:
                        timeout_s = min(left_s, self.longest_try_s(wall_s))
                        async with asyncio.timeout(left_s):
                            return await self.once(server, method, path, body, timeout_s)
                    except TryAgain as error:
                        reason, pause_s = str(error), error.pause_s
                    except TimeoutError:
                        reason, pause_s = f"{server.url} did not end its answer", 0.0
                await asyncio.sleep(min(pause_s, max(0.0, ends - time.monotonic())))
        raise Unanswered(self.patience_s + wall_s, reason)

    def longest_try_s(self, wall_s: float) -> float:
        """Seconds for one server: one that does not answer must leave time to try another."""
        return self.patience_s / 2 + wall_s

    async def once(
        self, server: Server, method: str, path: str, body: bytes | None, timeout_s: float
    ) -> Any:
        """The decoded answer of this server; raises `TryAgain` or `CallerError`."""
        parts: list[bytes] = []
        await self.read(server, method, path, body, timeout_s, parts.append)
        return json.loads(b"".join(parts))

    async def read(
        self,
        server: Server,
        method: str,
        path: str,
        body: bytes | None,
        timeout_s: float,
        on_part: Callable[[bytes], None],
    ) -> None:
        """Call `on_part` with each part of the answer when it arrives.

        Raises `TryAgain`, also if nothing arrives for `timeout_s` seconds, or `CallerError`.
        """
        self.refuse_if_closed()
        if self._session is None:
            connector = aiohttp.TCPConnector(limit=0)
            # `asyncio.timeout` below counts the seconds without a part of the answer; aiohttp's
            # default limit of the whole answer would cut long streams.
            self._session = aiohttp.ClientSession(
                connector=connector,
                headers=self._headers,
                timeout=aiohttp.ClientTimeout(total=None, sock_connect=30),
            )
        url = server.url + path
        data = None if body is None else io.BytesIO(body)  # a large body is sent in parts
        try:
            async with (
                asyncio.timeout(timeout_s) as timeout,
                self._session.request(method, url, data=data) as answer,
            ):
                if answer.status != 200 and path != "/ready":
                    self._raise_for(server, answer, await answer.read())
                if (workers := answer.headers.get("X-Hallmark-Workers")) is not None:
                    server.workers = _count(workers)
                async for part in answer.content.iter_any():
                    on_part(part)
                    timeout.reschedule(asyncio.get_running_loop().time() + timeout_s)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            self.servers.failed(server)
            reason = f"{server.url}: {type(error).__name__}: {error}".rstrip(": ")
            raise TryAgain(reason) from error
        self.servers.succeeded(server)

    def _raise_for(self, server: Server, answer: aiohttp.ClientResponse, content: bytes) -> None:
        reason = f"{server.url} answered {answer.status}: {_detail(content)}"
        if answer.status in _CALLER_ERRORS:
            raise CallerError(answer.status, reason)
        if answer.status != 429:
            self.servers.failed(server)
        raise TryAgain(reason, _pause_s(answer.headers.get("Retry-After")))


def _detail(content: bytes) -> str:
    try:
        return str(json.loads(content)["detail"])[:500]
    except (ValueError, KeyError, TypeError):
        return content[:200].decode(errors="replace")


def _pause_s(header: str | None) -> float:
    """Seconds to wait before the next try, by the header `Retry-After`."""
    try:
        return min(max(float(header or _RETRY_PAUSE_S), 0.0), 30.0)
    except ValueError:
        return _RETRY_PAUSE_S


def _count(header: str) -> int:
    return int(header) if header.isascii() and header.isdigit() else 0
