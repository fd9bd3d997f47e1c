"""Playing over OpenEnv's WebSocket, and starting a subject's server for that."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sys
import time
import urllib.request
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.client.in_process import Seen
from hallmark_rl.conformance.core.episode import Action
from hallmark_rl.conformance.core.results import Broken
from hallmark_rl.conformance.processes.forking import die_with_parent, flush
from hallmark_rl.sdk.subject.description import Subject

_PATIENCE = 20.0


def no_server(url: str, error: BaseException) -> str:
    """Why no session could be opened at an address, and what to do."""
    text = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
    if isinstance(error, OSError):
        return f"nothing answers at {url} ({text}): start the server or mend the address"
    return f"what answers at {url} is no OpenEnv server, which has a WebSocket at /ws ({text})"


class Wire:
    """A session on `/ws`. Errors are returned, not raised."""

    def __init__(self, url: str, timeout: float = _PATIENCE) -> None:
        from websockets.sync.client import connect

        base = url.replace("http://", "ws://").replace("https://", "wss://")
        address = base if base.endswith("/ws") else f"{base}/ws"
        self._timeout = timeout
        self._socket = connect(address, max_size=None, open_timeout=timeout, close_timeout=1)

    def reset(self, **options: Any) -> Seen:
        """Begin an episode."""
        return self._message({"type": "reset", "data": options})

    def step(self, action: Action) -> Seen:
        """Play an action."""
        return self._message({"type": "step", "data": action})

    def state(self) -> Seen:
        """The state."""
        return self._message({"type": "state"})

    def close(self) -> None:
        """Say goodbye."""
        with contextlib.suppress(Exception):
            self._socket.send(json.dumps({"type": "close"}))
        with contextlib.suppress(Exception):
            self._socket.close()

    def drop(self) -> None:
        """Go without a word."""
        with contextlib.suppress(Exception):
            self._socket.socket.close()

    def send(self, text: str) -> Seen:
        """Send a raw frame and wait for the answer."""
        return self._answer(lambda: self._socket.send(text))

    def _message(self, message: dict[str, Any]) -> Seen:
        return self._answer(lambda: self._socket.send(json.dumps(message, default=str)))

    def _answer(self, send: Any) -> Seen:
        began = time.perf_counter()
        try:
            send()
            answer = json.loads(self._socket.recv(self._timeout))
        except Exception as error:
            spent = time.perf_counter() - began
            return Seen(None, type(error).__name__, str(error)[:300], spent)
        return _seen(answer, time.perf_counter() - began)


def _seen(answer: dict[str, Any], seconds: float) -> Seen:
    data = answer.get("data") or {}
    if answer.get("type") == "error":
        message = json.dumps(data.get("errors", "")) if data.get("errors") else ""
        text = f"{data.get('message', '')} {message}".strip()
        return Seen(None, str(data.get("code", "error")), text[:2000], seconds, answer)
    if answer.get("type") != "observation":
        return Seen(data, seconds=seconds, raw=answer)
    inner = data.get("observation") or {}
    flat = {**inner, "reward": data.get("reward"), "done": data.get("done")}
    if data.get("metadata") is not None:
        flat.setdefault("metadata", data["metadata"])
    return Seen(flat, seconds=seconds, raw=answer)


def get(url: str, body: dict[str, Any] | None = None, timeout: float = 10.0) -> Any:
    """The JSON that a server answers to GET, or to POST with a body."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=timeout) as answer:
        return json.loads(answer.read() or b"null")


def published_schema(url: str) -> dict[str, Any]:
    """What a server says about its models."""
    found = get(f"{url.removesuffix('/ws')}/schema")
    return found if isinstance(found, dict) else {}


class Server:
    """The subject's server in a fork of this process."""

    def __init__(self, subject: Subject, *, capacity: int | None = None) -> None:
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", 0))
        listener.listen(64)
        self.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        flush()
        self.pid = os.fork()
        if self.pid == 0:
            die_with_parent()
            _serve(subject, listener, capacity)
        listener.close()

    def wait(self, seconds: float = 15.0) -> None:
        """Wait until `/health` answers."""
        ends = time.monotonic() + seconds
        problem = ""
        while time.monotonic() < ends:
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            if ended:
                self.pid = 0
                raise Broken(f"the server ended with status {os.waitstatus_to_exitcode(status)}")
            try:
                get(f"{self.url}/health", timeout=2.0)
            except Exception as error:
                problem = f"{type(error).__name__}: {error}"
                if "404" in problem:
                    return
                time.sleep(0.03)
            else:
                return
        raise Broken(f"/health does not answer within {seconds:.0f} s: {problem}")

    def alive(self) -> bool:
        """Whether the process runs."""
        return self.pid != 0 and os.waitpid(self.pid, os.WNOHANG) == (0, 0)

    def close(self) -> None:
        """Kill it."""
        if self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self.pid, 0)
            self.pid = 0


@contextlib.contextmanager
def serving(subject: Subject, *, capacity: int | None = None) -> Iterator[Server]:
    """A running server of the subject."""
    server = Server(subject, capacity=capacity)
    try:
        server.wait()
        yield server
    finally:
        server.close()


def make_app(subject: Subject, capacity: int | None) -> Any:
    """The subject's own app; or one with a given capacity, or for a subject without an app."""
    if subject.app is not None and capacity is None and not subject.env_args:
        return subject.app
    from openenv.core.env_server.http_server import create_app

    several = getattr(subject.env_class, "SUPPORTS_CONCURRENT_SESSIONS", False)
    return create_app(
        subject.factory if not several or subject.env_args else subject.make,
        subject.action_type,
        subject.observation_type,
        env_name=subject.name,
        max_concurrent_envs=capacity or (8 if several else 1),
    )


def _serve(subject: Subject, listener: socket.socket, capacity: int | None) -> None:
    try:
        import uvicorn

        app = make_app(subject, capacity)
        config = uvicorn.Config(app, log_level="error", lifespan="auto", ws_max_size=1 << 30)
        uvicorn.Server(config).run(sockets=[listener])
        os._exit(0)
    except BaseException as error:
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        sys.stderr.flush()
        os._exit(3)
