"""`RemoteSandbox` when servers are busy, refuse, weaken the isolation, hang or die."""

from __future__ import annotations

import asyncio
import contextlib
import http.server
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from hallmark_rl.sandbox import Job, Limits
from tests.sandbox.service.conftest import TOKEN, running

pytest.importorskip("aiohttp")
from hallmark_rl.sandbox import AsyncRemoteSandbox, RemoteSandbox
from hallmark_rl.sandbox.remote.servers import Servers

Answer = Callable[[http.server.BaseHTTPRequestHandler, int], tuple[int, bytes]]


@contextmanager
def stand_in(answer: Answer) -> Iterator[str]:
    """A server whose nth answer (from 0) is `answer(request, n)`: status and body."""
    seen: list[int] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            seen.append(len(seen))
            status, body = answer(self, seen[-1])
            if status == 0:
                self.close_connection = True
                return
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            if status == 429:
                self.send_header("Retry-After", "0.05")
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=[0.01])
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def outcome_json(level: str = "kernel", **fields: Any) -> bytes:
    outcome = {
        "status": "ok", "results": [], "stdout": "1\n", "stderr": "", "stdout_truncated": False,
        "stderr_truncated": False, "error": None, "violations": [], "wall_s": 0.1, "cpu_s": 0.1,
        "max_rss_bytes": 1, "isolation": {"level": level, "mechanisms": []}, "policy": "restricted",
    }  # fmt: skip
    return json.dumps({**outcome, **fields}).encode()


@pytest.mark.parametrize("failure", [429, 500, 502, 503, 0])
def test_a_failure_that_passes_is_tried_again(failure: int) -> None:
    answers = [(failure, b"{}"), (failure, b"no JSON"), (200, outcome_json())]
    with stand_in(lambda _, n: answers[n]) as address, RemoteSandbox(address) as box:
        assert box.run("print(1)").stdout == "1\n"


@pytest.mark.parametrize(
    ("status", "error"), [(401, PermissionError), (413, ValueError), (422, ValueError)]
)
def test_what_only_the_caller_can_mend_is_raised(status: int, error: type[Exception]) -> None:
    body = b'{"detail": "because"}'
    with stand_in(lambda _, n: (status, body)) as address, RemoteSandbox(address) as box:
        with pytest.raises(error, match="because"):
            box.run("")
        with pytest.raises(error, match="because"):
            box.check("", "", "f")


def test_a_wrong_token_and_limits_above_the_servers_are_raised(server: str) -> None:
    with RemoteSandbox(server, token="wrong") as box, pytest.raises(PermissionError):
        box.run("")
    with RemoteSandbox(server, token=TOKEN) as box, pytest.raises(ValueError, match="at most"):
        box.run("", limits=Limits(wall_s=3600.0))


def test_patience_ends_with_the_last_reason() -> None:
    box = RemoteSandbox("http://127.0.0.1:9", patience_s=0.3, limits=Limits(wall_s=0.1))
    with box:
        outcome = box.run("")
        assert outcome.status == "unavailable"
        assert outcome.error is not None
        assert "127.0.0.1:9" in outcome.error.message
        assert not box.check("", "", "f").passed
        assert box.isolation.level == "none"


def test_an_answer_that_never_ends_ends_with_patience() -> None:
    stop = threading.Event()

    def trickle(request: http.server.BaseHTTPRequestHandler, _: int) -> tuple[int, bytes]:
        request.send_response(200)
        request.send_header("Content-Length", "1000")
        request.end_headers()
        with contextlib.suppress(OSError):
            while not stop.wait(0.05):
                request.wfile.write(b" ")
        return 0, b""

    async def scenario(address: str) -> str:
        async with AsyncRemoteSandbox(address, patience_s=2.0, limits=Limits(wall_s=0.1)) as box:
            return (await asyncio.wait_for(box.check("", "", "f"), 30)).checker.status

    with stand_in(trickle) as address:
        assert asyncio.run(scenario(address)) == "unavailable"
        stop.set()


def test_a_server_that_hangs_is_left_for_another(server: str) -> None:
    released = threading.Event()
    with stand_in(lambda _, n: (200, b"")[: 2 * released.wait(20)] or (0, b"")) as hanging:
        box = RemoteSandbox(
            [hanging, server], token=TOKEN, patience_s=2.0, limits=Limits(wall_s=0.5)
        )
        with box:
            outcomes = [box.run(f"print({n})").stdout for n in range(3)]
        released.set()
    assert outcomes == ["0\n", "1\n", "2\n"]


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", outcome_json(status="fine"), b"\xff"])
def test_a_reply_that_is_no_outcome_is_unavailable(body: bytes) -> None:
    with stand_in(lambda _, n: (200, body)) as address, RemoteSandbox(address) as box:
        assert box.run("").status == "unavailable"
        assert not box.check("", "", "f").passed


def test_a_run_below_the_required_isolation_does_not_count() -> None:
    weak = outcome_json("filtered")
    with stand_in(lambda _, n: (200, weak)) as address:
        with RemoteSandbox(address) as box:
            outcome = box.run("print(1)")
            assert (outcome.status, outcome.stdout) == ("unavailable", "")
            assert "'kernel' is required" in str(outcome.error)
        with RemoteSandbox(address, require="filtered") as box:
            assert box.run("print(1)").status == "ok"


def test_a_server_that_dies_in_mid_run_loses_no_job(kernel: object) -> None:
    jobs = [Job(source=f"import time\ntime.sleep(0.01)\nprint({n})") for n in range(60)]
    with running() as first, RemoteSandbox([first], max_concurrent=8) as warm:
        assert warm.run("").status == "ok"
    with running() as staying:
        with running() as leaving:
            box = RemoteSandbox([leaving, staying], max_concurrent=8)
            outcomes = box.map(jobs)
            seen = [next(outcomes) for _ in range(20)]
        with box:
            seen += list(outcomes)
    assert [outcome.stdout for outcome in seen] == [f"{n}\n" for n in range(60)]


def test_cancelling_frees_the_servers_worker(kernel: object) -> None:
    async def scenario(address: str) -> float:
        limits = Limits(wall_s=20.0, cpu_s=20.0)
        async with AsyncRemoteSandbox(address, limits=limits) as box:
            task = asyncio.create_task(box.run("while True: pass"))
            await asyncio.sleep(0.5)
            task.cancel()
            started = time.monotonic()
            assert (await box.run("print(1)")).stdout == "1\n"
            return time.monotonic() - started

    with running(workers=1) as address:
        assert asyncio.run(scenario(address)) < 10


def test_a_servers_number_of_workers_is_known_until_it_says_another(server: str) -> None:
    async def scenario() -> tuple[str, int]:
        async with AsyncRemoteSandbox(server, token=TOKEN) as box:
            await box.run("")
            level = (await box.isolation()).level
            return level, box._requests.servers.best().workers

    assert asyncio.run(scenario()) == ("kernel", 2)


def test_work_is_spread_and_failed_servers_pause() -> None:
    now = 0.0
    servers = Servers(["http://a", "http://b/"], clock=lambda: now)
    with servers.choose() as first, servers.choose() as second:
        assert [first.url, second.url] == ["http://a", "http://b"]
        servers.failed(first)
        with servers.choose() as third:
            assert third is second
            servers.failed(second)
            with servers.choose() as fourth:
                assert fourth is first  # its pause ends first
    now = 0.26
    with servers.choose() as again:
        assert again is first
        servers.failed(first)
        assert first.paused_until == pytest.approx(now + 0.5)
        servers.succeeded(first)
        assert first.paused_until == 0


@pytest.mark.parametrize(
    "arguments",
    [{"urls": []}, {"urls": "localhost:1"}, {"urls": "http://a", "max_concurrent": 0},
     {"urls": "http://a", "require": "strong"}, {"urls": "http://a", "policy": "all"}],
)  # fmt: skip
def test_arguments_that_are_not_possible_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"server|max_concurrent|require|Policy"):
        AsyncRemoteSandbox(**arguments)
