"""Start `nemo_gym_server.py` for tests, and rows of its data set."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

_ROOT = Path(__file__).parents[2]
_SERVER = Path(__file__).with_name("nemo_gym_server.py")


@contextlib.contextmanager
def serving() -> Iterator[str]:
    """The address of a server that runs in the meantime."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port = sock.getsockname()[1]
    variables = {**os.environ, "PYTHONPATH": str(_ROOT)}
    server = subprocess.Popen([sys.executable, str(_SERVER), str(port)], env=variables)
    try:
        deadline = time.monotonic() + 120
        while True:
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/openapi.json", timeout=5).close()
                break
            assert server.poll() is None, "the server ended"
            assert time.monotonic() < deadline, "the server does not start"
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.kill()
        server.wait()


def row(question: str, answer: str) -> dict[str, object]:
    """A row of a data set: a question, the answer, and who plays it."""
    message = {"role": "user", "content": f"{question} Answer in \\boxed{{}}."}
    agent = {"type": "responses_api_agents", "name": "simple_agent"}
    return {
        "responses_create_params": {"input": [message]},
        "expected_answer": answer,
        "agent_ref": agent,
    }


ROWS = [row(f"What is {n} times {n + 3}?", str(n * (n + 3))) for n in range(11, 31)]
