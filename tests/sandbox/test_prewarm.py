"""Zygotes forked by a `ZygotePrewarmer` equal started ones, and sandboxes work without it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import psutil
import pytest

from hallmark_rl.conformance.processes.forking import run_in_fork
from hallmark_rl.sandbox import Sandbox, ZygotePrewarmer
from tests.sandbox.resource_snapshot import all_ended, descendants

_DRAW = "import random\nprint(random.random())"


@pytest.fixture
def prewarmer() -> Iterator[ZygotePrewarmer]:
    with ZygotePrewarmer(policy="python") as opened:
        yield opened


def _parent(box: Sandbox) -> int:
    """The parent of the only zygote of a sandbox."""
    (worker,) = box._pool.workers
    (pid,) = worker.processes
    return int(psutil.Process(pid).ppid())


def _open_and_run() -> list[object]:
    """The parent of the zygote of a new sandbox; then what it prints and its isolation."""
    with Sandbox(policy="python", require="process", seed=0) as box:
        isolation = box.isolation
        outcome = box.run(_DRAW)
        observed = [outcome.stdout, isolation.level, list(isolation.mechanisms), *isolation.missing]
        return [_parent(box), observed]


def test_forks_get_equal_zygotes_from_the_prewarmer(prewarmer: ZygotePrewarmer) -> None:
    forks = [run_in_fork(_open_and_run) for _ in range(2)]
    assert [parent for parent, _ in forks] == [prewarmer._process.pid] * 2
    prewarmer.close()
    parent, expected = _open_and_run()
    assert parent == os.getpid()
    assert [observed for _, observed in forks] == [expected, expected]


def _first_pid(*, fails: bool = False, omit: frozenset[str] = frozenset()) -> int:
    """The pid of the first run of a new zygote, in its own namespace: it counts the forks before.

    A zygote that `fails` is ended by another signal than that of its sandbox.
    """
    with Sandbox(policy="python", require="process", _omit=omit) as box:
        pid = int(box.run("import os\nprint(os.getpid())").stdout)
        (zygote,) = box._pool.workers[0].processes
        if fails:
            failing = psutil.Process(zygote)
            failing.send_signal(signal.SIGTERM)
            psutil.wait_procs([failing], timeout=5)
        return pid


def test_what_has_worked_is_not_tried_again_until_a_zygote_fails(
    prewarmer: ZygotePrewarmer,
) -> None:
    with Sandbox(policy="python", require="process") as box:
        if "pid-namespace" not in box.isolation.mechanisms or box.isolation.missing:
            pytest.skip("this host has no PID namespaces, or lacks a mechanism: all is tried")
    without_trials = _first_pid()
    assert _first_pid(omit=frozenset({"mdwe"})) > without_trials
    assert _first_pid(fails=True) == without_trials
    assert _first_pid() > without_trials
    assert _first_pid() == without_trials
    prewarmer.close()
    with ZygotePrewarmer(policy="python", always_try=True):
        assert [_first_pid() > without_trials for _ in range(2)] == [True, True]


def test_sandboxes_with_other_options_start_their_own_zygotes(prewarmer: ZygotePrewarmer) -> None:
    for kind in ({"seed": 1}, {"virtual_clock": True}, {"policy": "restricted"}):
        with Sandbox(**{"policy": "python", "require": "process", **kind}) as box:  # type: ignore[arg-type]
            assert box.run(_DRAW).status == "ok"
            assert _parent(box) == os.getpid()


def test_a_forked_zygote_leaves_out_mechanisms(prewarmer: ZygotePrewarmer) -> None:
    with Sandbox(policy="python", require="process", _omit=frozenset({"namespaces"})) as box:
        assert box.isolation.level == "filtered"
        assert _parent(box) == prewarmer._process.pid


def test_zygotes_start_as_usual_when_the_warm_interpreter_has_died(
    prewarmer: ZygotePrewarmer,
) -> None:
    with Sandbox(policy="python", require="process") as box:
        box.run("pass")
        prewarmer._process.kill()
        prewarmer._process.wait()
        assert box.run("print(1)").stdout == "1\n"
        parent, _ = _open_and_run()
        assert parent == os.getpid()


def test_a_dead_zygote_is_replaced_and_a_stopped_one_is_killed(
    prewarmer: ZygotePrewarmer,
) -> None:
    with Sandbox(policy="python", require="process") as box:
        box.run("pass")
        (first,) = box._pool.workers[0].processes
        os.kill(first, signal.SIGKILL)
        assert box.run("print(1)").stdout == "1\n"
        (second,) = box._pool.workers[0].processes
        assert _parent(box) == prewarmer._process.pid
        os.kill(second, signal.SIGSTOP)  # it cannot exit by itself
    assert all_ended([first, second])


def test_nothing_is_left_after_close() -> None:
    others, descriptors = descendants(), os.listdir("/proc/self/fd")
    with ZygotePrewarmer(policy="python"):
        for _ in range(3):
            _open_and_run()
        assert descendants() > others
    assert descendants() == others
    assert os.listdir("/proc/self/fd") == descriptors


def test_nothing_is_left_when_the_caller_is_killed() -> None:
    program = (
        "import time; from hallmark_rl.sandbox import ZygotePrewarmer, Sandbox\n"
        "prewarmer = ZygotePrewarmer('python'); box = Sandbox(policy='python', require='process')\n"
        "print(box.run('print(1)').stdout, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as caller:
        assert caller.stdout is not None
        assert caller.stdout.readline() == b"1\n"
        started = descendants(caller.pid)
        caller.kill()
    assert len(started) >= 2
    assert all_ended(list(started))
