"""`hallmark serve` as a command: tokens, exit codes, draining."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

httpx = pytest.importorskip("httpx")
pytest.importorskip("prometheus_client")

_ROOT = Path(__file__).parents[2]


def _command(*options: str) -> list[str]:
    return [sys.executable, "-m", "hallmark_rl", "serve", "--workers", "1", *options]


@contextmanager
def _server(*options: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    process = subprocess.Popen(
        _command("--port", "0", *options),
        cwd=_ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process, process.stdout.readline().strip()
    finally:
        process.kill()
        process.communicate()


def _wait_for_jobs(address: str, *metrics: str, **headers: str) -> None:
    """Wait until these metrics of a server are 1."""
    deadline = time.monotonic() + 60
    while True:
        lines = httpx.get(f"{address}/metrics", headers=headers, timeout=60).text.splitlines()
        if all(f"{metric} 1.0" in lines for metric in metrics):
            return
        assert time.monotonic() < deadline, lines
        time.sleep(0.02)


def test_an_address_for_others_needs_a_token(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from hallmark_rl.cli import main

    empty = tmp_path / "empty"
    empty.write_text("\n")
    for options, part in (
        (["--host", "0.0.0.0"], "HALLMARK_TOKEN"),
        (["--token-file", str(empty)], "has no token"),
        (["--max-memory", "much"], "is not a size"),
        (["--max-wall", "-1"], "wall_s"),
        (["--require", "strong"], "strong"),
        (["--package", "no_such_package"], "no_such_package"),
    ):
        status, printed = main(["serve", "--workers", "1", *options]), capsys.readouterr()
        assert (status, part in printed.err) == (2, True), printed.err


def test_sigterm_lets_requests_end_and_leaves_no_process(kernel: object) -> None:
    with _server(HALLMARK_TOKEN="secret") as (process, address):
        headers = {"Authorization": "Bearer secret"}
        answers = []

        def slow() -> None:
            body = {"source": "import time\ntime.sleep(1)\nprint('done')"}
            answers.append(httpx.post(f"{address}/v1/call", json=body, headers=headers, timeout=60))

        assert httpx.post(f"{address}/v1/call", json={"source": ""}).status_code == 401
        threads = [threading.Thread(target=slow) for _ in range(2)]
        for thread in threads:
            thread.start()
        _wait_for_jobs(address, "hallmark_jobs_running", "hallmark_jobs_waiting", **headers)
        children = psutil.Process(process.pid).children(recursive=True)
        assert children
        process.send_signal(signal.SIGTERM)
        for thread in threads:
            thread.join()
        assert [answer.json()["stdout"] for answer in answers] == ["done\n"] * 2
        assert process.wait(10) == 0
        _, alive = psutil.wait_procs(children, timeout=5)
        assert not alive


@pytest.mark.parametrize("key", [{}, {"Idempotency-Key": "1"}])
def test_what_does_not_end_in_time_is_killed_and_answered(
    kernel: object, key: dict[str, str]
) -> None:
    with _server("--drain", "1") as (process, address):
        answers = []
        job = {"source": "while True: pass", "limits": {"wall_s": 30, "cpu_s": 30}}
        body = {"jobs": [job, job]}

        def endless() -> None:
            url = f"{address}/v1/batch"
            answers.append(httpx.post(url, json=body, headers=key, timeout=90))

        thread = threading.Thread(target=endless)
        thread.start()
        _wait_for_jobs(address, "hallmark_jobs_running", "hallmark_jobs_waiting")
        children = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(signal.SIGTERM)
        thread.join()
        assert (answers[0].status_code, "server stops" in answers[0].text) == (503, True)
        assert process.wait(20) == 0
        _, alive = psutil.wait_procs(children, timeout=5)
        assert not alive


def test_an_address_that_is_taken_is_status_1(kernel: object) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            _command("--port", port), cwd=_ROOT, capture_output=True, text=True, timeout=60
        )
    assert (done.returncode, done.stdout) == (1, "")
    assert f"Cannot listen on 127.0.0.1 port {port}: Address already in use" in done.stderr


def test_a_host_without_the_required_isolation_is_status_5(kernel: object) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT_NAMESPACES, "--port", "0"],
        cwd=_ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 5, done.stderr
    assert "not 'kernel'" in done.stderr


_WITHOUT_NAMESPACES = """
import sys
from tests.sandbox import host_conditions
host_conditions.impose("deny:unshare")
from hallmark_rl.sandbox import serve
sys.exit(serve.main())
"""
