"""`Sandbox`: runs, calls, `map`, threads, and what one run can learn about another."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psutil
import pytest

from hallmark_rl.sandbox import Call, Job, Limits, Policy, Sandbox

_COUNTER = "SEEN = []\ndef f(x):\n    SEEN.append(x)\n    return len(SEEN)\n"


def test_a_list_that_occurs_twice_arrives_as_two_lists(kernel: Sandbox) -> None:
    same = [1]
    outcome = kernel.call("def f(a, b): a.append(2); return b", "f", [[same, same], [same, same]])
    assert [result.value for result in outcome.results] == [[1], [1]]


def test_calls_can_be_given_in_every_form(restricted: Sandbox) -> None:
    outcome = restricted.call(
        "def f(a, b=0): return [a, b]",
        "f",
        [(1, 2), [3], {"args": [4], "kwargs": {"b": 5}}, {"kwargs": {"a": 6}}, Call((7,))],
    )
    assert [r.value for r in outcome.results] == [[1, 2], [3, 0], [4, 5], [6, 0], [7, 0]]
    assert outcome.status == "ok"


@pytest.mark.parametrize("name", ["exit", "quit"])
def test_exit_and_quit_end_a_program(python_box: Sandbox, restricted: Sandbox, name: str) -> None:
    for box in (python_box, restricted):
        ended = box.run(f"print('before')\n{name}()\nprint('after')")
        assert (ended.status, ended.stdout) == ("ok", "before\n")
        failed = box.run(f"{name}(3)")
        assert failed.status == "error"
        assert failed.error is not None
        assert (failed.error.type, failed.error.message) == ("SystemExit", "3")
        called = box.call(f"def f(): {name}('bye')", "f", [()])
        assert called.results[0].error is not None
        assert called.results[0].error.type == "SystemExit"


def test_calls_share_the_program_unless_fresh(python_box: Sandbox, restricted: Sandbox) -> None:
    for box in (python_box, restricted):
        shared = box.call(_COUNTER, "f", [(0,)] * 3)
        assert [r.value for r in shared.results] == [1, 2, 3]
        fresh = box.call(_COUNTER, "f", [(0,)] * 3, fresh_calls=True)
        assert [r.value for r in fresh.results] == [1, 1, 1]
        assert fresh.status == "ok"


def test_a_fresh_call_that_dies_does_not_affect_the_others(kernel: Sandbox) -> None:
    source = "import os\ndef f(x):\n    if x == 1: os._exit(0)\n    return x\n"
    outcome = kernel.call(source, "f", [(0,), (1,), (2,)], fresh_calls=True)
    assert [r.value for r in outcome.results] == [0, None, 2]
    assert [r.ok for r in outcome.results] == [True, False, True]
    assert outcome.status == "ok"


def test_fresh_calls_share_the_time_limits(kernel: Sandbox, restricted: Sandbox) -> None:
    source = "def f(x):\n    for _ in range(x): pass\n"
    for box in (kernel, restricted):
        outcome = box.call(source, "f", [(10**12,)] * 3, fresh_calls=True)
        assert outcome.status == "timeout"
        assert outcome.wall_s < 1.5


def test_mutation_is_reported(restricted: Sandbox) -> None:
    source = "def f(x):\n    if len(x) > 1: x.sort()\n    return len(x)"
    outcome = restricted.call(source, "f", [([2, 1],), ([1],)], report_mutation=True)
    assert [r.mutated for r in outcome.results] == [True, False]
    assert restricted.call(source, "f", [([2, 1],)]).results[0].mutated is None


def _shrunk_set() -> set[int]:
    """A set whose items stand in another order than in a new set of them."""
    numbers = set(range(200))
    for number in numbers - {9, 64}:
        numbers.discard(number)
    return numbers


@pytest.mark.parametrize(
    ("body", "mutated"),
    [
        ("len(x)", False),
        ("x['b'].update(x['b'])", False),
        ("x.update(a=x.pop('a'))", False),
        ("x[1].update({True: x[1].pop(True)})", False),
        ("x['b'].add('kiwi')", True),
        ("x['c'].update([x['c'].pop() + 0.0])", True),
        ("x.update(a=True)", True),
        ("x.update(d=-0.0)", True),
        ("x.update(e=float('nan'))", False),
        ("x[1].update({True: 3})", True),
        ("x[1].update({1: x[1].pop(True)})", True),
        ("x.update(b=print)", True),
        ("x.update(f=list(x['f']))", True),
    ],
)
def test_equal_arguments_are_not_changed(restricted: Sandbox, body: str, mutated: bool) -> None:
    argument = {
        "a": 1, "b": {"apple", "pear", "fig"}, "c": _shrunk_set(), "d": 0.0, "e": math.nan,
        "f": (1, 2), 1: {True: 2, 3: {}},
    }  # fmt: skip
    source = f"def f(x):\n    {body}"
    outcome = restricted.call(source, "f", [(argument,)], report_mutation=True)
    assert [(r.error, r.mutated) for r in outcome.results] == [(None, mutated)]


def test_grid_coordinates_are_arguments_and_results(restricted: Sandbox) -> None:
    source = "def f(grid): return {(x, y) for x, y in grid}, {p: p[0] for p in grid}"
    grid = {(x, y) for x in range(-10, 11) for y in range(-10, 11)}
    outcome = restricted.call(source, "f", [(grid,)])
    assert outcome.results[0].value == (grid, {point: point[0] for point in grid})


def test_a_result_whose_keys_collide_fails_only_its_call(restricted: Sandbox) -> None:
    source = "def f(n): return {(2**61 - 1) * (i + 1) for i in range(n)}"
    outcome = restricted.call(source, "f", [(1000,), (1,)])
    assert outcome.status == "ok"
    assert outcome.results[0].error is not None
    assert outcome.results[0].error.type == "NotPlainData"
    assert outcome.results[1].ok


def test_results_before_a_limit_are_kept(kernel: Sandbox) -> None:
    source = "def f(x):\n    while x == 2: pass\n    return x"
    outcome = kernel.call(source, "f", [(0,), (1,), (2,), (3,)])
    assert outcome.status == "timeout"
    assert [r.value for r in outcome.results] == [0, 1]


def test_output_before_a_limit_is_kept(kernel: Sandbox) -> None:
    assert kernel.run("print('before')\nwhile True: pass").stdout == "before\n"


@pytest.mark.parametrize("policy", Policy)
def test_runs_are_reproducible(policy: Policy) -> None:
    source = "import random\nprint(random.random(), hash('a'), {'x', 'y', 'z'})"
    with (
        Sandbox(seed=1, policy=policy, require="filtered") as first_box,
        Sandbox(seed=1, policy=policy, require="filtered") as second_box,
        Sandbox(seed=2, policy=policy, require="filtered") as other_seed,
    ):
        first = first_box.run(source).stdout
        assert first == first_box.run(source).stdout == second_box.run(source).stdout
        assert first != other_seed.run(source).stdout


def test_a_virtual_clock_moves_only_by_sleeping() -> None:
    source = (
        "import time\nt = time.time()\ntime.sleep(1000)\nprint(time.time() - t, time.monotonic())"
    )
    with Sandbox(policy="python", virtual_clock=True, require="filtered") as box:
        outcome = box.run(source)
        assert outcome.stdout.startswith("1000.0 ")
        assert outcome.stdout == box.run(source).stdout
        assert outcome.wall_s < 5


def test_restricted_programs_see_the_virtual_clock_too() -> None:
    with Sandbox(virtual_clock=True, require="filtered") as box:
        outcome = box.run("import time\nt = time.time()\ntime.sleep(50)\nprint(time.time() - t)")
    assert outcome.stdout == "50.0\n"


def test_resource_use_is_measured(kernel: Sandbox) -> None:
    busy = kernel.run("x = bytearray(50 << 20)\nfor _ in range(10**6): pass")
    assert busy.max_rss_bytes > 50 << 20
    assert busy.cpu_s > 0.005
    assert busy.wall_s >= busy.cpu_s * 0.5
    idle = kernel.run("import time; time.sleep(0.3)")
    assert idle.wall_s >= 0.3
    assert idle.cpu_s < 0.2


def test_one_run_leaves_nothing_in_the_memory_of_the_next(kernel: Sandbox) -> None:
    secret = "fourteen-" + "purple-elephants"
    assert kernel.run(f"x = {secret!r}", stdin=secret).status == "ok"
    hunt = (
        "import ctypes, gc, sys\n"
        "needle = 'fourteen-' + 'purple-' \n"
        "seen = [o for o in gc.get_objects() if type(o) is str and needle in o]\n"
        "heap = ctypes.string_at(id(None) & ~0xfff, 4096)\n"
        "print(len([s for s in map(repr, gc.get_objects()[:2000]) if needle + 'ele' in s]))\n"
    )
    assert kernel.run(hunt).stdout == "0\n"


def test_map_keeps_order_and_takes_jobs_as_needed() -> None:
    taken: list[int] = []

    def jobs() -> Iterator[Job]:
        for number in range(30):
            taken.append(number)
            yield Job(source="def f(x): return x", entry="f", calls=[(number,)])

    with Sandbox(workers=2, policy="python", require="filtered") as box:
        outcomes = box.map(jobs())
        first = next(outcomes)
        assert first.results[0].value == 0
        assert len(taken) <= 5
        assert [o.results[0].value for o in outcomes] == list(range(1, 30))


def test_a_sandbox_works_after_a_map_was_abandoned() -> None:
    with Sandbox(workers=2, policy="python", require="filtered") as box:
        outcomes = box.map(Job(source="x = 1") for _ in range(50))
        next(outcomes)
        del outcomes
        assert box.run("print(1)").stdout == "1\n"


def test_threads_can_share_a_sandbox() -> None:
    with (
        Sandbox(workers=2, policy="python", require="filtered") as box,
        ThreadPoolExecutor(6) as pool,
    ):
        outcomes = pool.map(lambda n: box.call("def f(x): return x * 2", "f", [(n,)]), range(40))
        assert [o.results[0].value for o in outcomes] == [n * 2 for n in range(40)]


def test_a_zygote_outlives_the_thread_that_started_it() -> None:
    with Sandbox(policy="python", require="filtered") as box:
        thread = threading.Thread(target=box.run, args=("pass",))
        thread.start()
        thread.join()
        (worker,) = box._pool.workers
        before = worker.processes
        assert box.run("print(1)").stdout == "1\n"
        assert worker.processes == before


def test_one_sandbox_runs_both_policies(restricted: Sandbox) -> None:
    assert restricted.run("import os").status == "forbidden"
    assert restricted.run("import os", policy=Policy.PYTHON).status == "ok"
    assert restricted.run("import os").status == "forbidden"


def test_scripts_end_as_under_python(kernel: Sandbox) -> None:
    assert kernel.run("import sys; sys.exit(0)").status == "ok"
    assert kernel.run("import sys; sys.exit('bad')").error is not None
    assert kernel.run("import atexit; atexit.register(print, 'last')").stdout == "last\n"
    assert kernel.run("if __name__ == '__main__': print('main')").stdout == "main\n"
    error = kernel.run("\n\nraise ValueError('x')").error
    assert error is not None
    assert (error.type, error.message, error.line) == ("ValueError", "x", 3)
    assert kernel.run("import os; os._exit(0)").status == "crash"
    assert kernel.run("import os; os.write(1, b'raw')").stdout == "raw"


def test_a_missing_entry_is_an_error(kernel: Sandbox) -> None:
    error = kernel.call("x = 1", "f", [()]).error
    assert error is not None
    assert "does not define 'f'" in error.message


@pytest.mark.parametrize(
    "make",
    [
        lambda: Limits(wall_s=0),
        lambda: Limits(memory_bytes=1),
        lambda: Limits(cpu_s=float("nan")),
        lambda: Sandbox(workers=0),
        lambda: Sandbox(require="best"),
        lambda: Job(source="x", entry="no name"),
        lambda: Job(source="x", calls=[()]),
        lambda: Policy("none"),
    ],
)
def test_bad_arguments_are_refused(make: object) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        make()  # type: ignore[operator]


def test_arguments_that_are_not_plain_data_raise(kernel: Sandbox) -> None:
    with pytest.raises(ValueError, match="not plain data"):
        kernel.call("def f(x): pass", "f", [(object(),)])
    assert kernel.run("print(1)").stdout == "1\n"


def test_a_closed_sandbox_raises() -> None:
    box = Sandbox()
    box.close()
    with pytest.raises(RuntimeError, match="closed"):
        box.run("pass")


_PIPES = """
import os, signal, struct
def frames(*texts):
    return b"".join(struct.pack("!I", len(text)) + text.encode() for text in texts)
def f(act):
    held = [os.fstat(fd).st_ino for fd in (1, 2, 3)]
    if act == "write to stdout":
        os.write(1, b"x")
    elif act == "write to stderr":
        os.write(2, b"x")
    elif act == "too many results":
        os.write(3, frames('["ok",1]', '["ok",2]'))
    elif act == "unfinished frame":
        os.write(3, frames('["ok",1]', '["end","ok",null]') + b"!")
        os._exit(0)
    elif act == "results after the end":
        os.write(3, frames('["ok",1]', '["end","ok",null]', *['["ok",1]'] * 9999))
        os._exit(0)
    elif act == "no result":
        os._exit(0)
    elif act == "kill itself":
        os.kill(os.getpid(), signal.SIGKILL)
    elif act == "exit with a status":
        os.write(3, frames(f'["ok",{held}]', '["end","ok",null]'))
        os._exit(7)
    elif act == "exceed the limit":
        return "x" * (1 << 23)
    elif act == "exceed the limit a little":
        os.write(3, frames('["ok",1]', '["end","ok",null]', "x" * ((4 << 20) + (100 << 10))))
        os._exit(0)
    return held
"""


@pytest.mark.parametrize(
    "act",
    [
        "write to stdout", "write to stderr", "too many results", "unfinished frame",
        "results after the end", "no result", "kill itself", "exit with a status",
        "exceed the limit", "exceed the limit a little",
    ],
)  # fmt: skip
def test_pipes_with_data_of_an_earlier_run_are_not_reused(kernel: Sandbox, act: str) -> None:
    def pipes() -> set[int]:
        inodes = kernel.call(_PIPES, "f", [("",)]).results[0].value
        assert isinstance(inodes, list)
        return {*inodes}

    first, second = pipes(), pipes()
    assert second == first  # they were reused: the run between left nothing in them
    kernel.call(_PIPES, "f", [(act,)])
    assert not pipes() & first
    kernel.run("import time; time.sleep(60)", limits=Limits(wall_s=0.1))
    assert kernel.run("print(1)").stdout == "1\n"


class _LazyCalls(Sequence[Any]):
    """A sequence that makes its calls when they are read."""

    def __init__(self, make: Callable[[], list[Any]]) -> None:
        self.make = make

    def __len__(self) -> int:
        return len(self.make())

    def __getitem__(self, place: Any) -> Any:
        return self.make()[place]


def test_calls_are_read_while_the_run_starts() -> None:
    with Sandbox(policy="python", require="process") as box:
        box.run("pass")

        def make() -> list[Any]:
            children = psutil.Process(box._pool.workers[0].processes[0]).children(recursive=True)
            started.append(len(children))
            return [(1,), (2,)]

        started: list[int] = []
        outcome = box.call("def f(x): return x + 1", "f", _LazyCalls(make))
        assert [result.value for result in outcome.results] == [2, 3]
        idle = len(psutil.Process(box._pool.workers[0].processes[0]).children(recursive=True))
        assert max(started) > idle


@pytest.mark.parametrize("made", [ZeroDivisionError, TypeError])
def test_an_error_while_calls_are_read_ends_only_their_run(made: type[Exception]) -> None:
    def fail() -> list[Any]:
        if made is TypeError:
            return ["no call"]
        raise made

    with Sandbox(policy="python", require="process") as box:
        box.run("pass")
        with pytest.raises(made):
            box.call("def f(x): return x", "f", _LazyCalls(fail))
        assert box.call("def f(x): return x", "f", [(7,)]).results[0].value == 7


def test_a_sandbox_can_be_closed_again() -> None:
    box = Sandbox(require="process")
    assert box.run("pass").status == "ok"
    box.close()
    closing = threading.Thread(target=box.close, daemon=True)
    closing.start()
    closing.join(10)
    assert not closing.is_alive()
