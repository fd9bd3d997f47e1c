"""The HTTP interface: what each request is answered, and what is refused."""

from __future__ import annotations

import base64
import json
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from hallmark_rl.sandbox import Limits
from tests.sandbox.service.conftest import TOKEN, running

httpx = pytest.importorskip("httpx")
LOOP = "while True: pass"


@pytest.fixture
def client(server: str) -> Iterator[Any]:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    with httpx.Client(base_url=server, headers=headers, timeout=30) as client:
        yield client


def test_call_returns_typed_results(client: Any) -> None:
    answer = client.post(
        "/v1/call",
        json={
            "source": "def f(x, y=0):\n    return (x, y)",
            "entry": "f",
            "calls": [[1], {"args": [{"$set": [2]}], "kwargs": {"y": {"$float": "nan"}}}],
        },
    ).json()
    assert answer["status"] == "ok"
    assert answer["results"] == [
        {"ok": {"$tuple": [1, 0]}},
        {"ok": {"$tuple": [{"$set": [2]}, {"$float": "nan"}]}},
    ]
    assert answer["isolation"]["level"] == "kernel"


def test_check_and_batch(client: Any) -> None:
    checked = client.post(
        "/v1/check",
        json={
            "candidate": "def add(a, b): return a - b",
            "checker": "def check(candidate): assert candidate(1, 2) == 3",
            "entry": "add",
        },
    ).json()
    assert (checked["passed"], checked["calls"]) == (False, 1)
    jobs = [{"source": f"print({number})"} for number in range(12)]
    outcomes = client.post("/v1/batch", json={"jobs": jobs}).json()
    assert [outcome["stdout"] for outcome in outcomes] == [f"{number}\n" for number in range(12)]
    assert client.post("/v1/batch", json={"jobs": []}).json() == []


@pytest.mark.parametrize(
    ("path", "body", "part"),
    [
        ("/v1/call", {"source": 5}, "string"),
        ("/v1/call", {"source": "", "calls": [[1]]}, "entry"),
        ("/v1/call", {"source": "", "entry": "f", "calls": [5]}, "A call is a list"),
        ("/v1/call", {"source": "", "entry": "f", "calls": [[{"$x": 1}]]}, "encoding"),
        ("/v1/call", {"source": "", "limits": {"wall_s": 61}}, "at most 60"),
        ("/v1/call", {"source": "", "limits": {"memory_bytes": 1}}, "memory_bytes"),
        ("/v1/call", {"source": "", "limits": {"wall": 1}}, "Extra"),
        ("/v1/call", {"source": "", "policy": "all"}, "python"),
        ("/v1/call", {"source": "", "deadline_s": 0}, "greater than 0"),
        ("/v1/call", {"source": "", "scratch": 1 << 40}, "at most"),
        ("/v1/call", {"source": "", "outputs": ["a"]}, "scratch"),
        ("/v1/batch", {"jobs": [{"source": ""}] * 257}, "at most 256"),
        ("/run_code", {"code": "", "run_timeout": 1e9}, "at most 60"),
        ("/run_code", {"code": "", "files": {"a": "%"}}, "base64"),
    ],
)
def test_an_impossible_field_is_named(client: Any, path: str, body: Any, part: str) -> None:
    answer = client.post(path, json=body)
    assert answer.status_code == 422
    assert part in answer.text


@pytest.mark.parametrize("body", [b"", b"{", b"[" * 100_000, b'{"source": 5}', b"\xff"])
def test_a_body_that_is_no_json_is_refused(client: Any, body: bytes) -> None:
    answer = client.post("/v1/call", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422)


def test_programs_with_lone_surrogates_run_as_in_process(client: Any) -> None:
    source = json.dumps({"source": "def f(x): return x + '\\ud801'", "entry": "f",
                         "calls": [["\ud800"]]})  # fmt: skip
    answer = client.post("/v1/call", content=source, headers={"Content-Type": "application/json"})
    assert answer.json()["results"] == [{"ok": "\ud800\ud801"}]


def test_run_code_speaks_sandbox_fusions_schema(client: Any) -> None:
    def run(code: str, **fields: Any) -> Any:
        body = {"code": code, "language": "python", "compile_timeout": 10, "run_timeout": 1.0}
        return client.post("/run_code", json={**body, **fields}).json()

    good = run("import os, sys\nprint(input(), file=sys.stderr)\nprint('é')", stdin="two\n")
    assert (good["status"], good["compile_result"], good["files"]) == ("Success", None, {})
    result = good["run_result"]
    assert (result["status"], result["return_code"]) == ("Finished", 0)
    assert (result["stdout"], result["stderr"]) == ("é\n", "two\n")
    wrong = run("print(1)\nraise ValueError('why')")
    assert (wrong["status"], wrong["run_result"]["return_code"]) == ("Failed", 1)
    assert "ValueError: why" in wrong["run_result"]["stderr"]
    assert "line 2" in wrong["run_result"]["stderr"]
    late = run(LOOP, run_timeout=0.2)
    assert late["run_result"]["status"] == "TimeLimitExceeded"
    fat = run("x = bytearray(1 << 30)", memory_limit_MB=128)
    assert (fat["status"], fat["run_result"]["return_code"]) == ("Failed", 137)
    other = run("int main() {}", language="cpp")
    assert other["status"] == "SandboxError"
    assert "'cpp'" in other["message"]


def test_run_code_takes_and_returns_files(client: Any) -> None:
    def b64(data: bytes) -> str:
        return base64.b64encode(data).decode()

    code = "text = open('in.txt').read()\nopen('out.txt', 'w').write(text * 2)"
    body = {"code": code, "files": {"./in.txt": b64(b"ab")}, "fetch_files": ["out.txt", "none"]}
    answer = client.post("/run_code", json=body).json()
    assert (answer["status"], answer["files"]) == ("Success", {"out.txt": b64(b"abab")})
    for wrong in ({"files": {"a/b": ""}}, {"fetch_files": ["/etc/passwd"]}):
        assert client.post("/run_code", json={"code": "", **wrong}).status_code == 422


def test_packages_can_be_imported_where_the_server_has_them(kernel: object) -> None:
    pytest.importorskip("numpy")
    with running(packages=("numpy",)) as address:
        body = {"code": "import numpy\nprint(numpy.arange(3).sum())"}
        answer = httpx.post(f"{address}/run_code", json=body, timeout=60).json()
        assert answer["run_result"]["stdout"] == "3\n"


def test_a_token_is_needed_but_for_health(server: str) -> None:
    wrong = ["", "Bearer", "Bearer no", f"Basic {TOKEN}", f"Bearer {TOKEN}x", "Bearer \xff"]
    for header in wrong:
        answer = httpx.post(
            f"{server}/v1/call", json={}, headers={"Authorization": header.encode("latin-1")}
        )
        assert answer.status_code == 401, header
    assert httpx.get(f"{server}/metrics").status_code == 401
    assert httpx.get(f"{server}/docs").status_code == 401
    for path in ("/health", "/ready", "/v1/ping"):
        assert httpx.get(server + path).status_code == 200
    assert httpx.get(f"{server}/ready").json()["level"] == "kernel"


def test_a_large_body_is_refused_with_and_without_its_length(kernel: object) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 1000

    with running(max_body_bytes=5000) as address:
        whole = httpx.post(f"{address}/v1/call", content=b" " * 5001)
        assert whole.status_code == 413
        assert httpx.post(f"{address}/v1/call", content=chunks()).status_code == 413
        assert httpx.post(f"{address}/v1/call", json={"source": "print(1)"}).status_code == 200


def test_host_names_are_checked_where_they_are_named(kernel: object) -> None:
    with running(hosts=("127.0.0.1",)) as address:
        assert httpx.get(f"{address}/ready").status_code == 200
        answer = httpx.get(f"{address}/ready", headers={"Host": "attacker.example"})
        assert answer.status_code == 400


def test_openapi_and_metrics(client: Any) -> None:
    document = client.get("/openapi.json").json()
    assert {"/run_code", "/v1/call", "/v1/check", "/v1/batch"} <= set(document["paths"])
    client.post("/v1/call", json={"source": "raise ValueError"})
    text = client.get("/metrics").text
    assert 'hallmark_runs_total{status="error"}' in text
    assert 'hallmark_isolation_info{level="kernel"} 1.0' in text
    assert "hallmark_run_seconds_bucket" in text
    assert "hallmark_jobs_waiting 0.0" in text


@pytest.mark.parametrize("path", ["/v1/call", "/v1/check", "/v1/batch", "/run_code", "/submit"])
def test_every_example_of_openapi_works(client: Any, path: str) -> None:
    if path == "/submit":
        pytest.importorskip("openenv")
    document = client.get("/openapi.json").json()
    content = document["paths"][path]["post"]["requestBody"]["content"]["application/json"]
    name = content["schema"]["$ref"].rpartition("/")[2]
    examples = document["components"]["schemas"][name]["examples"]
    assert examples
    for example in examples:
        answer = client.post(path, json=example, timeout=240)  # the first loads a task set
        assert answer.status_code == 200
        text = answer.text.replace(" ", "").lower()
        good = ('"status":"ok"', '"passed":true', '"status":"success"', '"accepted":true')
        assert any(words in text for words in good), text


def test_a_key_gives_the_first_answer_again(client: Any) -> None:
    body = {"source": "import os\nprint(int.from_bytes(os.urandom(8)))", "policy": "python"}
    headers = {"Idempotency-Key": "one"}
    first = client.post("/v1/call", json=body, headers=headers)
    assert client.post("/v1/call", json=body, headers=headers).content == first.content
    assert client.post("/v1/call", json=body).json()["stdout"] != first.json()["stdout"]
    answer = client.post("/v1/call", json={"source": ""}, headers=headers)
    assert answer.status_code == 422
    assert "another request" in answer.text


def test_a_deadline_counts_waiting(kernel: object) -> None:
    long = {"source": LOOP, "limits": {"wall_s": 1.5, "cpu_s": 5}}
    with running(workers=1) as address:
        thread = threading.Thread(target=httpx.post, args=[f"{address}/v1/call"], kwargs={
            "json": long, "timeout": 30})  # fmt: skip
        thread.start()
        time.sleep(0.3)
        started = time.monotonic()
        answer = httpx.post(f"{address}/v1/call", json={"source": "", "deadline_s": 0.3})
        assert (answer.status_code, time.monotonic() - started < 1.0) == (504, True)
        thread.join()
        late = httpx.post(f"{address}/v1/call", json={**long, "deadline_s": 0.3})
        assert late.status_code == 504
        # The worker is free at once.
        started = time.monotonic()
        assert httpx.post(f"{address}/v1/call", json={"source": ""}).json()["status"] == "ok"
        assert time.monotonic() - started < 1.0


def test_a_full_queue_says_when_to_come_back(kernel: object) -> None:
    with running(workers=1, queue=0, default_limits=Limits(wall_s=1.0)) as address:
        thread = threading.Thread(
            target=httpx.post, args=[f"{address}/v1/call"], kwargs={"json": {"source": LOOP}}
        )
        thread.start()
        time.sleep(0.3)
        answer = httpx.post(f"{address}/v1/call", json={"source": ""})
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")
        thread.join()


def test_a_client_that_leaves_cancels_its_run(kernel: object) -> None:
    with running(workers=1, default_limits=Limits(wall_s=30.0, cpu_s=30.0)) as address:
        host, port = address.removeprefix("http://").split(":")
        body = json.dumps({"source": LOOP})
        with socket.create_connection((host, int(port))) as connection:
            connection.sendall(
                f"POST /v1/call HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
            )
            time.sleep(0.5)
        started = time.monotonic()
        answer = httpx.post(f"{address}/v1/call", json={"source": "print(1)"}, timeout=20)
        assert answer.json()["stdout"] == "1\n"
        assert time.monotonic() - started < 10
