"""One suite for everything that has the interface of a sandbox, in process and remote."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from hallmark_rl.sandbox import AsyncSandbox, Job, Limits, NotPlainData, Sandbox
from tests.sandbox.service.conftest import TOKEN

_LIMITS = Limits(wall_s=2.0, cpu_s=2.0, memory_bytes=192 << 20, output_bytes=32 << 10)


class _Blocking:
    """The methods of an asynchronous sandbox, without `await`."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._loop = asyncio.new_event_loop()
        self._box = make()

    def __enter__(self) -> _Blocking:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
        self._loop.close()

    @property
    def isolation(self) -> Any:
        return self._loop.run_until_complete(self._box.isolation())

    def map(self, jobs: Any) -> Iterator[Any]:
        outcomes = self._box.map(jobs)
        while True:
            try:
                yield self._loop.run_until_complete(anext(outcomes))
            except StopAsyncIteration:
                return

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._box, name)
        return lambda *args, **kwargs: self._loop.run_until_complete(method(*args, **kwargs))


def _make(kind: str, request: pytest.FixtureRequest) -> Any:
    if kind == "Sandbox":
        return Sandbox(2, limits=_LIMITS)
    if kind == "AsyncSandbox":
        return _Blocking(lambda: AsyncSandbox(2, limits=_LIMITS))
    if kind == "ray.Pool":
        request.getfixturevalue("ray_cluster")
        from hallmark_rl.sandbox.ray import Pool

        return Pool(2, limits=_LIMITS, batch=4)
    address = request.getfixturevalue("server")
    from hallmark_rl.sandbox import AsyncRemoteSandbox, RemoteSandbox

    if kind == "RemoteSandbox":
        return RemoteSandbox(address, token=TOKEN, limits=_LIMITS)
    return _Blocking(lambda: AsyncRemoteSandbox(address, token=TOKEN, limits=_LIMITS))


KINDS = ["Sandbox", "AsyncSandbox", "RemoteSandbox", "AsyncRemoteSandbox", "ray.Pool"]


@pytest.fixture(scope="module", params=KINDS)
def box(request: pytest.FixtureRequest, kernel: object) -> Iterator[Any]:
    with _make(request.param, request) as box:
        yield box


def test_a_script_and_its_output(box: Any) -> None:
    outcome = box.run("print(input())\nprint('é')", stdin="two\n")
    assert (outcome.status, outcome.stdout, outcome.results) == ("ok", "two\né\n", ())
    assert outcome.isolation.level == box.isolation.level == "kernel"
    assert outcome.wall_s > 0
    assert outcome.max_rss_bytes > 1 << 20


VALUES = [None, True, -(1 << 80), 1.5, float("inf"), 1j, "\ud800é\x00", b"\xff", [1, [2]],
          (1, (2,)), {"a": 1}, {1: (2,)}, {1, 2}, frozenset({"x"}), {"$tuple": 1}]  # fmt: skip


def test_every_plain_value_comes_back_with_its_type(box: Any) -> None:
    outcome = box.call("def f(x, *, k): return x, k", "f",
                       [{"args": [value], "kwargs": {"k": value}} for value in VALUES])  # fmt: skip
    assert [result.value for result in outcome.results] == [(value, value) for value in VALUES]
    assert [type(result.value[0]) for result in outcome.results] == list(map(type, VALUES))


def test_state_fresh_calls_and_mutation(box: Any) -> None:
    source = "C = []\ndef f(x):\n    C.append(1)\n    x.append(1)\n    return len(C)"
    kept = box.call(source, "f", [([],), ([],)], report_mutation=True)
    assert [(result.value, result.mutated) for result in kept.results] == [(1, True), (2, True)]
    fresh = box.call(source, "f", [([],), ([],)], fresh_calls=True)
    assert [(result.value, result.mutated) for result in fresh.results] == [(1, None), (1, None)]


@pytest.mark.parametrize(
    ("source", "limits", "status", "error"),
    [
        ("raise KeyError('k')", {}, "error", "KeyError"),
        ("def", {}, "error", "SyntaxError"),
        ("import os", {}, "forbidden", "Forbidden"),
        ("while True: pass", {"wall_s": 0.2}, "timeout", "Timeout"),
        ("x = [0] * (1 << 28)", {}, "memory", "MemoryError"),
        ("while True: print('x' * 999)", {}, "output", "OutputLimit"),
    ],
)
def test_every_end_has_its_status(
    box: Any, source: str, limits: dict[str, Any], status: str, error: str
) -> None:
    outcome = box.run(source, limits=Limits(**{**{"memory_bytes": 192 << 20}, **limits}))
    assert (outcome.status, error in outcome.error.type) == (status, True)
    assert bool(outcome.violations) == (status == "forbidden")


def test_errors_of_single_calls(box: Any) -> None:
    outcome = box.call("def f(x):\n    return 1 // x", "f", [[1], [0], [2]])
    assert [result.ok for result in outcome.results] == [True, False, True]
    assert outcome.results[1].error.type == "ZeroDivisionError"
    assert outcome.results[1].error.line == 2


def test_files_go_in_and_come_back(box: Any) -> None:
    source = "data = open('in.bin', 'rb').read()\nopen('out.bin', 'wb').write(data[::-1])"
    outcome = box.run(source, policy="python", files={"in.bin": b"\x00\xff"}, scratch=1 << 16,
                      outputs=["out.bin", "other"])  # fmt: skip
    assert (outcome.status, outcome.files) == ("ok", {"out.bin": b"\xff\x00"})
    assert list(outcome.missing_files) == ["other"]


def test_a_method_of_a_class(box: Any) -> None:
    source = "class Solution:\n    def twice(self, x): return 2 * x"
    assert box.call(source, "Solution.twice", [[4]]).results[0].value == 8


def test_policy_of_one_run(box: Any) -> None:
    assert box.run("import os\nprint(os.getpid() > 0)", policy="python").stdout == "True\n"
    with pytest.raises(ValueError, match="everything"):
        box.run("", policy="everything")


def test_a_checker(box: Any) -> None:
    checker = "def check(candidate):\n    assert candidate(2) == 4, 'not doubled'"
    good = box.check("def f(x): return 2 * x", checker, "f")
    assert (good.passed, good.status, good.calls) == (True, "ok", 1)
    bad = box.check("def f(x): return x", checker, "f")
    assert (bad.passed, bad.checker.error.message) == (False, "not doubled")


def test_map_keeps_the_order_and_reads_lazily(box: Any) -> None:
    taken = []

    def jobs() -> Iterator[Job]:
        for number in range(400):
            taken.append(number)
            yield Job(source=f"def f(x): return x + {number}", entry="f", calls=[(1,)])

    outcomes = box.map(jobs())
    assert not taken
    values = [next(outcomes).results[0].value for _ in range(5)]
    assert values == [1, 2, 3, 4, 5]
    assert len(taken) < 200
    outcomes.close()
    assert list(box.map([])) == []


def test_what_the_caller_does_wrong_is_raised(box: Any) -> None:
    with pytest.raises(NotPlainData):
        box.call("def f(x): pass", "f", [[object()]])
    with pytest.raises(TypeError, match="call"):
        box.call("def f(x): pass", "f", [5])
    with pytest.raises(TypeError, match="source"):
        box.run(5)
    with pytest.raises(ValueError, match="entry"):
        box.call("", "1x", [])


def test_map_raises_what_a_job_raises(box: Any) -> None:
    job = Job(source="def f(x): pass", entry="f", calls=[[object()]])
    with pytest.raises(NotPlainData):
        list(box.map([Job(source=""), job]))
    assert box.run("print(1)").stdout == "1\n"


@pytest.mark.parametrize("kind", ["Sandbox", "RemoteSandbox", "ray.Pool"])
def test_threads_share_a_sandbox(kind: str, request: pytest.FixtureRequest) -> None:
    seen: dict[int, str] = {}
    with _make(kind, request) as box:

        def work(number: int) -> None:
            seen[number] = box.run(f"print({number})").stdout

        threads = [threading.Thread(target=work, args=[number]) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert seen == {number: f"{number}\n" for number in range(8)}


@pytest.mark.parametrize("kind", KINDS)
def test_a_closed_sandbox_refuses_and_may_be_closed_again(
    kind: str, request: pytest.FixtureRequest
) -> None:
    with ExitStack() as stack:
        box = stack.enter_context(_make(kind, request))
        box.run("")
        box.close()
        with pytest.raises(RuntimeError, match="closed"):
            box.run("")
