"""A staged folder is served, its page and sessions are tried, and nothing is left behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

pytest.importorskip("openenv")

from hallmark_rl.conformance import stage
from hallmark_rl.conformance.client.server_address import ServerAddress
from hallmark_rl.conformance.core.stage_problem import StageProblem
from hallmark_rl.conformance.deploy import server_checks, try_staged
from hallmark_rl.conformance.deploy.server_checks import require_play_page
from hallmark_rl.conformance.deploy.staged_folder import Staged, StageOptions, stage_folder
from hallmark_rl.sdk.new import create

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Staged, Path]:
    """A scaffold, staged, and the folder that it was made from."""
    folder = tmp_path_factory.mktemp("try")
    create("tried_env", folder)
    env = folder / "tried_env"
    return stage_folder(env, folder / "staged", StageOptions(), lambda staged: None), env


def test_its_page_and_32_sessions_are_tried_it_is_proved_and_served_until_it_ends(
    staged: tuple[Staged, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    proved: list[str] = []

    def prove(url: str) -> int:
        proved.append(url)
        return 0

    answers = iter([True, True, False])
    monkeypatch.setattr(try_staged, "is_healthy", lambda address: next(answers))
    monkeypatch.setattr(try_staged, "_SECONDS_BETWEEN_LOOKS", 0.0)
    with pytest.raises(StageProblem, match="does not answer any more"):
        try_staged.try_staged(*staged, said.append, prove, build=False, serve=True)
    assert said[0].startswith("not built: its server runs with this Python")
    assert f"a person can play at {proved[0]}/play" in said
    assert [line.partition(",")[0] for line in said[-3:-1]] == [
        "1 sessions at a time: 2 episodes",
        "32 sessions at a time: 64 episodes",
    ]
    assert said[-1].endswith(" goes on until Ctrl-C")
    assert next(answers, None) is None
    assert len(proved) == 1


def test_it_is_not_served_if_it_is_not_proved(
    staged: tuple[Staged, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(try_staged, "_SESSIONS", 1)
    with pytest.raises(StageProblem, match="hallmark prove ended with 1"):
        try_staged.try_staged(*staged, said.append, lambda url: 1, build=False, serve=True)
    assert not said[-1].endswith(" goes on until Ctrl-C")


@pytest.mark.parametrize(
    ("answers", "problem"),
    [
        ({}, "does not answer"),
        ({"/play": "<p>", "/play/episode": []}, "does not begin an episode: "),
        ({"/play": "<p>", "/play/episode": {"steps": [{"failure": "x"}]}}, "begin an episode"),
    ],
)
def test_a_page_that_does_not_play_is_a_failure(
    answers: dict[str, Any], problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def get(address: ServerAddress, path: str, *rest: Any, **more: Any) -> Any:
        return answers[path]

    class Reply:
        """What `urlopen` returns."""

        def __enter__(self) -> Reply:
            return self

        def __exit__(self, *error: object) -> None: ...

        def read(self) -> bytes:
            return b""

    def opened(url: str, timeout: float) -> Reply:
        if "/play" not in answers:
            raise OSError("refused")
        return Reply()

    monkeypatch.setattr(server_checks, "server_record", lambda address: {"play": "/play"})
    monkeypatch.setattr(server_checks, "get_json", get)
    monkeypatch.setattr("urllib.request.urlopen", opened)
    with pytest.raises(StageProblem, match=problem):
        require_play_page(ServerAddress("http://127.0.0.1:1"))


@pytest.mark.parametrize("play", ["", None])
def test_a_server_without_the_page_is_no_failure(
    play: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_checks, "server_record", lambda address: {"play": play})
    assert require_play_page(ServerAddress("http://127.0.0.1:1")) == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--try", "--try-here"], "choose one of --try and --try-here"),
        (["--serve"], "--serve needs --try or --try-here"),
    ],
)
def test_options_that_exclude_each_other(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert stage.main([str(tmp_path), "--out", str(tmp_path / "out"), *words]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_server_and_removes_what_was_begun(
    number: signal.Signals, staged: tuple[Staged, Path], tmp_path: Path
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    command = [sys.executable, "-m", "hallmark_rl.conformance.stage", str(staged[1]), "--unproved"]
    process = subprocess.Popen(
        [*command, "--out", str(tmp_path / "out")],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        server = wait_for(lambda: server_of(process))
        process.send_signal(number)
        _, errors = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 128 + number
    assert "Traceback" not in errors
    assert not server.is_running()
    assert list(temporary.iterdir()) == []
    assert [path.name for path in tmp_path.iterdir()] == ["temporary"]


def server_of(process: subprocess.Popen[str]) -> psutil.Process | None:
    """The server that a command has started."""
    for child in psutil.Process(process.pid).children():
        with contextlib.suppress(psutil.Error):  # one of its other children has ended meanwhile
            if "hallmark_rl.sdk.env_server" in child.cmdline():
                return child
    return None


def wait_for(look: Callable[[], psutil.Process | None]) -> psutil.Process:
    """What `look` returns as soon as it returns something."""
    until = time.monotonic() + 300
    while time.monotonic() < until:
        if found := look():
            return found
        time.sleep(0.1)
    raise AssertionError("no server was started")
