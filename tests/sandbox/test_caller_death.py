"""Zygotes end with the process that started them, whenever it dies, and serve no other process."""

from __future__ import annotations

import contextlib
import functools
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from hallmark_rl.sandbox import Sandbox
from tests.sandbox.resource_snapshot import all_ended

_ROOT = Path(__file__).parents[2]
_CALLER = """
import sys, threading
from hallmark_rl.sandbox import Limits, Sandbox
limits = Limits(wall_s=60.0)
box = Sandbox(policy="python", require="process", limits=limits, _omit=frozenset(sys.argv[1:]))
assert box.run("pass").status == "ok"
threading.Thread(target=box.run, args=("import time; time.sleep(60)",)).start()
print("ready", flush=True)
"""


@pytest.mark.parametrize("omit", ["", "namespaces"], ids=["kernel", "filtered"])
def test_nothing_is_left_when_the_caller_is_killed(omit: str) -> None:
    command = [sys.executable, "-c", _CALLER, *([omit] if omit else [])]
    with subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.PIPE) as caller:
        assert caller.stdout is not None
        assert caller.stdout.readline() == b"ready\n"
        time.sleep(0.2)
        pids = [p.pid for p in psutil.Process(caller.pid).children(recursive=True)]
        assert len(pids) >= 2
        caller.kill()
        caller.wait()
        assert all_ended(pids, 4.0)  # the run itself would last longer


_LOOP = "print('loops', flush=True)\nwhile True: pass\n"
_HOLDER = f"""
from hallmark_rl.sandbox import Limits, Sandbox
box = Sandbox(policy="python", require="process", limits=Limits(wall_s=60.0, cpu_s=60.0))
print(box.run({_LOOP!r}))
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
@pytest.mark.parametrize(
    "words",
    [
        ["-m", "hallmark_rl.sandbox.run", "-", "--policy", "python"],
        ["-m", "hallmark_rl", "run", "-", "--policy", "python"],
        ["-c", _HOLDER],
    ],
    ids=["sandbox.run", "hallmark run", "holder"],
)
def test_no_process_is_left_when_a_command_is_told_to_end(words: list[str], number: int) -> None:
    limits = ["--wall", "60", "--cpu", "60", "--require", "process"] if "-m" in words else []
    pipe = subprocess.PIPE
    heed = functools.partial(signal.signal, signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(
        [sys.executable, *words, *limits],
        cwd=_ROOT, stdin=pipe, stdout=pipe, stderr=pipe, preexec_fn=heed,
    ) as caller:  # fmt: skip
        assert caller.stdin is not None
        caller.stdin.write(_LOOP.encode())
        caller.stdin.close()
        pids = _looping(caller.pid)
        caller.send_signal(number)
        caller.wait(20)
        assert all_ended(pids, 4.0)  # the run itself would last longer


def _looping(caller: int) -> list[int]:
    """The descendants of `caller`, once one of them uses much CPU time: the program loops."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        children = psutil.Process(caller).children(recursive=True)
        if len(children) >= 3:  # the two processes of a zygote, and the run
            with contextlib.suppress(psutil.Error):
                run = max(children, key=lambda child: child.create_time())
                if run.cpu_times().user > 0.2:
                    return [child.pid for child in children]
        time.sleep(0.02)
    raise AssertionError("The program does not run.")


_FORKED = """
import os, time
from hallmark_rl.sandbox import Sandbox
box = Sandbox(policy="python", require="process")
assert box.run("pass").status == "ok"
fork = os.fork()
print(fork, flush=True) if fork else None
time.sleep(60)
"""


def test_a_zygote_ends_with_its_caller_though_a_fork_holds_the_socket() -> None:
    command = [sys.executable, "-c", _FORKED]
    with subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.PIPE) as caller:
        assert caller.stdout is not None
        fork = int(caller.stdout.readline())
        zygotes = _zygotes_of(caller.pid)
        assert zygotes
        caller.kill()
        ended = all_ended(zygotes)
        os.kill(fork, signal.SIGKILL)
        assert ended


_STARTER = """
import sys
from hallmark_rl.sandbox import Sandbox
box = Sandbox(policy="python", require="process", _omit=frozenset(sys.argv[1:]))
box.isolation
print("started", flush=True)
sys.stdin.read()
"""


def _zygotes_of(caller: int) -> list[int]:
    """The processes that were started for `caller`, whatever their parent is now."""
    pids = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            words = process.cmdline()
            if str(caller) in words and any(
                "hallmark_rl.sandbox.zygote.bootstrap" in word for word in words
            ):
                pids.append(process.pid)
    return pids


@pytest.mark.parametrize(
    "omit",
    [
        pytest.param([], id="kernel"),
        pytest.param(["namespaces"], id="filtered", marks=pytest.mark.slow),
    ],
)
def test_no_process_is_left_when_the_caller_is_killed_during_zygote_start(omit: list[str]) -> None:
    command = [sys.executable, "-c", _STARTER, *omit]
    moments, longest, caught = random.Random(1), 0.0, 0
    for attempt in range(80):
        with subprocess.Popen(
            command, cwd=_ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as caller:
            assert caller.stdout is not None
            began = time.monotonic()
            if longest:
                time.sleep(moments.uniform(0.2, 1.0) * longest)
                if _zygotes_of(caller.pid):
                    caught += 1
                else:  # the machine has become slower
                    longest *= 1.2
            else:  # the first time, measure how long a start takes
                assert caller.stdout.readline() == b"started\n"
                longest = time.monotonic() - began
                assert _zygotes_of(caller.pid)
            caller.kill()
            caller.wait()
        deadline = time.monotonic() + 5.0
        while (left := _zygotes_of(caller.pid)) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert not left
        if attempt >= 12 and caught > 5:
            break
    assert caught > 5


def test_a_forked_caller_starts_zygotes_of_its_own() -> None:
    with Sandbox(policy="python", require="process") as box:
        assert box.run("pass").status == "ok"
        pid = os.fork()
        if not pid:
            status = 1
            try:
                status = 0 if box.run("print(2)").stdout == "2\n" else 1
                box.close()
            finally:
                os._exit(status)
        _, status = os.waitpid(pid, 0)
        assert status == 0
        assert box.run("print(1)").stdout == "1\n"
