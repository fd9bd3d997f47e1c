"""The server that the checks of this chapter use, and sessions on it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.client.http_requests import get_json
from hallmark_rl.conformance.client.open_driver import address_of
from hallmark_rl.conformance.client.server_address import ServerAddress
from hallmark_rl.conformance.client.server_process import running_server
from hallmark_rl.conformance.client.websocket import (
    CAPACITY_REACHED,
    WebSocketDriver,
    open_remote_session,
)
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, PropertyViolated

_REMOTE_SESSIONS = 3
"""The most sessions that are opened at once at the address of a running server."""


@contextlib.contextmanager
def _address(context: CheckContext, capacity: int | None = None) -> Iterator[ServerAddress]:
    """The address of the running server that is the subject, or of one started here."""
    if context.subject.url is not None:
        yield address_of(context.subject)
        return
    with running_server(context.subject, capacity=capacity) as server:
        yield server.address


@contextlib.contextmanager
def server_address(context: CheckContext, capacity: int | None = None) -> Iterator[ServerAddress]:
    """The address of the subject's server.

    If a check fails in this context and a new server answers no reset at all, `EvidenceMissing`
    is raised instead: `server.starts` reports that failure.
    """
    try:
        with _address(context, capacity) as address:
            yield address
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
    with _address(context) as address:
        try:
            get_json(address, "/health")
        except Exception as error:
            raise PropertyViolated(f"/health does not answer: {error}") from None
        session = new_session(context, address)
        response = session.reset()
        session.close()
        if response.data is None:
            raise PropertyViolated(
                f"the server answers a reset over the WebSocket with {response}",
                Episode.of(None, []),
            )


def session_capacity(context: CheckContext) -> int:
    """How many sessions the server admits at the same time; at most 3 are tried at an address."""
    if context.subject.url is not None:
        return _remote_capacity(address_of(context.subject))
    server = context.subject.server
    if server is not None and not context.subject.env_args:
        return int(server.max_concurrent_envs)
    concurrent = getattr(context.subject.env_class, "SUPPORTS_CONCURRENT_SESSIONS", False)
    return 8 if concurrent else 1


def _remote_capacity(address: ServerAddress) -> int:
    """Open sessions until one is refused; other clients may need the places beyond the third."""
    sessions: list[WebSocketDriver] = []
    try:
        while len(sessions) < _REMOTE_SESSIONS:
            # The first waits for a place: the server may not have released earlier sessions yet.
            session = (
                open_remote_session(address)
                if not sessions
                else WebSocketDriver(address, patience=1.0)
            )
            sessions.append(session)
            session.state()
    except EvidenceMissing:
        if len(sessions) < 2:
            raise
        sessions.pop()
    finally:
        for session in sessions:
            session.close()
    return len(sessions)


def new_session(context: CheckContext, address: ServerAddress) -> WebSocketDriver:
    """Open a session; on a server that others may use too, wait for a place."""
    if context.subject.url is not None:
        return open_remote_session(address)
    return _connected(address)


def _connected(address: ServerAddress, timeout: float = 20.0) -> WebSocketDriver:
    """A session on a server of this check; `PropertyViolated` if none can be opened."""
    try:
        return WebSocketDriver(address, timeout)
    except Exception as error:
        text = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
        raise PropertyViolated(
            f"the app opens no WebSocket at /ws, where OpenEnv's clients play ({text})",
            Episode.of(None, []),
        ) from None


def open_session(
    context: CheckContext, address: ServerAddress, seconds: float = 5.0
) -> WebSocketDriver:
    """Open a new session; wait up to `seconds` while the server still holds dropped sessions.

    At the address of a running server, `EvidenceMissing` is raised if no place becomes free:
    the sessions of other clients may take them.
    """
    if context.subject.url is not None:
        session = open_remote_session(address)
        session.state()
        return session
    deadline = time.monotonic() + seconds
    while True:
        session = _connected(address, timeout=5.0)
        response = session.state()
        if response.error != CAPACITY_REACHED or time.monotonic() > deadline:
            return session
        session.close()
        time.sleep(0.05)
