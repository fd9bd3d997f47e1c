"""Zygotes of a hatchery are as good as those that are started anew, and it can be lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import psutil
import pytest

from hallmark_rl.conformance.processes.forking import run_in_fork
from hallmark_rl.sandbox import Hatchery, Sandbox
from tests.sandbox.traces import family, gone

_DRAW = "import random\nprint(random.random())"


@pytest.fixture
def hatchery() -> Iterator[Hatchery]:
    with Hatchery(policy="python") as opened:
        yield opened


def _parent(box: Sandbox) -> int:
    """Who started the only zygote of a sandbox."""
    (worker,) = box._workers
    (pid,) = worker.processes
    return int(psutil.Process(pid).ppid())


def _seen() -> list[object]:
    """Where a sandbox of this process has its zygote from, and what it promises and does."""
    with Sandbox(policy="python", require="process", seed=0) as box:
        isolation = box.isolation
        outcome = box.run(_DRAW)
        says = [outcome.stdout, isolation.level, list(isolation.mechanisms), *isolation.missing]
        return [_parent(box), says]


def test_forks_have_their_zygotes_from_it(hatchery: Hatchery) -> None:
    forks = [run_in_fork(_seen) for _ in range(2)]
    assert [parent for parent, _ in forks] == [hatchery._process.pid] * 2
    hatchery.close()
    parent, said = _seen()
    assert parent == os.getpid()
    assert [says for _, says in forks] == [said, said]


def test_other_sandboxes_do_not_have_theirs_from_it(hatchery: Hatchery) -> None:
    for kind in ({"seed": 1}, {"virtual_clock": True}, {"policy": "restricted"}):
        with Sandbox(**{"policy": "python", "require": "process", **kind}) as box:  # type: ignore[arg-type]
            assert box.run(_DRAW).status == "ok"
            assert _parent(box) == os.getpid()


def test_a_wall_that_is_left_out_is_left_out(hatchery: Hatchery) -> None:
    with Sandbox(policy="python", require="process", _omit=frozenset({"namespaces"})) as box:
        assert box.isolation.level == "filtered"
        assert _parent(box) == hatchery._process.pid


def test_without_it_zygotes_start_as_ever(hatchery: Hatchery) -> None:
    with Sandbox(policy="python", require="process") as held:
        held.run("pass")
        hatchery._process.kill()
        hatchery._process.wait()
        assert held.run("print(1)").stdout == "1\n"
        parent, _ = _seen()
        assert parent == os.getpid()


def test_a_zygote_that_dies_is_replaced_and_a_stubborn_one_is_ended(hatchery: Hatchery) -> None:
    with Sandbox(policy="python", require="process") as box:
        box.run("pass")
        (first,) = box._workers[0].processes
        os.kill(first, signal.SIGKILL)
        assert box.run("print(1)").stdout == "1\n"
        (second,) = box._workers[0].processes
        assert _parent(box) == hatchery._process.pid
        os.kill(second, signal.SIGSTOP)  # cannot leave by itself
    assert gone([first, second])


def test_nothing_is_left_after_close() -> None:
    others, descriptors = family(), os.listdir("/proc/self/fd")
    with Hatchery(policy="python"):
        for _ in range(3):
            _seen()
        assert family() > others
    assert family() == others
    assert os.listdir("/proc/self/fd") == descriptors


def test_nothing_is_left_when_the_caller_is_killed() -> None:
    program = (
        "import time; from hallmark_rl.sandbox import Hatchery, Sandbox\n"
        "hatchery = Hatchery('python'); box = Sandbox(policy='python', require='process')\n"
        "print(box.run('print(1)').stdout, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as caller:
        assert caller.stdout is not None
        assert caller.stdout.readline() == b"1\n"
        started = family(caller.pid)
        caller.kill()
    assert len(started) >= 2
    assert gone(list(started))
