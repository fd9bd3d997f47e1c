"""A running server as the subject: the same verdicts as in process, and clear refusals."""

from __future__ import annotations

import contextlib
import http.server
import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl.conformance.client.http_requests import get_json
from hallmark_rl.conformance.client.server_address import ServerAddress
from hallmark_rl.conformance.client.websocket import (
    CAPACITY_REACHED,
    WebSocketDriver,
    open_remote_session,
    server_problem,
)
from hallmark_rl.conformance.core.results import EvidenceMissing
from hallmark_rl.sdk.common.http_headers import parse_headers
from hallmark_rl.sdk.subject.diagnosis import SubjectError
from hallmark_rl.sdk.subject.load import load_subject

ROOT = Path(__file__).parents[2]
VARIABLES = {**os.environ, "PYTHONPATH": str(ROOT)}


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


@contextlib.contextmanager
def serving(folder: Path, app: str = "server.app:app") -> Iterator[str]:
    """A uvicorn server of an environment's folder; its address."""
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", app, "--port", str(port), "--log-level", "error"]
    server = subprocess.Popen(command, cwd=folder, env=VARIABLES)
    try:
        deadline = time.monotonic() + 120
        while True:
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5)
                break
            assert server.poll() is None, "the server ended"
            assert time.monotonic() < deadline, "the server does not start"
            time.sleep(0.3)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.kill()
        server.wait()


GUARDED = """
import os, sys
sys.path.insert(0, {root!r})
from openenv.core.env_server.http_server import create_app
from tests.conformance.guess import Guess, GuessEnvironment, Reply

inner = create_app(GuessEnvironment, Guess, Reply, env_name="guess", max_concurrent_envs={capacity})

async def app(scope, receive, send):
    headers = dict(scope.get("headers", []))
    if {token!r} and scope["path"] != "/health" and scope["type"] in ("http", "websocket"):
        if headers.get(b"authorization", b"").decode() != {token!r}:
            if scope["type"] == "websocket":
                await receive()
                await send({{"type": "websocket.close"}})
            else:
                await send({{"type": "http.response.start", "status": 403, "headers": []}})
                await send({{"type": "http.response.body"}})
            return
    await inner(scope, receive, send)
"""


@contextlib.contextmanager
def guess_server(folder: Path, *, capacity: int = 1, token: str = "") -> Iterator[str]:
    """A server of the small environment of these tests."""
    source = GUARDED.format(root=str(ROOT), capacity=capacity, token=token)
    (folder / "guarded.py").write_text(source)
    with serving(folder, "guarded:app") as url:
        yield url


def verdicts(spec: str, reports: Path, *options: str) -> dict[str, dict[str, Any]]:
    """The rows of a run of the suite, by property."""
    command = [sys.executable, "-m", "hallmark_rl", "prove", spec, "--profile", "quick", "-q"]
    command += ["--report-dir", str(reports), "--replays", str(reports / "replays"), *options]
    done = subprocess.run(
        command, cwd=reports.parent, env=VARIABLES, capture_output=True, text=True, check=False
    )
    path = reports / "report.json"
    assert path.is_file(), done.stdout + done.stderr
    return {row["id"]: row for row in json.loads(path.read_text())["rows"]}


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment as `hallmark new` writes it."""
    folder = tmp_path_factory.mktemp("generated")
    command = [sys.executable, "-m", "hallmark_rl", "new", "letters_env"]
    subprocess.run(command, cwd=folder, env=VARIABLES, check=True, capture_output=True)
    return folder / "letters_env"


@pytest.mark.parametrize(
    "name",
    [
        "small",
        pytest.param("wordle", marks=pytest.mark.slow),
        pytest.param("coding", marks=pytest.mark.slow),
        pytest.param("generated", marks=pytest.mark.slow),
    ],
)
def test_a_server_gets_the_verdicts_of_its_folder(
    name: str, generated: Path, tmp_path: Path
) -> None:
    """What is checked both ways has the same verdict; the rest says that a server hides it."""
    folder = ROOT / "envs" / name
    if name in ("generated", "small"):
        folder = generated
    chosen = ["-k", "reset"] if name == "small" else []
    in_process = verdicts(str(folder), tmp_path / "folder", *chosen)
    with serving(folder) as url:
        remote = verdicts(url, tmp_path / "url", "--folder", str(folder), *chosen)
    assert remote.keys() == in_process.keys()
    differing = {
        key: (row["verdict"], remote[key]["verdict"], remote[key]["message"])
        for key, row in in_process.items()
        if remote[key]["verdict"] != row["verdict"]
    }
    assert {remote for _, remote, _ in differing.values()} <= {"excluded", "unproved"}, differing
    reasons = [message for _, _, message in differing.values()]
    assert all("server" in text or "process" in text for text in reasons), differing
    least = {"small": 10, "coding": 15}.get(name, 30)  # coding's oracle reads the instance
    assert sum(row["verdict"] == "pass" for row in remote.values()) >= least


def test_a_token_is_sent_and_written_nowhere(tmp_path: Path) -> None:
    token = "Bearer s3cr3t-value"
    with guess_server(tmp_path, token=token) as url:
        assert "--header" in server_problem(ServerAddress(url))
        headers = {"Authorization": token}
        assert server_problem(ServerAddress(url, headers)) == ""
        assert "action" in get_json(ServerAddress(url, headers), "/schema")
        options = ["--header", f"Authorization: {token}", "-k", "seed_zero or seed_varies"]
        rows = verdicts(url, tmp_path / "reports", *options)
    assert rows["reset.seed_zero"]["verdict"] == "pass"
    written = [path for path in (tmp_path / "reports").rglob("*") if path.is_file()]
    assert written
    assert not any(b"s3cr3t" in path.read_bytes() for path in written)


def test_a_session_waits_for_a_place_and_a_full_server_is_no_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with guess_server(tmp_path, capacity=1) as url:
        address = ServerAddress(url)
        other = WebSocketDriver(address)
        assert other.reset().data is not None
        assert WebSocketDriver(address).reset().error == CAPACITY_REACHED
        with pytest.raises(EvidenceMissing, match="opens no session beside the 1"):
            WebSocketDriver(address, patience=0.5).reset()
        threading.Timer(1.0, other.close).start()
        waiting = open_remote_session(address)
        assert waiting.reset().data is not None
        del waiting  # a forgotten session is given back
        again = open_remote_session(address)
        assert again.reset().data is not None
        again.close()


def test_a_server_that_is_full_at_the_first_episodes_leaves_all_unproved(tmp_path: Path) -> None:
    from hallmark_rl.conformance.core.profiles import PROFILES
    from hallmark_rl.conformance.engine import session as engine_session
    from hallmark_rl.conformance.engine.supervisor import Target

    with guess_server(tmp_path, capacity=1) as url:
        run = engine_session.Session(Target(url, PROFILES["quick"]), ["reset.not_done"], tmp_path)
        holder: list[WebSocketDriver] = []
        send = engine_session.Supervisor.submit

        def take_the_session(supervisor: Any, job: Any) -> Any:
            if type(job).__name__ == "SurveyJob":
                holder.append(open_remote_session(ServerAddress(url)))
                assert holder[0].reset().data is not None
            return send(supervisor, job)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(engine_session.Supervisor, "submit", take_the_session)
            try:
                run.start()
                result = run.result("reset.not_done")
            finally:
                run.close()
    assert result.status == "unproved"
    assert "is full" in result.message


def test_a_server_that_dies_leaves_the_rest_unchecked(tmp_path: Path) -> None:
    with guess_server(tmp_path) as url:
        address = ServerAddress(url)
        session = open_remote_session(address)
        session.reset()
    response = session.step({"number": 1})
    assert response.data is None
    with pytest.raises(EvidenceMissing, match="nothing listens"):
        open_remote_session(address)


class _Answers(http.server.BaseHTTPRequestHandler):
    """A web server that is not OpenEnv's."""

    status, location = 404, ""

    def do_GET(self) -> None:
        self.send_response(self.status)
        if self.location:
            self.send_header("Location", self.location)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args: Any) -> None:
        pass


@pytest.mark.parametrize(
    ("status", "location", "expected"),
    [
        (404, "", "is not an OpenEnv server: it has no WebSocket at /ws"),
        (200, "", "is not an OpenEnv server"),
        (401, "", "--header"),
        (308, "https://elsewhere.example/ws", "give that address"),
        (503, "", "try again later"),
    ],
)
def test_what_another_server_answers_is_explained(
    status: int, location: str, expected: str
) -> None:
    handler = type("Answers", (_Answers,), {"status": status, "location": location})
    server = http.server.HTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        assert expected in server_problem(ServerAddress(f"http://127.0.0.1:{server.server_port}"))
    finally:
        server.shutdown()
        server.server_close()


def test_unreachable_addresses_are_explained() -> None:
    address = f"127.0.0.1:{free_port()}"
    assert "nothing listens" in server_problem(ServerAddress(f"http://{address}"))
    assert "is not known" in server_problem(ServerAddress("http://no-such-host.invalid"))
    listener = socket.create_server(("127.0.0.1", 0))

    def talk() -> None:
        with contextlib.suppress(OSError):
            connection, _ = listener.accept()
            connection.recv(100)
            connection.sendall(b"SSH-2.0-x\r\n\r\n")
            connection.close()

    for scheme, expected in (("https", "TLS fails"), ("http", "does not speak HTTP")):
        thread = threading.Thread(target=talk, daemon=True)
        thread.start()
        problem = server_problem(ServerAddress(f"{scheme}://127.0.0.1:{listener.getsockname()[1]}"))
        assert expected in problem, problem
    listener.close()


def test_an_unreachable_server_ends_the_run_with_one_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hallmark_rl", "prove", f"http://127.0.0.1:{free_port()}"]
    done = subprocess.run(
        command, cwd=tmp_path, env=VARIABLES, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "nothing listens" in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_addresses_and_headers_are_read() -> None:
    for url in ("ws://h:1/base/ws", "http://h:1/base", "http://h:1/base/"):
        address = ServerAddress(url)
        assert (address.http, address.websocket) == ("http://h:1/base", "ws://h:1/base/ws")
    assert ServerAddress("wss://h").http == "https://h"
    assert "secret" not in repr(ServerAddress("http://h", {"Authorization": "secret"}))
    assert parse_headers(["A: b: c", "X-Y:z"]) == {"A": "b: c", "X-Y": "z"}
    for line in ("no colon", ": value", "A: b\r\nInjected: x", "A: ü"):
        with pytest.raises(ValueError, match="header"):
            parse_headers([line])


def test_the_folder_of_a_server_describes_it_and_is_not_run(tmp_path: Path) -> None:
    folder = tmp_path / "wordle"
    shutil.copytree(ROOT / "envs" / "wordle", folder)
    subject = load_subject("http://127.0.0.1:1", folder=folder, headers={"A": "b"})
    assert subject.action_type.__name__ == "Guess"
    assert callable(subject.proof.oracle)  # type: ignore[union-attr]
    assert (subject.make, subject.env_class, subject.app) == (None, None, None)
    with pytest.raises(SubjectError, match="running server"):
        subject.factory()
    with pytest.raises(SubjectError, match="constructor's arguments"):
        load_subject("http://127.0.0.1:1", env_args={"a": 1})
    with pytest.raises(SubjectError, match="address of a server"):
        load_subject(str(folder), headers={"A": "b"})


def test_a_proof_with_relative_imports_is_loaded_beside_a_class(
    generated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `module:Class` from the folder above, with the proof.py that `hallmark new` writes."""
    monkeypatch.chdir(generated.parent)
    spec = "letters_env.server.letters_env_environment:LettersEnvEnvironment"
    subject = load_subject(spec, proof=generated / "proof.py")
    assert callable(subject.proof.oracle)  # type: ignore[union-attr]
    models = sys.modules["letters_env.models"]
    assert subject.action_type is models.LettersEnvAction


def test_tls_errors_are_not_mistaken_for_a_missing_server() -> None:
    from hallmark_rl.conformance.client.connection_problems import connection_problem

    error = ssl.SSLCertVerificationError(1, "certificate verify failed")
    assert "certificate" in connection_problem(ServerAddress("https://h"), error)
