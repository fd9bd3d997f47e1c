"""Outcomes of a batch one by one, and jobs of one client that share requests."""

from __future__ import annotations

import asyncio
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
from tests.sandbox.service.test_remote import outcome_json

pytest.importorskip("aiohttp")
import aiohttp

from hallmark_rl.sandbox import AsyncRemoteSandbox

httpx = pytest.importorskip("httpx")
LOOP = "while True: pass"
HEADERS = {"Authorization": f"Bearer {TOKEN}"}


def _stream(address: str, jobs: list[dict[str, Any]], **fields: Any) -> list[dict[str, Any]]:
    body = {"jobs": jobs, "stream": True, **fields}
    answer = httpx.post(f"{address}/v1/batch", json=body, headers=HEADERS, timeout=60)
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def test_outcomes_come_as_they_are_known(server: str) -> None:
    slow = {"source": "import time\ntime.sleep(1)\nprint('slow')", "policy": "python"}
    lines = _stream(server, [slow, *({"source": f"print({n})"} for n in range(1, 6))])
    assert lines[0]["job"] != 0  # the slow one is first in the request
    outcomes = {line["job"]: line["outcome"]["stdout"] for line in lines}
    assert outcomes == {0: "slow\n", **{n: f"{n}\n" for n in range(1, 6)}}


def test_a_job_that_cannot_be_run_has_a_line_and_the_others_run(server: str) -> None:
    jobs = [{"source": "print(1)"}, {"source": "", "scratch": 1}, {"source": "print(2)"}]
    lines = {line.pop("job"): line for line in _stream(server, jobs)}
    assert [lines[0]["outcome"]["stdout"], lines[2]["outcome"]["stdout"]] == ["1\n", "2\n"]
    assert lines[1]["code"] == 422
    assert "no program can write files" in lines[1]["detail"]
    alone = httpx.post(f"{server}/v1/call", json=jobs[1], headers=HEADERS)
    assert (alone.status_code, "no program can write" in alone.text) == (422, True)


def test_after_the_deadline_unfinished_jobs_have_a_line_and_are_killed(kernel: object) -> None:
    long = {"source": LOOP, "limits": {"wall_s": 20, "cpu_s": 20}}
    with running(workers=1) as address:
        lines = _stream(address, [{"source": "print(1)"}, long, long], deadline_s=1.5)
        assert [line["job"] for line in lines] == [0, 1, 2]
        assert [line.get("code") for line in lines] == [None, 504, 504]
        started = time.monotonic()
        assert httpx.post(f"{address}/v1/call", json={"source": ""}).json()["status"] == "ok"
        assert time.monotonic() - started < 10


def test_a_stream_takes_no_idempotency_key_and_counts_its_jobs(kernel: object) -> None:
    body = {"jobs": [{"source": LOOP, "limits": {"wall_s": 2.0}}] * 4, "stream": True}
    with running(workers=1, queue=2, default_limits=Limits(wall_s=1.0)) as address:
        answer = httpx.post(f"{address}/v1/batch", json=body, headers={"Idempotency-Key": "1"})
        assert (answer.status_code, "Idempotency" in answer.text) == (422, True)
        with httpx.stream("POST", f"{address}/v1/batch", json=body, timeout=30):
            full = httpx.post(f"{address}/v1/call", json={"source": ""})
            assert (full.status_code, full.headers["retry-after"]) == (429, "1")
        # The client has left: its four runs are cancelled.
        started = time.monotonic()
        while httpx.post(f"{address}/v1/call", json={"source": ""}).status_code != 200:
            time.sleep(0.05)
        assert time.monotonic() - started < 4


Request = tuple[str, list[str]]
Reply = Callable[[int, Request], Iterator[bytes] | int]


@contextmanager
def _stand_in(reply: Reply, workers: int = 2) -> Iterator[tuple[str, list[Request]]]:
    """A server that answers its nth request with lines or a status, and notes what it got."""
    requests: list[Request] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            jobs = body["jobs"] if self.path == "/v1/batch" else [body]
            request = (self.path, [job["source"] for job in jobs])
            requests.append(request)
            answer = reply(len(requests) - 1, request)
            self.send_response(answer if isinstance(answer, int) else 200)
            self.send_header("X-Hallmark-Workers", str(workers))
            if isinstance(answer, int):
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            try:
                for line in answer:
                    self.wfile.write(f"{len(line):x}\r\n".encode() + line + b"\r\n")
                self.wfile.write(b"0\r\n\r\n")
            except (StopAsyncIteration, OSError):
                self.close_connection = True
                self.connection.close()

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=[0.01])
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", requests
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _outcome(source: str) -> dict[str, Any]:
    fields: dict[str, Any] = json.loads(outcome_json(stdout=source))
    return fields


def _answers(request: Request, numbers: list[int] | None = None) -> Iterator[bytes]:
    path, sources = request
    if path == "/v1/call":
        yield json.dumps(_outcome(sources[0])).encode()
        return
    for number in range(len(sources)) if numbers is None else numbers:
        line = {"job": number, "outcome": _outcome(sources[number])}
        yield json.dumps(line).encode() + b"\n"


def _run_all(address: str, count: int, **arguments: Any) -> list[Any]:
    async def scenario() -> list[Any]:
        async with AsyncRemoteSandbox(address, **arguments) as box:
            runs = (box.run(str(number)) for number in range(count))
            return await asyncio.gather(*runs, return_exceptions=True)

    return asyncio.run(asyncio.wait_for(scenario(), 60))


def test_jobs_that_come_together_are_sent_together() -> None:
    with _stand_in(lambda _, request: _answers(request)) as (address, requests):
        outcomes = _run_all(address, 10)
        assert [outcome.stdout for outcome in outcomes] == [str(n) for n in range(10)]
        assert requests == [("/v1/batch", [str(n) for n in range(10)])]
        _run_all(address, 1)
        assert requests[1:] == [("/v1/call", ["0"])]


def test_jobs_wait_for_company_only_while_the_server_has_more_than_it_can_run() -> None:
    released = threading.Event()

    def reply(number: int, request: Request) -> Iterator[bytes]:
        yield from _answers(request, [0] if number == 0 else None)
        if number == 0:
            released.wait(20)
            yield from _answers(request, list(range(1, len(request[1]))))

    async def scenario(address: str, before: int, expected: int) -> list[int]:
        async with AsyncRemoteSandbox(address, max_concurrent=16) as box:
            tasks = [asyncio.create_task(box.run(str(n))) for n in range(before)]
            await tasks[0]  # now the client knows that there are two workers
            tasks += [asyncio.create_task(box.run("more")) for _ in range(3)]
            async with asyncio.timeout(20):
                while len(requests) < expected:
                    await asyncio.sleep(0.01)
            await asyncio.sleep(0.3)  # one request too many would come now
            sent = len(requests)
            released.set()
            await asyncio.gather(*tasks)
            return [sent, len(requests)]

    for before, expected in ((4, [2, 2]), (13, [1, 2])):
        released.clear()
        with _stand_in(reply) as (address, requests):
            assert asyncio.run(scenario(address, before, expected[0])) == expected


def test_a_server_that_dies_in_mid_stream_gets_only_what_it_has_not_answered() -> None:
    def reply(number: int, request: Request) -> Iterator[bytes]:
        if number == 0:
            yield from _answers(request, [0, 3])
            raise OSError
        yield from _answers(request)

    with _stand_in(reply) as (address, requests):
        outcomes = _run_all(address, 6)
    assert [outcome.stdout for outcome in outcomes] == [str(n) for n in range(6)]
    assert [sources for _, sources in requests] == [list("012345"), list("1245")]


@pytest.mark.parametrize("line", [b"{}\n", b"[]\n", b"no JSON\n", b'{"job": 99}\n', b""])
def test_a_stream_that_cannot_be_read_or_ends_early_is_tried_again(line: bytes) -> None:
    def reply(number: int, request: Request) -> Iterator[bytes]:
        if number == 0:
            yield from _answers(request, [1])
            if line:
                yield line
            return
        yield from _answers(request)

    with _stand_in(reply) as (address, requests):
        outcomes = _run_all(address, 3)
    assert [outcome.stdout for outcome in outcomes] == ["0", "1", "2"]
    assert requests[1] == ("/v1/batch", ["0", "2"])


@pytest.mark.parametrize("code", [413, 422])
def test_a_refused_group_is_sent_job_by_job(code: int) -> None:
    def reply(number: int, request: Request) -> Iterator[bytes] | int:
        path, sources = request
        return code if path == "/v1/batch" or sources == ["1"] else _answers(request)

    with _stand_in(reply) as (address, _):
        first, wrong, last = _run_all(address, 3)
    assert (first.stdout, last.stdout) == ("0", "2")
    assert isinstance(wrong, ValueError)


def test_a_job_that_is_cancelled_before_its_group_is_refused_is_not_sent_again() -> None:
    arrived, cancelled = threading.Event(), threading.Event()

    def reply(number: int, request: Request) -> Iterator[bytes] | int:
        if request[0] == "/v1/call":
            return _answers(request)
        arrived.set()
        cancelled.wait(20)
        return 422

    async def scenario(address: str) -> int:
        async with AsyncRemoteSandbox(address) as box:
            tasks = [asyncio.create_task(box.run(str(n))) for n in range(3)]
            await asyncio.to_thread(arrived.wait, 20)
            tasks[1].cancel()
            await asyncio.sleep(0)
            cancelled.set()
            outcomes = await asyncio.gather(*tasks, return_exceptions=True)
            assert isinstance(outcomes.pop(1), asyncio.CancelledError)
            assert [outcome.status for outcome in outcomes] == ["ok", "ok"]  # type: ignore[union-attr]
            return box._requests.servers.best().in_flight

    with _stand_in(reply) as (address, requests):
        assert asyncio.run(scenario(address)) == 0
    assert sorted(requests[1:]) == [("/v1/call", ["0"]), ("/v1/call", ["2"])]


def test_a_stream_may_last_longer_than_aiohttps_default_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("aiohttp.client.DEFAULT_TIMEOUT", aiohttp.ClientTimeout(total=0.2))

    def slow(number: int, request: Request) -> Iterator[bytes]:
        for line in _answers(request):
            time.sleep(0.2)
            yield line

    with _stand_in(slow) as (address, requests):
        assert [outcome.status for outcome in _run_all(address, 3)] == ["ok"] * 3
        assert len(requests) == 1


def test_a_wrong_token_is_raised_for_every_job_of_a_group() -> None:
    with _stand_in(lambda *_: 401) as (address, requests):
        assert [type(error) for error in _run_all(address, 3)] == [PermissionError] * 3
        assert len(requests) == 1


def test_one_job_of_a_group_that_is_refused_raises_alone(server: str) -> None:
    async def scenario() -> list[Any]:
        async with AsyncRemoteSandbox(server, token=TOKEN) as box:
            return await asyncio.gather(
                box.run("print(1)"),
                box.run("", scratch=5),
                box.run("", limits=Limits(wall_s=3600.0)),
                box.run("print(2)"),
                return_exceptions=True,
            )

    good, scratch, limits, last = asyncio.run(scenario())
    assert (good.stdout, last.stdout) == ("1\n", "2\n")
    assert "no program can write" in str(scratch)
    assert "at most" in str(limits)
    assert isinstance(scratch, ValueError)
    assert isinstance(limits, ValueError)


@pytest.mark.parametrize("cancelled_first", [False, True])
def test_a_group_that_nobody_waits_for_is_cancelled_on_the_server(
    kernel: object, cancelled_first: bool
) -> None:
    async def scenario(address: str) -> float:
        limits = Limits(wall_s=20.0, cpu_s=20.0)
        sources = ["import time\ntime.sleep(1)\nprint(1)", LOOP, LOOP]
        async with AsyncRemoteSandbox(address, limits=limits) as box:
            good, *loops = [asyncio.create_task(box.run(source)) for source in sources]
            if cancelled_first:
                await asyncio.to_thread(_wait_for_waiting_jobs, address)
            else:
                assert (await good).stdout == "1\n"
            for task in loops:
                task.cancel()
            assert (await good).stdout == "1\n"
            started = time.monotonic()
            assert (await box.run("print(1)")).stdout == "1\n"
            return time.monotonic() - started

    with running(workers=1) as address:
        assert asyncio.run(scenario(address)) < 10


def _wait_for_waiting_jobs(address: str) -> None:
    deadline = time.monotonic() + 30
    while "hallmark_jobs_waiting 2.0" not in httpx.get(f"{address}/metrics", timeout=30).text:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_large_jobs_share_no_request() -> None:
    with _stand_in(lambda _, request: _answers(request)) as (address, requests):

        async def scenario() -> None:
            async with AsyncRemoteSandbox(address) as box:
                large = "#" + "x" * (1 << 20)
                jobs = [box.run("a"), box.run("b"), box.run(large), box.run("c")]
                await asyncio.gather(*jobs)

        asyncio.run(scenario())
    assert sorted([len(sources) for _, sources in requests]) == [1, 1, 2]


def test_patience_ends_for_each_job_of_a_group() -> None:
    stop = threading.Event()

    def hang(number: int, request: Request) -> Iterator[bytes]:
        yield from _answers(request, [0] if number == 0 else [])
        stop.wait(20)

    with _stand_in(hang) as (address, _):
        arguments = {"patience_s": 3.0, "limits": Limits(wall_s=0.1)}
        outcomes = _run_all(address, 3, **arguments)
        stop.set()
    assert [outcome.status for outcome in outcomes] == ["ok", "unavailable", "unavailable"]


def test_closing_ends_the_jobs_that_are_sent_and_those_that_wait() -> None:
    stop = threading.Event()

    def hang(number: int, request: Request) -> Iterator[bytes]:
        stop.wait(20)
        yield from ()

    async def scenario(address: str) -> list[Any]:
        box = AsyncRemoteSandbox(address, max_concurrent=2)
        tasks = [asyncio.create_task(box.run(str(n))) for n in range(4)]
        await asyncio.sleep(0.2)
        await box.close()
        errors = await asyncio.gather(*tasks, return_exceptions=True)
        assert not [task for task in asyncio.all_tasks() if "JobSender" in repr(task)]
        return errors

    with _stand_in(hang) as (address, _):
        errors = asyncio.run(asyncio.wait_for(scenario(address), 20))
        stop.set()
    assert [str(error) for error in errors] == ["This sandbox is closed."] * 4


def test_jobs_are_spread_over_servers() -> None:
    with (
        _stand_in(lambda _, request: _answers(request)) as (first, one),
        _stand_in(lambda _, request: _answers(request)) as (second, two),
    ):

        async def scenario() -> None:
            async with AsyncRemoteSandbox([first, second]) as box:
                await asyncio.gather(*(box.run_job(Job(source=str(n))) for n in range(20)))

        asyncio.run(scenario())
    assert [len(sources) for _, sources in one + two] == [10, 10]


def test_a_job_waits_for_no_small_server_while_a_large_one_has_free_workers() -> None:
    released = threading.Event()

    def reply(number: int, request: Request) -> Iterator[bytes]:
        if not set(request[1]) & {"first", "more"}:
            released.wait(30)
        yield from _answers(request)

    async def scenario(large: str, small: str) -> None:
        async with AsyncRemoteSandbox([large, small], max_concurrent=8) as box:
            await asyncio.gather(*(box.run("first") for _ in range(2)))  # tells their workers
            tasks = [asyncio.create_task(box.run(str(n))) for n in range(5)]
            async with asyncio.timeout(20):
                while len(of_large) + len(of_small) < 4:
                    await asyncio.sleep(0.01)
            more = await asyncio.wait_for(box.run("more"), 10)
            assert more.status == "ok"
            assert not any(task.done() for task in tasks)
            released.set()
            await asyncio.gather(*tasks)

    with (
        _stand_in(reply, workers=8) as (large, of_large),
        _stand_in(reply, workers=1) as (small, of_small),
    ):
        asyncio.run(scenario(large, small))
    assert sorted(len(sources) for _, sources in of_large) == [1, 1, 3]
    assert sorted(len(sources) for _, sources in of_small) == [1, 2]
