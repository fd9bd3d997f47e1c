"""Jobs survive the death of zygotes, and a closed or killed sandbox leaves nothing behind."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from hallmark_rl.sandbox import Sandbox
from tests.sandbox.held_namespaces import HeldNamespaces
from tests.sandbox.mixed_jobs import KINDS, jobs, wrong
from tests.sandbox.resource_snapshot import ResourceSnapshot, all_ended, descendants
from tests.sandbox.stress import kill_caller, stress

_ROOT = Path(__file__).parents[2]


def _processes_of(box: Sandbox) -> list[int]:
    (worker,) = box._pool.workers
    return [
        member.pid
        for pid in worker.processes
        for member in (psutil.Process(pid), *psutil.Process(pid).children(recursive=True))
    ]


@pytest.mark.parametrize("omit", [set(), {"namespaces"}], ids=["kernel", "filtered"])
@pytest.mark.parametrize("victim", [0, 1])
def test_a_job_is_repeated_when_its_zygote_dies(omit: set[str], victim: int) -> None:
    source = "import time\ndef f(x):\n    time.sleep(0.4)\n    return x"
    with Sandbox(policy="python", require="process", _omit=frozenset(omit)) as box:
        before = box.run("pass").status
        pids = _processes_of(box)

        def kill() -> None:
            time.sleep(0.15)
            os.kill(pids[min(victim, len(pids) - 1)], signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        outcome = box.call(source, "f", [(1,), (2,)])
        killer.join()
        assert before == outcome.status == "ok"
        assert [r.value for r in outcome.results] == [1, 2]
        assert all_ended(pids)


def test_a_zygote_that_always_dies_makes_the_sandbox_unavailable() -> None:
    with Sandbox(policy="python", require="process") as box:
        stop, others = threading.Event(), descendants()

        def kill() -> None:
            while not stop.wait(0.02):
                for pid in descendants() - others:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        outcome = box.run("import time; time.sleep(1)")
        stop.set()
        killer.join()
        assert outcome.status == "unavailable"
        assert box.run("print(1)").stdout == "1\n"


def test_nothing_is_left_after_close() -> None:
    keys, shared = Path("/proc/keys"), Path("/dev/shm")
    descriptors = os.listdir("/proc/self/fd")
    before = keys.read_text().count("\n"), sorted(os.listdir(shared))
    others = descendants()
    with Sandbox(workers=2, policy="python", require="process") as box:
        for _ in range(5):
            box.run("import os\nos.fork()", stdin="x")
            box.call("def f(): pass", "f", [()], fresh_calls=True)
        box.check("def f(): return 1", "def check(c): assert c() == 1", "f")
        children = list(descendants() - others)
    assert all_ended(children)
    assert os.listdir("/proc/self/fd") == descriptors
    assert (keys.read_text().count("\n"), sorted(os.listdir(shared))) == before


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Handle SIGINT as usual: a process started in the background may ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_of_the_caller_ends_the_run() -> None:
    with Sandbox(policy="python", require="process") as box:
        box.run("pass")
        pids = _processes_of(box)
        main = threading.main_thread().ident
        assert main is not None
        timer = threading.Timer(0.3, lambda: signal.pthread_kill(main, signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            box.run("while True: pass")
        assert all_ended(pids)
        assert box.run("print(1)").stdout == "1\n"


def test_a_stopped_zygote_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hallmark_rl.sandbox.host.run_connection._GRACE_S", 0.3)
    with Sandbox(policy="python", require="process") as box:
        box.run("pass")
        pids = _processes_of(box)
        os.kill(pids[-1], signal.SIGSTOP)
        assert box.call("def f(): return 1", "f", [()]).results[0].value == 1
        assert all_ended(pids)


@pytest.mark.parametrize(
    "act",
    [
        "os.kill(os.getpid(), signal.SIGSTOP)",
        "os.kill(-1, signal.SIGKILL)",
        "os.kill(os.getppid(), signal.SIGKILL)",
        "os.kill(os.getppid(), signal.SIGINT)",
        "os.kill(0, signal.SIGTERM)",
        "[os.close(n) for n in range(4)]",
        "os.write(3, b'\\x7f\\xff\\xff\\xff' + b'x' * 100)",
        "[os.write(3, b'\\x00\\x00\\x00\\x01[') for _ in range(10**6)]",
        "[os.write(3, b'x' * 65536) for _ in range(10**6)]",
        "resource.setrlimit(resource.RLIMIT_AS, (-1, -1))",
        "fcntl.fcntl(3, fcntl.F_SETFL, os.O_NONBLOCK)",
        "fcntl.fcntl(1, 1031, 4096)",
        "ctypes.CDLL(None).prctl(1, 0)",
        "sys.settrace(lambda *a: 1 / 0) or sys.setrecursionlimit(5)",
        "os.dup2(0, 3)",
        "gc.get_objects().clear() or [o.clear() for o in gc.get_objects() if type(o) is dict]",
    ],
)
def test_an_attack_on_the_runner_affects_only_its_own_run(python_box: Sandbox, act: str) -> None:
    imports = "import ctypes, fcntl, gc, os, resource, signal, sys\n"
    before = _processes_of(python_box)
    outcome = python_box.run(imports + act + "\nprint('done')")
    assert outcome.status != "unavailable"
    assert outcome.wall_s < 2
    after = python_box.call("def f(x): return x", "f", [(7,)])
    assert [r.value for r in after.results] == [7]
    assert after.stdout == ""
    assert _processes_of(python_box) == before


def test_a_snapshot_finds_leaked_resources(tmp_path: Path) -> None:
    before = ResourceSnapshot.now()
    with HeldNamespaces() as none:
        assert ResourceSnapshot.now().since(before, none) == []
    command = ["unshare", "--net", "sleep", "60"] if os.geteuid() == 0 else ["sleep", "60"]
    descriptor = os.open(tmp_path, os.O_RDONLY)
    with HeldNamespaces() as entered:
        with subprocess.Popen(command) as process:
            time.sleep(0.3)
            entered.add({process.pid})
            faults = ResourceSnapshot.now().since(
                before, entered, frozenset({process.pid}), patience_s=0.0
            )
            process.kill()
        os.close(descriptor)
        text = " ".join(faults)
        assert str(process.pid) in text
        assert f"descriptors are left: ['{descriptor}']" in text
        assert "killed caller" in text
        assert ("namespaces are left" in text) == (os.geteuid() == 0)
        assert ResourceSnapshot.now().since(before, entered) == []


_NEW_NAMESPACES = """
import os, sys
from hallmark_rl.sandbox.isolation.syscalls import unshare
print(flush=True)
number = input()
for _ in range(300):
    unshare(0x04000000)  # CLONE_NEWUTS
    os.open("/proc/self/ns/uts", 0)  # held, so that the next one has another number
    if os.readlink("/proc/self/ns/uts") == number:
        break
print(flush=True)
input()
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root enters a namespace without a user's")
def test_a_new_namespace_of_an_older_process_is_no_leak() -> None:
    """The kernel would give it the number of one that has ended."""

    def say(process: subprocess.Popen[str], line: str) -> str:
        print(line, file=process.stdin, flush=True)
        return process.stdout.readline()

    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    older = [sys.executable, "-c", _NEW_NAMESPACES]
    with HeldNamespaces() as entered, subprocess.Popen(older, cwd=_ROOT, **pipes) as other:
        other.stdout.readline()
        with subprocess.Popen(["unshare", "--uts", "cat"], **pipes) as seen:
            say(seen, "begin")
            entered.add({seen.pid})
            (number,) = entered.occupied()
        assert entered.occupied() == set()
        say(other, number)
        assert entered.occupied() == set()
        other.kill()


@pytest.mark.parametrize("kind", KINDS)
def test_a_wrong_outcome_is_recognised(kind: str, kernel: Sandbox) -> None:
    right = dict(jobs(400, 3))[kind]
    number = int(right.calls[0][0])
    outcome = kernel.run_job(right)
    assert wrong(kind, number, outcome) == ""
    other = "crash" if outcome.status != "crash" else "ok"
    assert wrong(kind, number, replace(outcome, status=other))
    if outcome.status == "ok":
        assert wrong(kind, number, replace(outcome, results=()))
        if outcome.results[0].ok:
            assert wrong(kind, number + 1, outcome)


def test_mixed_jobs_while_zygotes_are_killed() -> None:
    batch = stress(200, workers=2, kill_every_s=0.2, seed=1)
    assert not batch["faults"]
    assert batch["kills"]
    assert not kill_caller(2, 1)


def test_a_sandbox_works_with_any_descriptor_numbers() -> None:
    with contextlib.ExitStack() as held:
        for _ in range(12):
            with Sandbox(require="process") as box:
                assert box.run("print(1)").status == "ok"
            held.callback(os.close, os.open(os.devnull, os.O_RDONLY))


_WITHOUT_STREAMS = """
import psutil
from hallmark_rl.sandbox import Sandbox, ZygotePrewarmer
def runs(box):
    assert box.run("print(input())", stdin="x").stdout == "x\\n"
    if box.isolation.level == "kernel":
        assert box.run("print(open('a').read())", files={"a": b"1"}).stdout == "1\\n"
with Sandbox(policy="python", require="process") as box:
    runs(box)
with ZygotePrewarmer(policy="python") as warm, Sandbox(policy="python", require="process") as box:
    runs(box)
    assert warm._process.pid in {
        psutil.Process(pid).ppid() for pid in box._pool.workers[0].processes
    }
"""


@pytest.mark.parametrize("closed", ["<&-", "<&- >&-", "<&- >&- 2>&-"])
def test_a_caller_without_standard_streams(closed: str) -> None:
    command = ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-c", _WITHOUT_STREAMS]
    done = subprocess.run(command, cwd=_ROOT, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


def test_a_zygote_that_has_served_no_run_ends_without_an_error() -> None:
    omit = frozenset({"namespaces"})  # or the process that was started is not the zygote
    with Sandbox(policy="python", require="process", _omit=omit) as box:
        assert box.isolation.level != "none"
        (zygote,) = box._pool.workers[0]._zygotes.values()
    assert zygote._process.process.wait() == 0


@pytest.mark.parametrize("call", ["pipe", "eventfd"])
def test_what_the_host_refuses_to_a_run_is_unavailable(
    call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    with Sandbox(require="process") as box:
        level = box.isolation.level  # starts the zygote
        if call == "eventfd" and level != "kernel":
            pytest.skip("fresh calls do not fork here")
        monkeypatch.setattr(os, call, refuse)
        outcome = box.call("def f(): return 1", "f", [()], fresh_calls=True)
        assert outcome.status == "unavailable"
        assert outcome.error is not None
        assert "the host refuses" in outcome.error.message
        if call == "pipe":
            checked = box.check("def f(): return 1", "def check(f): f()", "f")
            assert checked.status == "unavailable"
        monkeypatch.undo()
        assert box.run("print(1)").stdout == "1\n"
