"""Short runs stay on one processor with their thread, and nothing else is held there."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import psutil
import pytest

from hallmark_rl.conformance.processes.forking import in_fork
from hallmark_rl.sandbox import Job, Limits, Sandbox
from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.host import cpu_affinity, event_loop
from hallmark_rl.sandbox.host.cpu_affinity import CpuAssignments, CpuPin, ZygoteCpus

_ADD = "def f(x): return x + 1"
_SLEEP = "import time\ntime.sleep(60)"


def _lacks() -> str:
    """Why runs cannot stay on one of several processors here; nothing if they can."""
    try:
        ZygoteCpus(os.getpid())
    except OSError as error:
        return f"processes cannot be moved: {error}"
    return "" if len(os.sched_getaffinity(0)) > 1 else "there is one processor"


_LACK = _lacks()
two_processors = pytest.mark.skipif(bool(_LACK), reason=_LACK)


def _own() -> set[int]:
    """Where this thread may run."""
    return os.sched_getaffinity(0)


def _zygote(box: Sandbox) -> psutil.Process:
    """The process that forks the runs of a sandbox at `kernel`."""
    (worker,) = box._pool.workers
    (inside,) = psutil.Process(worker.processes[0]).children()
    return inside


class _Calls(Sequence[Any]):
    """Calls that are made by `make` in the thread that waits for the run, while it starts."""

    def __init__(self, make: Callable[[], object]) -> None:
        self._make = make

    def __len__(self) -> int:
        return 1

    def __getitem__(self, place: Any) -> Any:
        if place == 0:
            self._make()
        return [(1,)][place]


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> None:
    """No run is long, and no processor crowded, however busy this machine is."""
    monkeypatch.setattr(event_loop, "_SHORT_RUN_MS", 20_000)
    monkeypatch.setattr(CpuAssignments, "record_wait", lambda *_: None)
    never = property(lambda _: 0.0, lambda *_: None)
    monkeypatch.setattr(CpuAssignments, "_paused_until", never, raising=False)


@pytest.fixture
def stays(monkeypatch: pytest.MonkeyPatch) -> list[set[int]]:
    """Where each thread is held once its run has begun."""
    seen: list[set[int]] = []
    pin_zygote = CpuPin.pin_zygote

    def recording(pin: CpuPin) -> None:
        pin_zygote(pin)
        seen.append(_own())

    monkeypatch.setattr(CpuPin, "pin_zygote", recording)
    return seen


@pytest.mark.usefixtures("idle")
@two_processors
def test_a_short_run_stays_with_its_thread(
    kernel: Sandbox, stays: list[set[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other, *_ = _own()
    for processor in (one, other, one):
        monkeypatch.setattr(kernel._cpu_assignments, "assign", lambda *_, at=processor: at)
        assert kernel.call(_ADD, "f", [(1,)]).status == "ok"
        assert stays[-1] == set(_zygote(kernel).cpu_affinity()) == {processor}


@pytest.mark.usefixtures("idle")
@two_processors
def test_calls_that_are_made_beside_the_run_may_use_every_processor(
    kernel: Sandbox, stays: list[set[int]]
) -> None:
    before, made = _own(), list[set[int]]()
    assert kernel.call(_ADD, "f", _Calls(lambda: made.append(_own()))).status == "ok"
    assert made == [before]
    assert len(stays[-1]) == 1


@pytest.mark.parametrize(
    ("source", "status"), [("pass", "ok"), ("1 / 0", "error"), (_SLEEP, "timeout")]
)
def test_a_thread_may_run_where_it_could_before(kernel: Sandbox, source: str, status: str) -> None:
    before = _own()
    assert kernel.run(source, limits=Limits(wall_s=0.05)).status == status
    assert _own() == before


def test_an_interrupted_thread_may_run_where_it_could_before() -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    before = _own()
    with Sandbox(policy="python", require="process") as box:
        for _ in range(2):
            with pytest.raises(KeyboardInterrupt):
                box.call(_ADD, "f", _Calls(interrupt))
            assert _own() == before
        assert not box._cpu_assignments._cpu_by_thread


@two_processors
def test_a_run_that_lasts_is_let_go_with_its_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    with Sandbox(policy="python") as box:
        with monkeypatch.context() as patch:
            patch.setattr(event_loop, "_SHORT_RUN_MS", 20_000)
            box.run("pass")
        zygote = _zygote(box)
        assert len(zygote.cpu_affinity()) == 1
        thread = threading.Thread(target=box.run, args=(_SLEEP,))
        thread.start()
        deadline = time.monotonic() + 4  # a run may last 5 s
        alone = True
        while alone and time.monotonic() < deadline:
            time.sleep(0.02)
            run = zygote.children()
            held = [zygote.pid, thread.native_id or 0, *(child.pid for child in run)]
            alone = not run or any(len(os.sched_getaffinity(pid)) == 1 for pid in held)
        for child in zygote.children():
            child.kill()
        thread.join()
    assert not alone


@pytest.mark.usefixtures("idle")
@two_processors
def test_runs_that_share_a_sandbox_stay_apart(stays: list[set[int]]) -> None:
    with Sandbox(2, policy="python") as box:
        for _ in box.map([Job(source="pass")] * 2):
            pass
        stays.clear()
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
    first, second = stays
    assert len(first) == len(second) == 1
    assert first != second


@pytest.mark.usefixtures("idle")
@two_processors
def test_runs_that_are_several_processes_go_anywhere(restricted: Sandbox) -> None:
    everywhere = _own()
    assert restricted.call(_ADD, "f", [(1,)]).status == "ok"
    assert len(_zygote(restricted).cpu_affinity()) == 1
    assert restricted.call(_ADD, "f", [(1,), (2,)], fresh_calls=True).status == "ok"
    assert set(_zygote(restricted).cpu_affinity()) == everywhere
    with Sandbox(policy="python") as box:
        assert box.call(_ADD, "f", [(1,)]).status == "ok"
        zygote = _zygote(box)
        assert box.check(_ADD, "def check(f): assert f(1) == 2", "f").passed
        assert set(zygote.cpu_affinity()) == everywhere


@pytest.mark.usefixtures("idle")
@two_processors
@pytest.mark.parametrize("level", ["process", "filtered"])
def test_a_zygote_without_namespaces_stays_too(level: str) -> None:
    omit = frozenset({"namespaces", *(["seccomp"] if level == "process" else [])})
    with Sandbox(policy="python", require="process", _omit=omit) as box:
        assert box.call(_ADD, "f", [(1,)]).isolation.level == level
        (pid,) = box._pool.workers[0].processes
        assert len(os.sched_getaffinity(pid)) == 1


def test_where_processes_cannot_be_moved_runs_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError("not ours")

    monkeypatch.setattr(cpu_affinity.os, "sched_setaffinity", refuse)
    with Sandbox(policy="python", require="process") as box:
        assert box.run("print(1)").stdout == "1\n"
        assert box._pool.workers[0].zygote(Policy.PYTHON).cpus is None


def test_processes_of_another_namespace_are_not_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpu_affinity.os, "readlink", lambda _: "1")
    with pytest.raises(OSError, match="another namespace"):
        ZygoteCpus(os.getpid())


def test_a_zygote_that_dies_at_its_place_is_replaced(kernel: Sandbox) -> None:
    with Sandbox(policy="python") as box:
        for _ in range(3):
            assert box.run("print(1)").stdout == "1\n"
            _zygote(box).kill()


def test_a_fork_does_not_wait_for_the_stays_of_its_parent() -> None:
    processors = CpuAssignments()
    other = threading.Thread(target=processors.assign, args=(0, {0, 1}))
    other.start()
    other.join()
    for _ in range(2):  # an interrupted run may not have given its processor back
        assert processors.assign(0, {0, 1}) == 1
    assert processors.assign(0, {0}) is None
    assert in_fork(lambda: processors.assign(0, {0, 1})) == 0


class _Clock:
    """Time that moves when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(cpu_affinity.time, "monotonic", lambda: self.now)


def _roams_s(processors: CpuAssignments, clock: _Clock) -> float:
    """For how long no run is given a processor, to a hundredth of a second."""
    start = clock.now
    while processors.assign(0, {0, 1}) is None:
        clock.now += 0.01
    return clock.now - start


def test_runs_roam_while_processors_are_crowded(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, processors = _Clock(monkeypatch), CpuAssignments()

    def crowd() -> float:
        for _ in range(20):
            if processors.assign(0, {0, 1}) is None:
                return _roams_s(processors, clock)
            processors.record_wait(0.5)
        raise AssertionError("no run was sent away")

    for _ in range(100):
        processors.record_wait(0.1)
    processors.record_wait(0.9)  # one that sleeps sends nobody away
    assert processors.assign(0, {0, 1}) == 0
    pauses = [crowd() for _ in range(4)]
    assert pauses == pytest.approx([0.05, 0.1, 0.2, 0.4], abs=0.011)
    assert max(crowd() for _ in range(9)) == pytest.approx(5.0, abs=0.011)
    clock.now += 20.0
    assert crowd() == pytest.approx(0.05, abs=0.011)  # it was calm in between


@two_processors
def test_what_a_run_waits_is_what_no_one_of_it_works(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, noted = _Clock(monkeypatch), list[float]()
    processors, place = CpuAssignments(), ZygoteCpus(os.getpid())
    monkeypatch.setattr(processors, "record_wait", noted.append)
    monkeypatch.setattr(cpu_affinity.time, "thread_time", lambda: clock.now / 10)
    monkeypatch.setattr(place, "cpu_time_s", lambda: clock.now / 5)
    with CpuPin(processors, place) as pin:
        clock.now += 0.010  # the thread works for 1 ms of it, the zygote for 2
        pin.record_wait(child_cpu_s=0.003)
    assert noted == [pytest.approx(0.4)]


@two_processors
@pytest.mark.usefixtures("idle")
def test_what_a_short_run_waits_is_noted(monkeypatch: pytest.MonkeyPatch, kernel: Sandbox) -> None:
    noted: list[float] = []
    monkeypatch.setattr(kernel._cpu_assignments, "record_wait", noted.append)
    kernel.run("pass")
    (waited,) = noted
    assert waited < 1


@two_processors
def test_cpu_time_of_a_zygote_is_seen() -> None:
    def work() -> list[float]:
        place = ZygoteCpus(os.getpid())
        before, deadline = place.cpu_time_s(), time.thread_time() + 0.02
        while time.thread_time() < deadline:
            pass
        return [before, place.cpu_time_s()]

    before, after = in_fork(work)
    assert after - before >= 0.02


def test_a_program_cannot_tell_where_it_stays(python_box: Sandbox) -> None:
    asks = "import os\ndef f(): return os.cpu_count()"
    first, *others = (python_box.call(asks, "f", [()]).results[0].value for _ in range(3))
    assert others == [first, first]
    outcome = python_box.run("import os; os.sched_getaffinity(0)")
    assert outcome.error is not None
    assert outcome.error.type == "PermissionError"
