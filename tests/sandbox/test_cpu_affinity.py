"""Short runs are pinned to the CPU of their thread, and nothing else is pinned."""

from __future__ import annotations

import errno
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import psutil
import pytest

from hallmark_rl.conformance.processes.forking import run_in_fork
from hallmark_rl.sandbox import Job, Limits, Sandbox
from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.host import cpu_affinity, event_loop
from hallmark_rl.sandbox.host.cpu_affinity import CpuAssignments, CpuPin, ZygoteCpus
from tests.sandbox.conftest import LIMITS

_ADD = "def f(x): return x + 1"
_SLEEP = "import time\ntime.sleep(60)"


def _why_not() -> str:
    """Why runs cannot be pinned to one of several CPUs here; "" if they can."""
    try:
        ZygoteCpus(os.getpid())
    except OSError as error:
        return f"CPUs cannot be set: {error}"
    return "" if len(os.sched_getaffinity(0)) > 1 else "there is one CPU"


_REASON = _why_not()
needs_two_cpus = pytest.mark.skipif(bool(_REASON), reason=_REASON)


def _cpus() -> set[int]:
    """The CPUs that this thread may use."""
    return os.sched_getaffinity(0)


def _zygote(box: Sandbox) -> psutil.Process:
    """The process that forks the runs of a sandbox at `kernel`."""
    (worker,) = box._pool.workers
    (inside,) = psutil.Process(worker.processes[0]).children()
    return inside


class _Calls(Sequence[Any]):
    """One call; `make` is called when it is read, in the thread that waits for the run."""

    def __init__(self, make: Callable[[], object]) -> None:
        self._make = make

    def __len__(self) -> int:
        return 1

    def __getitem__(self, place: Any) -> Any:
        if place == 0:
            self._make()
        return [(1,)][place]


@pytest.fixture(scope="module")
def kernel() -> Iterator[Sandbox]:
    """Level `kernel`, all of Python, with pinned threads."""
    with Sandbox(policy="python", require="process", limits=LIMITS, pin_threads=True) as box:
        if box.isolation.level != "kernel":
            pytest.skip(f"this host gives {box.isolation.level}: {box.isolation.missing}")
        yield box


@pytest.fixture(scope="module")
def restricted() -> Iterator[Sandbox]:
    """Level `kernel`, the `restricted` policy, with pinned threads."""
    with Sandbox(require="process", limits=LIMITS, pin_threads=True) as box:
        if box.isolation.level != "kernel":
            pytest.skip(f"this host gives {box.isolation.level}: {box.isolation.missing}")
        yield box


def test_no_cpus_are_changed_unless_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the CPUs of a thread or process were changed")

    monkeypatch.setattr(cpu_affinity.os, "sched_setaffinity", refuse)
    with Sandbox(policy="python", require="process") as box:
        assert box.run("print(1)").stdout == "1\n"
        assert box.call(_ADD, "f", [(1,)]).status == "ok"
        check = "def check(f): assert f(1) is not None"
        assert box.check(_ADD, check, "f").status != "unavailable"


@pytest.fixture
def always_pin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pin all runs, however long they take and however busy the machine is."""
    monkeypatch.setattr(event_loop, "_SHORT_RUN_MS", 20_000)
    monkeypatch.setattr(CpuAssignments, "record_wait", lambda *_: None)
    never = property(lambda _: 0.0, lambda *_: None)
    monkeypatch.setattr(CpuAssignments, "_paused_until", never, raising=False)


@pytest.fixture
def pinned(monkeypatch: pytest.MonkeyPatch) -> list[set[int]]:
    """The CPUs that each thread may use when its zygote has been pinned."""
    seen: list[set[int]] = []
    pin_zygote = CpuPin.pin_zygote

    def recording(pin: CpuPin) -> None:
        pin_zygote(pin)
        seen.append(_cpus())

    monkeypatch.setattr(CpuPin, "pin_zygote", recording)
    return seen


@pytest.mark.usefixtures("always_pin")
@needs_two_cpus
def test_a_short_run_is_pinned_to_the_cpu_of_its_thread(
    kernel: Sandbox, pinned: list[set[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, *_ = _cpus()
    for cpu in (first, second, first):
        monkeypatch.setattr(kernel._cpu_assignments, "assign", lambda *_, cpu=cpu: cpu)
        assert kernel.call(_ADD, "f", [(1,)]).status == "ok"
        assert pinned[-1] == set(_zygote(kernel).cpu_affinity()) == {cpu}


@pytest.mark.usefixtures("always_pin")
@needs_two_cpus
def test_code_of_the_caller_is_not_pinned(kernel: Sandbox, pinned: list[set[int]]) -> None:
    before, during = _cpus(), list[set[int]]()
    assert kernel.call(_ADD, "f", _Calls(lambda: during.append(_cpus()))).status == "ok"
    assert during == [before]
    assert len(pinned[-1]) == 1


@pytest.mark.parametrize(
    ("source", "status"), [("pass", "ok"), ("1 / 0", "error"), (_SLEEP, "timeout")]
)
def test_the_thread_gets_its_cpus_back_after_a_run(
    kernel: Sandbox, source: str, status: str
) -> None:
    before = _cpus()
    assert kernel.run(source, limits=Limits(wall_s=0.05)).status == status
    assert _cpus() == before


def test_the_thread_gets_its_cpus_back_after_an_interrupt() -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    before = _cpus()
    with Sandbox(policy="python", require="process", pin_threads=True) as box:
        for _ in range(2):
            with pytest.raises(KeyboardInterrupt):
                box.call(_ADD, "f", _Calls(interrupt))
            assert _cpus() == before
        assert not box._cpu_assignments._cpu_by_thread


@needs_two_cpus
def test_a_long_run_and_its_thread_are_unpinned(monkeypatch: pytest.MonkeyPatch) -> None:
    with Sandbox(policy="python", pin_threads=True) as box:
        with monkeypatch.context() as patch:
            patch.setattr(event_loop, "_SHORT_RUN_MS", 20_000)
            box.run("pass")
        zygote = _zygote(box)
        assert len(zygote.cpu_affinity()) == 1
        thread = threading.Thread(target=box.run, args=(_SLEEP,))
        thread.start()
        deadline = time.monotonic() + 4  # a run may last 5 s
        pinned = True
        while pinned and time.monotonic() < deadline:
            time.sleep(0.02)
            run = zygote.children()
            pids = [zygote.pid, thread.native_id or 0, *(child.pid for child in run)]
            pinned = not run or any(len(os.sched_getaffinity(pid)) == 1 for pid in pids)
        for child in zygote.children():
            child.kill()
        thread.join()
    assert not pinned


@pytest.mark.usefixtures("always_pin")
@needs_two_cpus
def test_parallel_runs_of_a_sandbox_are_pinned_to_different_cpus(pinned: list[set[int]]) -> None:
    with Sandbox(2, policy="python", pin_threads=True) as box:
        for _ in box.map([Job(source="pass")] * 2):
            pass
        pinned.clear()
        both = threading.Barrier(2)

        def meet() -> None:
            both.wait(20)

        def run() -> None:
            box.call(_ADD, "f", _Calls(meet))

        threads = [threading.Thread(target=run) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    first, second = pinned
    assert len(first) == len(second) == 1
    assert first != second


@pytest.mark.usefixtures("always_pin")
@needs_two_cpus
def test_runs_of_several_processes_are_not_pinned(restricted: Sandbox) -> None:
    everywhere = _cpus()
    assert restricted.call(_ADD, "f", [(1,)]).status == "ok"
    assert len(_zygote(restricted).cpu_affinity()) == 1
    assert restricted.call(_ADD, "f", [(1,), (2,)], fresh_calls=True).status == "ok"
    assert set(_zygote(restricted).cpu_affinity()) == everywhere
    with Sandbox(policy="python", pin_threads=True) as box:
        assert box.call(_ADD, "f", [(1,)]).status == "ok"
        zygote = _zygote(box)
        assert box.check(_ADD, "def check(f): assert f(1) == 2", "f").passed
        assert set(zygote.cpu_affinity()) == everywhere


@pytest.mark.usefixtures("always_pin")
@needs_two_cpus
@pytest.mark.parametrize("level", ["process", "filtered"])
def test_a_zygote_without_namespaces_is_pinned_too(level: str) -> None:
    omit = frozenset({"namespaces", *(["seccomp"] if level == "process" else [])})
    with Sandbox(policy="python", require="process", _omit=omit, pin_threads=True) as box:
        assert box.call(_ADD, "f", [(1,)]).isolation.level == level
        (pid,) = box._pool.workers[0].processes
        assert len(os.sched_getaffinity(pid)) == 1


def test_runs_work_where_the_cpus_of_processes_cannot_be_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError("not ours")

    monkeypatch.setattr(cpu_affinity.os, "sched_setaffinity", refuse)
    with Sandbox(policy="python", require="process", pin_threads=True) as box:
        assert box.run("print(1)").stdout == "1\n"
        zygote = box._pool.workers[0].zygote(Policy.PYTHON)
        assert (zygote.cpus, zygote.pin_problem) == (None, "not ours")


def test_processes_of_another_namespace_are_not_pinned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpu_affinity.os, "readlink", lambda _: "1")
    with pytest.raises(OSError, match="another namespace"):
        ZygoteCpus(os.getpid())


def test_a_pinned_zygote_that_dies_is_replaced(kernel: Sandbox) -> None:
    with Sandbox(policy="python", pin_threads=True) as box:
        for _ in range(3):
            assert box.run("print(1)").stdout == "1\n"
            _zygote(box).kill()


def test_a_fork_ignores_the_assignments_of_its_parent() -> None:
    assignments = CpuAssignments()
    other = threading.Thread(target=assignments.assign, args=(0, {0, 1}))
    other.start()
    other.join()
    for _ in range(2):  # after an interrupt, the assignment of the thread may be left over
        assert assignments.assign(0, {0, 1}) == 1
    assert assignments.assign(0, {0}) is None
    assert run_in_fork(lambda: assignments.assign(0, {0, 1})) == 0


class _Clock:
    """A monotonic clock that the test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(cpu_affinity.time, "monotonic", lambda: self.now)


def _unpinned_s(assignments: CpuAssignments, clock: _Clock) -> float:
    """For how long no run is pinned, to a hundredth of a second."""
    start = clock.now
    while assignments.assign(0, {0, 1}) is None:
        clock.now += 0.01
    return clock.now - start


def test_runs_are_not_pinned_for_a_while_when_they_wait_too_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, assignments = _Clock(monkeypatch), CpuAssignments()

    def wait_too_much() -> float:
        for _ in range(20):
            if assignments.assign(0, {0, 1}) is None:
                return _unpinned_s(assignments, clock)
            assignments.record_wait(0.5)
        raise AssertionError("runs are still pinned")

    for _ in range(100):
        assignments.record_wait(0.1)
    assignments.record_wait(0.9)  # a single long wait changes nothing
    assert assignments.assign(0, {0, 1}) == 0
    pauses = [wait_too_much() for _ in range(4)]
    assert pauses == pytest.approx([0.05, 0.1, 0.2, 0.4], abs=0.011)
    assert max(wait_too_much() for _ in range(9)) == pytest.approx(5.0, abs=0.011)
    clock.now += 20.0
    assert wait_too_much() == pytest.approx(0.05, abs=0.011)  # the last pause is long ago


@needs_two_cpus
def test_the_wait_is_the_time_in_which_no_process_of_the_run_has_the_cpu(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, waits = _Clock(monkeypatch), list[float]()
    assignments, zygote_cpus = CpuAssignments(), ZygoteCpus(os.getpid())
    monkeypatch.setattr(assignments, "record_wait", waits.append)
    monkeypatch.setattr(cpu_affinity.time, "thread_time", lambda: clock.now / 10)
    monkeypatch.setattr(zygote_cpus, "cpu_time_s", lambda: clock.now / 5)
    with CpuPin(assignments, zygote_cpus) as pin:
        clock.now += 0.010  # of which the thread works for 1 ms, the zygote for 2 ms
        pin.record_wait(child_cpu_s=0.003)
    assert waits == [pytest.approx(0.4)]


@needs_two_cpus
@pytest.mark.usefixtures("always_pin")
def test_the_wait_of_a_short_run_is_recorded(
    monkeypatch: pytest.MonkeyPatch, kernel: Sandbox
) -> None:
    waits: list[float] = []
    monkeypatch.setattr(kernel._cpu_assignments, "record_wait", waits.append)
    kernel.run("pass")
    (wait,) = waits
    assert wait < 1


@needs_two_cpus
def test_cpu_time_of_a_zygote_is_measured() -> None:
    def work() -> list[float]:
        zygote_cpus = ZygoteCpus(os.getpid())
        before, deadline = zygote_cpus.cpu_time_s(), time.thread_time() + 0.02
        while time.thread_time() < deadline:
            pass
        return [before, zygote_cpus.cpu_time_s()]

    before, after = run_in_fork(work)
    assert after - before >= 0.02


_ASKS_THE_KERNEL = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
print(libc.sched_getaffinity(0, 128, ctypes.create_string_buffer(128)), ctypes.get_errno())
"""


@pytest.mark.parametrize("omit", [[], ["namespaces"]], ids=["kernel", "filtered"])
def test_a_program_cannot_see_its_pinning(omit: list[str]) -> None:
    asks = "import os\ndef f(): return os.cpu_count()"
    omitted = frozenset(omit)
    with Sandbox(policy="python", require="filtered", pin_threads=True, _omit=omitted) as box:
        first, *others = (box.call(asks, "f", [()]).results[0].value for _ in range(3))
        assert others == [first, first]
        outcome = box.run(_ASKS_THE_KERNEL)
    assert outcome.stdout == f"-1 {errno.EPERM}\n"
