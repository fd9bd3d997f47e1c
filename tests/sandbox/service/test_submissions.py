"""Task sets over HTTP: prompts, verdicts, and what never leaves the server."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.sandbox.service.conftest import TOKEN

httpx = pytest.importorskip("httpx")
pytest.importorskip("openenv")


@pytest.fixture
def client(server: str) -> Iterator[Any]:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    with httpx.Client(base_url=server, headers=headers, timeout=240) as client:
        yield client


def test_human_eval_is_judged_by_its_own_tests(client: Any) -> None:
    assert client.get("/list_datasets").json() == ["HumanEval", "coding"]
    ids = client.post("/list_ids", json={"dataset": "HumanEval", "config": {}}).json()
    assert len(ids) == 163
    body = {"dataset": "HumanEval", "id": "HumanEval/53"}
    prompt = client.post("/get_prompt_by_id", json=body).json()["prompt"]
    assert "def add(x: int, y: int)" in prompt
    right = "```python\ndef add(x, y):\n    return x + y\n```"
    verdict = client.post("/submit", json={**body, "completion": right}).json()
    assert (verdict["accepted"], verdict["tests"][0]["passed"]) == (True, True)
    assert verdict["extracted_code"] == "def add(x, y):\n    return x + y\n"
    for wrong in ("    return x - y", "", "def add(x, y):\n    while True: pass"):
        verdict = client.post("/submit", json={**body, "completion": wrong}).json()
        assert not verdict["accepted"]


def test_coding_tasks_tell_no_expected_result(client: Any) -> None:
    ids = client.post("/list_ids", json={"dataset": "coding"}).json()
    assert len(ids) > 100
    body = {"dataset": "coding", "id": ids[0], "completion": "def f(): pass"}
    answer = client.post("/submit", json=body)
    assert not answer.json()["accepted"]
    assert answer.json()["full_code"] is answer.json()["test_code"] is None
    from hallmark_rl.envs.coding.catalog import catalog

    split, _, index = ids[0].partition("/")
    assert catalog().task(split, int(index)).payload.reference.strip() not in answer.text
    page = client.post("/get_prompts", json={"dataset": "coding", "offset": 1, "limit": 2}).json()
    assert [task["id"] for task in page] == ids[1:3]


def test_a_reference_solution_is_accepted(client: Any) -> None:
    from hallmark_rl.envs.coding.catalog import catalog

    ids = client.post("/list_ids", json={"dataset": "coding"}).json()
    for name in (ids[0], ids[-1]):
        split, _, index = name.partition("/")
        code = catalog().task(split, int(index)).payload.reference
        body = {"dataset": "coding", "id": name, "completion": f"```python\n{code}\n```"}
        assert client.post("/submit", json=body).json()["accepted"]


@pytest.mark.parametrize("body", [{"dataset": "other", "id": 1}, {"dataset": "coding", "id": "x"}])
def test_unknown_tasks_are_named(client: Any, body: dict[str, Any]) -> None:
    answer = client.post("/submit", json={**body, "completion": ""})
    assert answer.status_code == 404
    assert "There is no task" in answer.json()["detail"]


def test_a_client_that_leaves_cancels_the_judging(kernel: object) -> None:
    from tests.sandbox.service.conftest import running

    endless = "```python\ndef add(x, y):\n    while True: pass\n```"
    body = json.dumps({"dataset": "HumanEval", "id": "HumanEval/53", "completion": endless})
    with running(workers=1) as address, httpx.Client(base_url=address, timeout=240) as client:
        host, port = address.removeprefix("http://").split(":")
        client.post("/submit", content=body.replace("while True: pass", "return x + y"))
        with socket.create_connection((host, int(port))) as connection:
            connection.sendall(
                f"POST /submit HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
            )
            deadline = time.monotonic() + 30
            while _running(client) < 1:
                assert time.monotonic() < deadline
                time.sleep(0.02)
        left = time.monotonic()
        while _running(client) > 0:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        judged = client.get("/metrics").text
    # The program was killed, not left to its limit of several seconds.
    assert time.monotonic() - left < 10
    assert 'hallmark_runs_total{status="timeout"}' not in judged


def _running(client: Any) -> float:
    text = client.get("/metrics").text
    (line,) = [line for line in text.splitlines() if line.startswith("hallmark_jobs_running ")]
    return float(line.partition(" ")[2])


def test_sandbox_fusions_client_submits(kernel: object) -> None:
    fusion = pytest.importorskip("sandbox_fusion")
    from tests.sandbox.service.conftest import running

    with running() as address:
        request = fusion.SubmitRequest(
            dataset="HumanEval", id="HumanEval/53", completion="    return x + y",
            config=fusion.TestConfig(),
        )  # fmt: skip
        assert fusion.submit(request, endpoint=address, max_attempts=1).accepted
