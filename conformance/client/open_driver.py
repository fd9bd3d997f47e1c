"""One interface to every kind of subject: in this process, or a server at an address."""

from __future__ import annotations

from typing import Any, Protocol

from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.client.server_address import ServerAddress
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.sdk.subject.description import Subject


class Driver(Protocol):
    """An instance of an environment, or a session of a server. Errors are returned, not raised."""

    def reset(self, **options: Any) -> Response: ...
    def step(self, action: Action) -> Response: ...
    def state(self) -> Response: ...
    def close(self) -> None: ...


def address_of(subject: Subject) -> ServerAddress:
    """The address of the running server that a subject names."""
    if subject.url is None:
        raise ValueError(f"{subject.spec} is not a running server")
    return ServerAddress(subject.url, subject.headers)


def open_driver(subject: Subject, *, use_async: bool = False) -> Driver:
    """Open a new instance of the subject, or a new session of the server that it names."""
    if subject.url is not None:
        from hallmark_rl.conformance.client.websocket import open_remote_session

        return open_remote_session(address_of(subject))
    return InProcessDriver(subject, use_async=use_async)
