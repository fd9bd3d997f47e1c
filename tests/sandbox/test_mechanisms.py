"""What comes from the caller, and what dies with it: each mechanism with and without."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from threading import Thread
from typing import Any

import psutil
import pytest

from hallmark_rl.sandbox import Limits, Sandbox
from hallmark_rl.sandbox.host import launch
from tests.sandbox.mechanism_removal import assert_needed, stdout_without

# What comes from the caller.


def test_environment(kernel: Sandbox) -> None:
    look = "import os, sys\nprint('PWN' if os.environ or sys.executable or sys.argv[1:] else 'no')"
    assert_needed("environment", look)


def _spawned_with(monkeypatch: pytest.MonkeyPatch, change: Callable[[Any], Any]) -> None:
    real = launch._InterpreterProcess
    monkeypatch.setattr(launch, "_InterpreterProcess", lambda c, **k: real(c, **change(k)))


def test_environment_is_not_passed_on(kernel: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HALLMARK_SECRET", "PWN")
    look = "import os\nprint(os.environ.get('HALLMARK_SECRET'))"
    assert "PWN" not in stdout_without(look, {"environment"})
    _spawned_with(monkeypatch, lambda options: {**options, "env": None})
    assert "PWN" in stdout_without(look, {"environment"})


def test_descriptors_are_not_passed_on(kernel: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    os.dup2(reader, 200, inheritable=True)
    look = "import os\nos.fstat(200)\nprint('PWN')"
    try:
        assert "PWN" not in stdout_without(look, set())
        _spawned_with(
            monkeypatch, lambda options: {**options, "pass_fds": (*options["pass_fds"], 200)}
        )
        assert "PWN" in stdout_without(look, set())
    finally:
        for descriptor in (reader, writer, 200):
            os.close(descriptor)


# What dies with what.


def _left(omit: set[str], victim: Callable[[psutil.Process], psutil.Process]) -> bool:
    """Whether something outlives the killed `victim` of a box at work."""
    limits = Limits(wall_s=30.0)
    with Sandbox(policy="python", require="process", limits=limits, _omit=frozenset(omit)) as box:
        assert box.run("pass").status == "ok"
        (pid,) = box._pool.workers[0].processes
        worker = box._pool.workers[0]
        worker.with_retries = lambda work: work()  # type: ignore[method-assign]  # no second try
        run = Thread(target=lambda: _ignore(lambda: box.run("import time; time.sleep(20)")))
        run.start()
        time.sleep(0.5)
        top = psutil.Process(pid)
        family = [top, *top.children(recursive=True)]
        doomed = victim(top)
        doomed.kill()
        rest = [member for member in family if member != doomed]
        _, alive = psutil.wait_procs(rest, timeout=1.5)
        alive = [p for p in alive if p.is_running() and p.status() != psutil.STATUS_ZOMBIE]
        for process in alive:
            process.kill()
        run.join(10)
        return bool(alive)


def _ignore(work: Callable[[], object]) -> None:
    try:
        work()
    except Exception:
        return


@pytest.mark.parametrize("level", ["kernel", "filtered"])
def test_death_signal(request: pytest.FixtureRequest, level: str) -> None:
    request.getfixturevalue(level)
    omit = {"namespaces"} if level == "filtered" else set()
    assert not _left(omit, lambda top: top)
    assert _left({*omit, "death-signal"}, lambda top: top)
