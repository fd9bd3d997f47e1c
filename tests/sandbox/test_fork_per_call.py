"""Fresh calls run one at a time and in order, although they are forked ahead."""

from __future__ import annotations

import os
import resource
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import psutil
import pytest

from hallmark_rl.sandbox import Limits, Sandbox
from hallmark_rl.sandbox.child import fork_per_call
from hallmark_rl.sandbox.isolation import syscalls
from hallmark_rl.sandbox.protocol import framing

Answer = Callable[[int], tuple[bytes, bool]]
_CALLS = range(12)
_CRASH = b'["crash"]'


@pytest.fixture(autouse=True)
def fork_beside_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fork of the sandbox is for a process of one thread; that of the tests has more."""
    monkeypatch.setattr(fork_per_call, "_fork", os.fork)


@contextmanager
def _turns() -> Iterator[list[int]]:
    turns = [os.eventfd(0) for _ in range(framing.TURN_EVENTS)]
    yield turns
    for turn in turns:
        os.close(turn)


def _run_calls(answer: Answer) -> tuple[bool, list[bytes]]:
    """Whether there was enough memory, and the payloads of the frames that arrived."""
    reader, writer = os.pipe()
    with _turns() as turns:
        enough = fork_per_call.fork_per_call(_CALLS, answer, writer, turns, lambda: None, 1e6)
    os.close(writer)
    with open(reader, "rb") as stream:
        return enough, framing.pop_frames(bytearray(stream.read()))


def _frame(call: int) -> tuple[bytes, bool]:
    return framing.frame(str(call).encode()), True


def test_answers_come_in_order_and_calls_one_at_a_time() -> None:
    reader, writer = os.pipe()

    def answer(call: int) -> tuple[bytes, bool]:
        os.write(writer, b"(")
        time.sleep(0.02 if call % 2 == 0 else 0)  # without turns, later calls would overtake it
        os.write(writer, b")")
        return _frame(call)

    assert _run_calls(answer) == (True, [b"%d" % call for call in _CALLS])
    os.close(writer)
    with open(reader, "rb") as log:
        assert log.read() == b"()" * len(_CALLS)


def test_a_failed_fork_raises_its_errno() -> None:
    pid = os.fork()
    if not pid:
        if os.geteuid() == 0:
            os.setresuid(65534, 65534, 65534)
        resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
        with suppress(BlockingIOError):
            os._exit(0 if syscalls.fork() else 1)
        os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 2


def test_a_call_sees_the_state_after_loading() -> None:
    seen: list[int] = []

    def answer(call: int) -> tuple[bytes, bool]:
        seen.append(call)
        return _frame(len(seen))

    assert _run_calls(answer) == (True, [b"1"] * len(_CALLS))
    assert not seen


@pytest.mark.parametrize("end", [lambda: os._exit(0), lambda: os.kill(os.getpid(), signal.SIGKILL)])
def test_a_crash_is_reported_in_the_place_of_its_call(end: Callable[[], None]) -> None:
    def answer(call: int) -> tuple[bytes, bool]:
        if call in (0, 3, 4, 11):
            end()
        return _frame(call)

    expected = [_CRASH if call in (0, 3, 4, 11) else b"%d" % call for call in _CALLS]
    assert _run_calls(answer) == (True, expected)


def test_a_fork_that_dies_before_its_turn_does_not_start_the_next() -> None:
    reader, writer = os.pipe()
    others = set(psutil.Process().children())

    def answer(call: int) -> tuple[bytes, bool]:
        if call == 0:
            forked: set[psutil.Process] = set()
            while len(forked) < fork_per_call.ALIVE:
                forked = set(psutil.Process(os.getppid()).children()) - others
            max(forked, key=lambda child: child.pid).kill()
        os.write(writer, b"(")
        time.sleep(0.02)
        os.write(writer, b")")
        return _frame(call)

    expected = [_CRASH if call == fork_per_call.AHEAD else b"%d" % call for call in _CALLS]
    assert _run_calls(answer) == (True, expected)
    os.close(writer)
    with open(reader, "rb") as log:
        assert log.read() == b"()" * (len(_CALLS) - 1)


def test_no_call_is_answered_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fork that is killed while it answers may have answered: the run ends with it."""

    def write_and_die(descriptor: int, content: bytes) -> None:
        framing.write_all(descriptor, content)
        if content == framing.frame(b"2"):
            os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(fork_per_call, "_write", write_and_die)
    reader, writer = os.pipe()
    pid = os.fork()
    if not pid:
        with _turns() as turns:
            fork_per_call.fork_per_call(_CALLS, _frame, writer, turns, lambda: None, 1e6)
        os._exit(0)
    os.close(writer)
    with open(reader, "rb") as stream:
        _, status = os.waitpid(pid, 0)
        assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL
        assert framing.pop_frames(bytearray(stream.read())) == [b"0", b"1", b"2"]


def test_an_error_in_a_fork_is_a_crash_of_its_call() -> None:
    def answer(call: int) -> tuple[bytes, bool]:
        if call == 1:
            raise OSError("the answer cannot be sent")
        return _frame(call)

    assert _run_calls(answer) == (True, [b"0", _CRASH, *(b"%d" % call for call in _CALLS[2:])])


def test_a_call_that_runs_out_of_memory_is_the_last() -> None:
    assert _run_calls(lambda call: (_frame(call)[0], call != 2)) == (False, [b"0", b"1", b"2"])


def test_waiting_forks_are_killed_after_the_last_call() -> None:
    reader, writer = os.pipe()

    def answer(call: int) -> tuple[bytes, bool]:
        return b"", False

    others = set(psutil.Process().children())
    with _turns() as turns:
        assert not fork_per_call.fork_per_call(_CALLS, answer, writer, turns, lambda: None, 1e6)
    assert set(psutil.Process().children()) == others
    os.close(reader)
    os.close(writer)


def test_output_and_answers_keep_their_order_in_a_sandbox(restricted: Sandbox) -> None:
    source = "def f(x):\n    print('<', x)\n    sum(range(x))\n    print('>')\n    return x\n"
    calls = [(20_000 if number % 3 == 0 else number,) for number in range(20)]
    outcome = restricted.call(source, "f", calls, fresh_calls=True)
    assert [r.value for r in outcome.results] == [x for (x,) in calls]
    assert outcome.stdout == "".join(f"< {x}\n>\n" for (x,) in calls)


def test_fresh_calls_read_stdin(restricted: Sandbox) -> None:
    source = "def f(x):\n    return [x, input()]\n"
    outcome = restricted.call(source, "f", [(1,)], fresh_calls=True, stdin="a line\n")
    assert [r.value for r in outcome.results] == [[1, "a line"]]


_SPIN = """
def f(n):
    total = 0
    for i in range(n):
        total += i
    return total
"""


@pytest.mark.parametrize("calls", [[(300_000,)] * 200, [(10**10,)]], ids=["many", "one"])
def test_fresh_calls_share_the_cpu_limit(calls: list[tuple[int]], restricted: Sandbox) -> None:
    limits = Limits(cpu_s=0.3, wall_s=20.0)
    outcome = restricted.call(_SPIN, "f", calls, fresh_calls=True, limits=limits)
    assert outcome.status == "timeout"
    assert outcome.error is not None
    assert outcome.error.message == "Used 0.3 s of CPU time."
    assert 0.25 < outcome.cpu_s < 0.6


def test_each_fresh_call_reads_stdin_from_where_the_program_left_it(restricted: Sandbox) -> None:
    source = "first = input()\ndef f(): return first + input()"
    outcome = restricted.call(source, "f", [()] * 3, fresh_calls=True, stdin="a\nb\nc\n")
    assert [result.value for result in outcome.results] == ["ab"] * 3
