"""The server that the checks of this chapter use, and sessions on it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.client.http_requests import get_json
from hallmark_rl.conformance.client.server_process import running_server
from hallmark_rl.conformance.client.websocket import WebSocketDriver
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, PropertyViolated


@contextlib.contextmanager
def _address(context: CheckContext, capacity: int | None = None) -> Iterator[str]:
    """The address of the running server that is the subject, or of one started here."""
    if context.subject.url is not None:
        yield context.subject.url.removesuffix("/ws")
        return
    with running_server(context.subject, capacity=capacity) as server:
        yield server.url


@contextlib.contextmanager
def server_address(context: CheckContext, capacity: int | None = None) -> Iterator[str]:
    """The address of the subject's server.

    If a check fails in this context and a new server answers no reset at all, `EvidenceMissing`
    is raised instead: `server.starts` reports that failure.
    """
    try:
        with _address(context, capacity) as url:
            yield url
    except PropertyViolated:
        if context.subject.url is not None:
            raise
        try:
            require_reset(context)
        except PropertyViolated as cause:
            raise EvidenceMissing(f"not checked because of server.starts: {cause}") from None
        raise


def require_reset(context: CheckContext) -> None:
    """Raise `PropertyViolated` unless a new server answers /health and a reset."""
    with _address(context) as url:
        try:
            get_json(f"{url}/health")
        except Exception as error:
            raise PropertyViolated(f"/health does not answer: {error}") from None
        session = WebSocketDriver(url)
        response = session.reset()
        session.close()
        if response.data is None:
            raise PropertyViolated(
                f"the server answers a reset over the WebSocket with {response}",
                Episode.of(None, []),
            )


def session_capacity(context: CheckContext) -> int:
    """How many sessions the server admits at the same time."""
    server = context.subject.server
    if server is not None and not context.subject.env_args:
        return int(server.max_concurrent_envs)
    concurrent = getattr(context.subject.env_class, "SUPPORTS_CONCURRENT_SESSIONS", False)
    return 8 if concurrent else 1


def open_session(url: str, seconds: float = 5.0) -> WebSocketDriver:
    """Open a new session; wait up to `seconds` while the server still holds dropped sessions."""
    deadline = time.monotonic() + seconds
    while True:
        session = WebSocketDriver(url, timeout=5.0)
        response = session.state()
        if response.error != "CAPACITY_REACHED" or time.monotonic() > deadline:
            return session
        session.close()
        time.sleep(0.05)
