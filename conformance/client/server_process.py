"""Run the subject's server in a fork of this process."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.client.http_requests import get_json
from hallmark_rl.conformance.client.server_address import ServerAddress
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.processes.forking import die_with_parent, flush_output
from hallmark_rl.sdk.subject.description import Subject


class ServerProcess:
    """A fork that serves the subject on a free port of 127.0.0.1.

    Args:
        subject: the environment to serve.
        capacity: the greatest number of sessions; None for the subject's own.
    """

    def __init__(self, subject: Subject, *, capacity: int | None = None) -> None:
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", 0))
        listener.listen(64)
        own = _serves_own_app(subject, capacity)
        path = (openenv_path(subject.app) if own else None) or ""
        self.address = ServerAddress(f"http://127.0.0.1:{listener.getsockname()[1]}{path}")
        flush_output()
        self.pid = os.fork()
        if self.pid == 0:
            die_with_parent()
            _serve(subject, listener, capacity)
        listener.close()

    def wait(self, seconds: float = 15.0) -> None:
        """Wait until `/health` replies; `PropertyViolated` if it does not or the server ends.

        A server without that route (status 404) counts as started.
        """
        deadline = time.monotonic() + seconds
        problem = ""
        while time.monotonic() < deadline:
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            if ended:
                self.pid = 0
                code = os.waitstatus_to_exitcode(status)
                raise PropertyViolated(f"the server ended with status {code}")
            try:
                get_json(self.address, "/health", timeout=2.0)
            except Exception as error:
                problem = f"{type(error).__name__}: {error}"
                if "404" in problem:
                    return
                time.sleep(0.03)
            else:
                return
        raise PropertyViolated(f"/health does not answer within {seconds:.0f} s: {problem}")

    def alive(self) -> bool:
        """Whether the process runs."""
        return self.pid != 0 and os.waitpid(self.pid, os.WNOHANG) == (0, 0)

    def close(self) -> None:
        """Kill the process."""
        if self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self.pid, 0)
            self.pid = 0


@contextlib.contextmanager
def running_server(subject: Subject, *, capacity: int | None = None) -> Iterator[ServerProcess]:
    """Start a server of the subject; kill it at the end."""
    server = ServerProcess(subject, capacity=capacity)
    try:
        server.wait()
        yield server
    finally:
        server.close()


def make_app(subject: Subject, capacity: int | None) -> Any:
    """The subject's own app; a new one if a capacity is given or the subject has no app."""
    if _serves_own_app(subject, capacity):
        return subject.app
    from openenv.core.env_server.http_server import create_app

    concurrent = getattr(subject.env_class, "SUPPORTS_CONCURRENT_SESSIONS", False)
    return create_app(
        subject.factory if not concurrent or subject.env_args else subject.make,
        subject.action_type,
        subject.observation_type,
        env_name=subject.name,
        max_concurrent_envs=capacity or (8 if concurrent else 1),
    )


def openenv_path(app: Any) -> str | None:
    """The path below which an app serves OpenEnv's sessions; None if it does not.

    The path is empty for an app that `create_app` made, and that of the mount for one that is
    mounted in another app.
    """
    routes = list(getattr(app, "routes", ()))
    for route in routes:
        module = getattr(getattr(route, "endpoint", None), "__module__", "")
        if getattr(route, "path", "") == "/ws" and str(module).startswith("openenv."):
            return ""
    for route in routes:
        inner = openenv_path(route.app) if hasattr(route, "app") else None
        if inner is not None:
            return f"{getattr(route, 'path', '')}{inner}"
    return None


def _serves_own_app(subject: Subject, capacity: int | None) -> bool:
    return subject.app is not None and capacity is None and not subject.env_args


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
