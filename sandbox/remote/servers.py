"""Which of several servers gets the next request."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

_FIRST_PAUSE_S = 0.25
_LONGEST_PAUSE_S = 30.0


@dataclass
class Server:
    """One server, as its client sees it; `workers` is 0 until it has said how many it has."""

    url: str
    in_flight: int = 0
    failures: int = 0
    paused_until: float = 0.0
    workers: int = 0


class Servers:
    """Chooses the server with the fewest jobs in flight among those that work.

    A server that fails gets no request for a while, which doubles with each failure in a row from
    0.25 s to 30 s; if all have failed, the one whose pause ends first is chosen.
    """

    def __init__(self, urls: Sequence[str], clock: Callable[[], float] = time.monotonic) -> None:
        if not urls:
            raise ValueError("Name at least one server.")
        for url in urls:
            if not url.startswith(("http://", "https://")):
                raise ValueError(f"{url!r} is not the address of a server: http://HOST:PORT.")
        self._servers = [Server(url.rstrip("/")) for url in urls]
        self._clock = clock

    def working(self) -> list[Server]:
        """The servers that are not paused; the one whose pause ends first if all are."""
        now = self._clock()
        working = [server for server in self._servers if server.paused_until <= now]
        return working or [min(self._servers, key=lambda server: server.paused_until)]

    def best(self) -> Server:
        """The server for the next request."""
        return min(self.working(), key=lambda server: server.in_flight)

    @contextmanager
    def choose(self) -> Iterator[Server]:
        """The server for the next request, which is in flight within the context."""
        server = self.best()
        server.in_flight += 1
        try:
            yield server
        finally:
            server.in_flight -= 1

    def succeeded(self, server: Server) -> None:
        """The server has answered."""
        server.failures, server.paused_until = 0, 0.0

    def failed(self, server: Server) -> None:
        """The server has not answered, or could not do its work."""
        pause = min(_FIRST_PAUSE_S * 2**server.failures, _LONGEST_PAUSE_S)
        server.failures += 1
        server.paused_until = self._clock() + pause
