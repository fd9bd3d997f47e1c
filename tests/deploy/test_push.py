"""`hallmark push` and `hallmark check URL`, with the real client of a stand-in hub."""

from __future__ import annotations

import contextlib
import json
import threading
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openenv.cli.commands.push")

from hallmark_rl.conformance import push, stage
from hallmark_rl.conformance.catalogue import catalogue
from hallmark_rl.conformance.check_command import check_server
from hallmark_rl.conformance.client.server_address import ServerAddress
from hallmark_rl.conformance.core.stage_problem import StageProblem
from hallmark_rl.conformance.deploy import space
from hallmark_rl.conformance.deploy.server_checks import local_server, require_answers
from hallmark_rl.sdk.hallmark import Hallmark, check_hallmark, content_hash
from hallmark_rl.sdk.new import create
from tests.deploy.stand_in_hub import TOKEN, StandInHub, stand_in_hub


@pytest.fixture
def env(tmp_path: Path) -> Path:
    """A scaffold with a complete stamp, which nobody has proved."""
    create("puzzle_env", tmp_path / "src")
    folder = tmp_path / "src" / "puzzle_env"
    stamp(folder)
    return folder


def stamp(folder: Path, **more: Any) -> Hallmark:
    fields: dict[str, Any] = {
        "name": folder.name,
        "content_hash": content_hash(folder),
        "made": "2026-01-01",
        "profile": "default",
        "seed": 0,
        "seconds": 1.0,
        "versions": {},
        "results": {entry.id: "pass" for entry in catalogue().values()},
    }
    made = Hallmark(**{**fields, **more})
    made.save(folder)
    return made


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[StandInHub]:
    """A hub that huggingface_hub talks to, in this process and in `openenv push`."""
    with stand_in_hub(tmp_path / "space") as standing:
        for name, value in {
            "HF_ENDPOINT": standing.url,
            "HF_TOKEN": TOKEN,
            "HF_HUB_OFFLINE": "0",
            "HF_HUB_DISABLE_TELEMETRY": "1",
            "HF_HUB_DISABLE_XET": "1",
            "HF_HOME": str(tmp_path / "hf"),
            "NO_PROXY": "127.0.0.1",
        }.items():
            monkeypatch.setenv(name, value)
        from huggingface_hub import HfApi, constants

        monkeypatch.setattr(constants, "ENDPOINT", standing.url)
        monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
        monkeypatch.setattr("huggingface_hub.HfApi", lambda: HfApi(endpoint=standing.url))
        yield standing


@pytest.mark.slow
def test_a_proved_environment_is_pushed_and_its_space_is_proved(
    env: Path,
    hub: StandInHub,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """The hub starts the server from what was uploaded, as a Space does."""
    proved: list[str] = []

    def prove_address(url: str, folder: Path, headers: tuple[str, ...] = ()) -> int:
        assert folder == env
        require_answers(ServerAddress(url), content_hash(env))
        assert check_server(ServerAddress(url), env) == []
        page = urllib.request.Request(f"{url}/", headers={"Accept": "text/html"})
        with urllib.request.urlopen(page, timeout=10) as reply:
            assert reply.url.endswith("/web/")  # OpenEnv's web interface is on
        proved.append(url)
        return 0

    monkeypatch.setattr(push, "prove_address", prove_address)
    monkeypatch.setattr(space, "_SECONDS_BETWEEN", 0.1)
    with contextlib.ExitStack() as servers:

        def start() -> None:
            hub.space["runtime"] = {"stage": "BUILDING"}
            address = servers.enter_context(local_server(hub.folder))
            hub.space |= {"host": str(address), "runtime": {"stage": "RUNNING"}}

        hub.committed = start
        status = push.main([str(env), "--repo-id", "me/puzzle"])
        said = capfd.readouterr()
        assert status == 0, said.err
        assert proved == [hub.space["host"]]
        assert said.out.rstrip().endswith(f"proved: {hub.space['host']}")
    assert hub.space["sdk"] == "docker"
    assert check_hallmark(hub.folder) == []
    assert not (hub.folder / "proof.py").exists()


@pytest.fixture
def unstarted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Staging does not start the server: other tests do."""

    @contextlib.contextmanager
    def nowhere(folder: Path) -> Iterator[str]:
        yield ""

    monkeypatch.setattr(stage, "local_server", nowhere)
    monkeypatch.setattr(stage, "require_answers", lambda *_: {"sessions": {"limit": 1}})


@pytest.mark.usefixtures("unstarted")
def test_a_dry_run_pushes_nothing(
    env: Path, hub: StandInHub, capfd: pytest.CaptureFixture[str]
) -> None:
    assert push.main([str(env), "--repo-id", "me/puzzle", "--dry-run"]) == 0
    said = capfd.readouterr().out
    assert "\nDockerfile\n" in said
    assert "the server admits one session" in said
    assert "not pushed to me/puzzle: --dry-run" in said
    assert hub.log == []
    (env / "words.py").write_text("WORDS = {}\n")
    assert push.main([str(env), "--repo-id", "me/puzzle", "--dry-run"]) == 1
    assert "has changed since" in capfd.readouterr().err


def record(**fields: Any) -> dict[str, Any]:
    return {"content_hash": "a" * 64, "stamp": None, "changed": [], "problem": "", **fields}


@contextlib.contextmanager
def answering(content: Any, status: int = 200) -> Iterator[str]:
    """A server that answers everything with `content`."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            data = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *args: Any) -> None:
            """Print nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize("state", ["BUILD_ERROR", "RUNTIME_ERROR", "PAUSED"])
def test_a_space_that_fails_is_reported(state: str, hub: StandInHub) -> None:
    hub.space["runtime"] = {"stage": state, "errorMessage": "exit code 1"}
    with pytest.raises(StageProblem, match=f"me/x does not run: {state} exit code 1"):
        space.running_space("me/x", "a" * 64, 10.0, between=0.01)


def test_a_space_that_runs_the_former_files_is_waited_for(hub: StandInHub) -> None:
    with answering(record()) as url:
        hub.space |= {"host": url, "runtime": {"stage": "RUNNING"}}
        with pytest.raises(StageProblem, match=r"still runs other files \(aaaaaaaaaaaa\)"):
            space.running_space("x", "b" * 64, 0.5, between=0.05)
        assert str(space.running_space("x", "a" * 64, 5.0, between=0.05)) == url
        hub.space["private"] = True
        address = space.running_space("me/x", "a" * 64, 5.0, between=0.05)
        assert dict(address.headers) == {"Authorization": f"Bearer {TOKEN}"}
        assert TOKEN not in repr(address)


@pytest.mark.usefixtures("unstarted")
def test_a_hub_that_refuses_ends_the_push(
    env: Path, hub: StandInHub, capfd: pytest.CaptureFixture[str]
) -> None:
    hub.refusal = 403
    assert push.main([str(env), "--repo-id", "me/puzzle"]) == 1
    said = capfd.readouterr()
    assert "failed: `openenv push` ended with status 1" in said.err
    assert TOKEN not in said.out + said.err


def test_what_a_server_says_is_compared_with_the_stamp(env: Path) -> None:
    own = stamp(env)
    good = record(content_hash=own.content_hash, stamp=own.model_dump(mode="json"))

    def problems(content: Any, folder: Path | None = None, status: int = 200) -> str:
        with answering(content, status) as url:
            return "\n".join(check_server(ServerAddress(url), folder))

    assert problems(good) == problems(good, env) == ""
    assert "has no hallmark.json" in problems(record())
    assert "runs files that have changed" in problems({**good, "content_hash": "b" * 64})
    assert "changed since it was staged: wheels/x.whl" in problems(
        {**good, "changed": ["wheels/x.whl", "README.md"]}
    )
    assert problems({**good, "changed": ["README.md"]}) == ""
    assert "cannot read its own files" in problems({**good, "problem": "OSError: x"})
    broken = own.model_copy(update={"results": {**own.results, "reset.seed_zero": "broken"}})
    assert "does not hold: reset.seed_zero" in problems(
        {**good, "stamp": broken.model_dump(mode="json")}
    )
    short = own.model_copy(update={"results": {"reset.not_done": "pass"}})
    assert "says nothing about" in problems({**good, "stamp": short.model_dump(mode="json")})
    assert "has no /hallmark" in problems({}, status=404)
    assert "answers with status 500" in problems({}, status=500)
    for odd in ([], "text", {"content_hash": 1}, {**good, "stamp": [1], "changed": 7}):
        assert problems(odd)
    (env / "words.py").write_text("WORDS = {}\n")
    assert "runs other files" in problems(good, env)
    assert "does not answer" in check_server(ServerAddress("http://127.0.0.1:9"))[0]
