"""What a run leaves behind, and how a hanging import is reported."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.engine.check_jobs import WarmUpJob
from hallmark_rl.conformance.engine.session import Session
from hallmark_rl.conformance.engine.supervisor import SubjectFailed, Supervisor, Target
from tests.sdk.test_subject import APP, ENVIRONMENT, MODELS, write

ROOT = Path(__file__).parents[2]
UNTIDY = """
import os, subprocess
open("log.txt", "a").write("started")
os.makedirs("outputs", exist_ok=True)
subprocess.Popen(["sleep", "1000"], start_new_session=True)
"""


def folder_with(top: str, folder: Path) -> Path:
    text = "# openenv\n" + top + ENVIRONMENT.format(models=MODELS) + APP.format(imports="")
    return write(
        folder, {"openenv.yaml": "name: poke\napp: server.app:app\n", "server/app.py": text}
    )


def arguments(folder: Path, reports: Path) -> list[str]:
    common = ["-p", "no:cacheprovider", "--replays", str(reports), "--report-dir", str(reports)]
    suite = [sys.executable, "-m", "pytest", str(ROOT / "conformance"), "-k", "reset.accepts_seed"]
    return [*suite, "--profile", "quick", "--env", str(folder), *common]


def started_with(mark: str) -> list[psutil.Process]:
    processes = []
    for process in psutil.process_iter():
        try:
            if process.environ().get("HALLMARK_TEST") == mark:
                processes.append(process)
        except psutil.Error:
            continue
    return [process for process in processes if process.status() != psutil.STATUS_ZOMBIE]


def test_a_run_reads_files_of_the_working_directory_and_leaves_no_file_and_no_process(
    tmp_path: Path,
) -> None:
    folder = folder_with(f'open("words.txt").read()\n{UNTIDY}', tmp_path / "untidy")
    here = write(tmp_path / "here", {"words.txt": "one"})
    mark = {"HALLMARK_TEST": str(tmp_path)}
    done = subprocess.run(
        arguments(folder, tmp_path / "reports"),
        cwd=here,
        env={**os.environ, **mark},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert [path.name for path in here.iterdir()] == ["words.txt"]
    assert (here / "words.txt").read_text() == "one"
    assert started_with(str(tmp_path)) == []


def test_an_interrupted_gate_ends_all_processes(tmp_path: Path) -> None:
    folder, scratch = folder_with("", tmp_path / "poke"), tmp_path / "scratch"
    scratch.mkdir()
    gate = subprocess.Popen(
        [sys.executable, "-m", "hallmark_rl.conformance.gate", str(folder)],
        cwd=ROOT,
        env={**os.environ, "HALLMARK_TEST": str(tmp_path), "TMPDIR": str(scratch)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        # A shell has its background jobs ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    while gate.poll() is None and not list(scratch.glob("hallmark-work-*/*")):
        time.sleep(0.1)
    os.killpg(gate.pid, signal.SIGINT)
    output, _ = gate.communicate()
    assert gate.returncode == 130
    assert output.splitlines()[-1] == f"interrupted: nothing was written in {folder}"
    assert list(scratch.iterdir()) == []
    assert started_with(str(tmp_path)) == []


def test_an_import_that_hangs_is_reported_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hallmark_rl.conformance.engine.supervisor.IMPORT_IDLE_SECONDS", 4.0)
    folder = folder_with("import time\ntime.sleep(1000)\n", tmp_path / "hangs")
    supervisor = Supervisor(Target(str(folder), PROFILES["quick"]), tmp_path)
    with pytest.raises(SubjectFailed, match=r"hangs/server/app.py, line 3: what hangs must move"):
        supervisor.wait_ready()


def test_a_job_after_the_end_gets_an_answer(tmp_path: Path) -> None:
    folder = folder_with("", tmp_path / "poke_ended")
    supervisor = Supervisor(Target(str(folder), PROFILES["quick"]), tmp_path)
    supervisor.close()
    supervisor._thread.join(20.0)
    answer = supervisor.submit(WarmUpJob(5.0)).result(5.0)
    assert "process ended" in answer.failure


def test_a_session_that_is_closed_does_not_start(tmp_path: Path) -> None:
    folder = folder_with("", tmp_path / "poke_closed")
    session = Session(Target(str(folder), PROFILES["quick"]), [], tmp_path / "replays")
    session.close()
    with pytest.raises(SubjectFailed, match="closed"):
        session.start()
