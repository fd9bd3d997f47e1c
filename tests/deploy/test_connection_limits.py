"""Limits on the clients of a deployed environment, over real sockets."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("openenv")
import uvicorn
from openenv.core.env_server import create_app
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from hallmark_rl.sdk.env_server.connection_limits import ConnectionLimits, Limits
from tests.sdk.guessing import Guess, Guessing, Reply

Start = Callable[..., int]
RESET = json.dumps({"type": "reset", "data": {"seed": 0}})


@pytest.fixture
def start() -> Iterator[Start]:
    """Serve the guessing game with limits, two sessions and no pings; returns the port."""
    servers: list[tuple[uvicorn.Server, threading.Thread]] = []

    def run(limits: Limits, sessions: int = 2, **more: Any) -> int:
        inner = create_app(Guessing, Guess, Reply, env_name="g", max_concurrent_envs=sessions)
        listener = socket.create_server(("127.0.0.1", 0))
        config = uvicorn.Config(
            ConnectionLimits(inner, limits), log_level="error", ws_ping_interval=None, **more
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        servers.append((server, thread))
        while not server.started:
            time.sleep(0.01)
        return int(listener.getsockname()[1])

    yield run
    for server, thread in servers:
        server.force_exit = server.should_exit = True
        thread.join(10)


def half_open(port: int) -> socket.socket:
    """A session whose client vanishes after its first message: it reads and answers nothing."""
    client = socket.create_connection(("127.0.0.1", port))
    key = base64.b64encode(os.urandom(16)).decode()
    client.sendall(
        f"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert b"101" in client.recv(4096)
    text = RESET.encode()
    client.sendall(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)
    return client


def reset(port: int) -> dict[str, Any]:
    """The reply to a reset on a new session."""
    with connect(f"ws://127.0.0.1:{port}/ws") as client:
        with contextlib.suppress(ConnectionClosed):
            client.send(RESET)
        reply = json.loads(client.recv(10))
        assert isinstance(reply, dict)
        return reply


def wait_for_a_place(port: int, seconds: float) -> float:
    """Seconds until a session is admitted."""
    began = time.monotonic()
    while reset(port)["type"] != "observation":
        assert time.monotonic() - began < seconds, "the places were not given back"
        time.sleep(0.1)
    return time.monotonic() - began


def test_half_open_connections_give_their_places_back(start: Start) -> None:
    port = start(Limits(idle_seconds=1.5))
    clients = [half_open(port) for _ in range(2)]
    time.sleep(0.3)
    assert reset(port)["data"]["code"] == "CAPACITY_REACHED"
    wait_for_a_place(port, 10.0)
    for client in clients:
        client.close()


def test_without_the_limit_they_hold_them(start: Start) -> None:
    port = start(Limits(idle_seconds=None))
    clients = [half_open(port) for _ in range(2)]
    time.sleep(2.5)
    assert reset(port)["data"]["code"] == "CAPACITY_REACHED"
    for client in clients:
        client.close()


def test_an_idle_client_is_told_and_an_active_one_stays(start: Start) -> None:
    port = start(Limits(idle_seconds=1.0))
    with connect(f"ws://127.0.0.1:{port}/ws") as client:
        for _ in range(6):
            client.send(RESET)
            assert json.loads(client.recv(10))["type"] == "observation"
            time.sleep(0.4)  # more than a second in all
        with pytest.raises(ConnectionClosed) as closed:
            client.recv(10)
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4000, "no message for 1 s")


def test_a_lower_limit_of_sessions_answers_as_openenv_does(start: Start) -> None:
    port = start(Limits(max_sessions=1))
    with connect(f"ws://127.0.0.1:{port}/ws") as client:
        client.send(RESET)
        client.recv(10)
        refused = reset(port)
        assert refused["type"] == "error"
        assert refused["data"]["code"] == "CAPACITY_REACHED"
        assert refused["data"]["max_sessions"] == 1
    wait_for_a_place(port, 5.0)


def test_killed_connections_give_their_places_back(start: Start) -> None:
    port = start(Limits())
    for _ in range(3):
        for client in [half_open(port) for _ in range(2)]:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            client.close()  # a reset instead of a closing handshake
        wait_for_a_place(port, 5.0)


def test_a_large_body_is_refused_before_it_is_read(start: Start) -> None:
    port = start(Limits(max_message_bytes=10_000))

    def status(body: object, **headers: str) -> int:
        url = f"http://127.0.0.1:{port}/reset"
        request = urllib.request.Request(
            url, data=body, headers={"Content-Type": "application/json", **headers}
        )  # type: ignore[arg-type]
        try:
            with urllib.request.urlopen(request, timeout=10) as reply:
                return int(reply.status)
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:  # the server closed while the rest of the body was being sent
            return 413

    assert status(b'{"seed": 0}') == 200
    assert status(b" " * 20_000) == 413
    assert status(iter([b" " * 4000] * 5)) == 413  # chunked: without a length
    assert status(iter([b'{"seed"', b": 0}"])) == 200


def test_a_large_message_ends_its_own_session_only(start: Start) -> None:
    port = start(Limits(), ws_max_size=10_000)
    with connect(f"ws://127.0.0.1:{port}/ws") as other:
        other.send(RESET)
        other.recv(10)
        with connect(f"ws://127.0.0.1:{port}/ws") as client:
            with contextlib.suppress(ConnectionClosed):
                client.send(json.dumps({"type": "step", "data": {"text": "x" * 100_000}}))
            with pytest.raises(ConnectionClosed):
                client.recv(10)
        other.send(RESET)
        assert json.loads(other.recv(10))["type"] == "observation"
    wait_for_a_place(port, 5.0)


def test_a_client_that_does_not_read_is_ended() -> None:
    """An application whose replies are not taken sees a lost connection, and no more waiting."""
    sent: list[dict[str, Any]] = []

    async def never(message: Any) -> None:
        sent.append(message)
        await asyncio.sleep(3600)

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.receive", "text": "x"}

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        with pytest.raises(OSError, match="does not read"):
            await send({"type": "websocket.send", "text": "reply"})
        with pytest.raises(OSError, match="closed"):
            await send({"type": "websocket.send", "text": "again"})
        await send({"type": "websocket.close"})

    limited = ConnectionLimits(application, Limits(idle_seconds=0.1))
    asyncio.run(limited({"type": "websocket", "path": "/ws"}, receive, never))
    assert [message["type"] for message in sent] == ["websocket.send", "websocket.close"]
