"""The tools of `tox -e coverage`: what runs in a zygote and its runs is noted; sums are right."""

from __future__ import annotations

import importlib.util
import inspect
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from hallmark_rl.sandbox.protocol import framing

CI = Path(__file__).resolve().parents[1] / ".ci"
SOURCE = str(CI.parent / "sandbox" / "protocol" / "framing.py")
ZYGOTE = """
import os, sys
sys.path[:0] = sys.argv[2:]
import zygote_trace
zygote_trace.begin(sys.argv[1])
from hallmark_rl.sandbox.protocol import framing
framing.frame(b"in the zygote")
if not os.fork():
    framing.pop_frames(bytearray())
    os._exit(0)
os.wait()
os._exit(0)
"""


def module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, CI / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def lines(function: Any) -> set[int]:
    source, first = inspect.getsourcelines(function)
    return set(range(first + 1, first + len(source)))


def test_lines_of_a_process_and_of_its_forks_are_noted(tmp_path: Path) -> None:
    trace = module("zygote_trace")
    notes = tmp_path / "notes"
    notes.write_bytes(bytes(len(trace.traced_modules()) * 2 * trace.LONGEST**2))
    path = [str(notes), str(CI), str(CI.parent)]
    subprocess.run([sys.executable, "-P", "-c", ZYGOTE, *path], check=True)
    arcs = dict(trace.arcs_of(notes.read_bytes()))[SOURCE]
    ran = {line for arc in arcs for line in arc}
    assert ran & lines(framing.frame)
    assert ran & lines(framing.pop_frames)
    assert not ran & lines(framing.read_exactly)
    assert (max(ran & lines(framing.frame)), -min(lines(framing.frame)) + 1) in arcs  # it returned


def test_every_traced_module_fits() -> None:
    trace = module("zygote_trace")
    for source, _ in trace.arcs_of(b""):
        assert len(Path(source).read_text(encoding="utf-8").splitlines()) < trace.LONGEST


def report(**covered: int) -> dict[str, Any]:
    return {
        f"{name.replace('_', '/')}.py": {
            "summary": {
                "covered_lines": count, "covered_branches": 0,
                "num_statements": 8, "num_branches": 2,
            }
        }
        for name, count in covered.items()
    }  # fmt: skip


@pytest.mark.parametrize(("second", "status"), [(8, 1), (10, 0)])
def test_packages_are_summed(
    second: int, status: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "coverage.json"
    files = report(sdk_tasks_a=8, sdk_tasks_b=second, sdk_c=10)
    path.write_text(json.dumps({"files": files}))
    assert module("coverage_by_package").main(path) == status
    printed = capsys.readouterr()
    assert f"{'sdk':28} {(18 + second) / 30:6.1%} of      24 statements" in printed.out
    assert f"{'sdk/tasks':28} {(8 + second) / 20:6.1%}" in printed.out
    assert ("below 90%: sdk" in printed.err) == bool(status)


def test_nothing_measured_is_no_success(tmp_path: Path) -> None:
    path = tmp_path / "coverage.json"
    path.write_text('{"files": {}}')
    assert module("coverage_by_package").main(path) == 1


def test_a_fork_that_the_suite_reaps_ends_by_itself_and_others_are_killed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "killpg", os.killpg)  # the module replaces it
    module("forks_end")

    def start() -> int:
        pid = os.fork()
        if not pid:
            os.setsid()
            time.sleep(0.3)
            os._exit(0)
        while os.getpgid(pid) != pid:
            time.sleep(0.01)
        return pid

    def reap_fork(pid: int) -> int:
        os.killpg(pid, signal.SIGKILL)
        return os.waitpid(pid, 0)[1]

    def end(pid: int) -> int:
        os.killpg(pid, signal.SIGKILL)
        return os.waitpid(pid, 0)[1]

    assert reap_fork(start()) == 0
    assert os.WTERMSIG(end(start())) == signal.SIGKILL
