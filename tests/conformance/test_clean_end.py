"""The end of a command: nothing that it started is left, and the process is as it was before."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import psutil

from hallmark_rl.conformance.processes.clean_end import no_process_left, wait_until_ended
from hallmark_rl.conformance.processes.forking import adopt_orphans, run_in_fork

_LEAVES_A_CHILD = (
    "import subprocess, sys\n"
    "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(99)'],\n"
    "                         stdout=subprocess.DEVNULL)\n"
    "print(child.pid)\n"
)


def _orphan() -> psutil.Process:
    """A process whose parent has ended."""
    command = [sys.executable, "-c", _LEAVES_A_CHILD]
    text = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    return psutil.Process(int(text))


def test_an_orphan_is_adopted_and_ended() -> None:
    with no_process_left():
        orphan = _orphan()
        assert orphan.ppid() == psutil.Process().pid
    assert not orphan.is_running()


def test_afterwards_orphans_are_not_adopted_any_more() -> None:
    with no_process_left():
        pass
    assert adopt_orphans(False) is False
    orphan = _orphan()
    try:
        ends = time.monotonic() + 20
        while orphan.ppid() == psutil.Process().pid and time.monotonic() < ends:
            time.sleep(0.01)
        assert orphan.ppid() != psutil.Process().pid
    finally:
        orphan.kill()


def test_a_process_that_its_parent_has_not_reaped_has_ended() -> None:
    child = subprocess.Popen([sys.executable, "-c", ""])
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    zombie = psutil.Process(child.pid)

    def wait() -> bool:
        """In a process that is not the parent; it does not take the seconds that it may take."""
        wait_until_ended([zombie], 60.0)
        return True

    try:
        assert run_in_fork(wait, 20.0) is True
        assert zombie.status() == psutil.STATUS_ZOMBIE
    finally:
        child.wait()


def test_the_wait_for_a_process_that_goes_on_ends() -> None:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(99)"])
    try:
        wait_until_ended([psutil.Process(child.pid)], 0.1)
        assert child.poll() is None
    finally:
        child.kill()
        child.wait()
