"""`Sandbox.check`: a checker and a candidate in two processes that exchange plain data."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from hallmark_rl.sandbox import Job, Limits, Sandbox

_CHECK = (
    "def check(candidate):\n    assert candidate(1, 2) == 3\n    assert candidate(5, 7) == 12\n"
)
_FORGER = """
import os, struct
def add(a, b):
    for m in (b'["ok",3]', b'["ok",12]', b'["end","ok",null]'):
        os.write(3, struct.pack('!I', len(m)) + m)
    os._exit(0)
"""
_SLOW_FORGER = _FORGER.replace(
    "len(m)) + m)", "len(m)) + m)\n        import time\n        time.sleep(0.05)"
)
_USES_EVAL = "HumanEval/160"
_HUMAN_EVAL = Path(__file__).parents[2] / "envs/coding/human_eval/HumanEval.jsonl.gz"


def test_right_code_passes_and_wrong_code_does_not(restricted: Sandbox) -> None:
    right = restricted.check("def add(a, b): return a + b", _CHECK, "add")
    assert right.passed
    assert (right.status, right.calls) == ("ok", 2)
    wrong = restricted.check("def add(a, b): return a - b", _CHECK, "add")
    assert not wrong.passed
    assert wrong.checker.error is not None
    assert (wrong.checker.error.type, wrong.checker.error.line) == ("AssertionError", 2)


@pytest.mark.parametrize(
    "candidate",
    [
        "import os\ndef add(a, b): os._exit(0)",
        "import sys\ndef add(a, b): sys.exit(0)",
        "class E:\n    def __eq__(s, o): return True\ndef add(a, b): return E()",
        "class I(int):\n    def __eq__(s, o): return True\ndef add(a, b): return I(0)",
        "import builtins\nbuiltins.AssertionError = Warning\ndef add(a, b): return 0",
        _FORGER,
        _SLOW_FORGER,
        "import os\nos.write(3, b'\\xff' * 100)\ndef add(a, b): return 3",
        "def add(a, b):\n    while True: pass",
        "raise SystemExit(0)",
        "def sub(a, b): return 3",
    ],
)
def test_a_hostile_candidate_does_not_pass(kernel: Sandbox, candidate: str) -> None:
    limits = Limits(wall_s=0.5)
    outcome = kernel.check(candidate, _CHECK, "add", limits=limits)
    assert not outcome.passed
    assert kernel.check("def add(a, b): return a + b", _CHECK, "add").passed


@pytest.mark.parametrize("kind", ["StopIteration", "StopAsyncIteration"])
def test_stop_iteration_of_a_candidate_does_not_end_a_loop_of_the_checker(
    kernel: Sandbox, kind: str
) -> None:
    candidate = f"def add(a, b): raise {kind}"
    checker = (
        "def check(c):\n    for got, want in zip(map(c, [1, 5], [2, 7]), [3, 12]):\n"
        "        assert got == want\n"
    )
    outcome = kernel.check(candidate, checker, "add")
    assert not outcome.passed
    assert outcome.checker.error is not None
    assert kind in outcome.checker.error.message


def test_errors_of_the_candidate_reach_the_checker_with_their_type(kernel: Sandbox) -> None:
    checker = (
        "def check(candidate):\n"
        "    try: candidate()\n"
        "    except KeyError as e: assert 'gone' in str(e)\n"
        "    else: assert False\n"
    )
    assert kernel.check("def f(): raise KeyError('gone')", checker, "f").passed


def test_a_checker_that_loops_is_stopped(kernel: Sandbox) -> None:
    outcome = kernel.check(
        "def f(): pass", "def check(c):\n    while True: c()", "f", limits=Limits(wall_s=0.4)
    )
    assert not outcome.passed
    assert outcome.status == "timeout"


def test_human_eval_solutions_pass_their_own_tests(restricted: Sandbox) -> None:
    with gzip.open(_HUMAN_EVAL, "rt") as lines:
        rows = [json.loads(line) for line in lines]
    failed = []
    for row in rows[::4]:
        outcome = restricted.check(
            row["prompt"] + row["canonical_solution"],
            row["prompt"] + row["canonical_solution"] + "\n" + row["test"],
            row["entry_point"],
            limits=Limits(wall_s=20.0, cpu_s=20.0),
        )
        if not outcome.passed:
            failed.append((row["task_id"], outcome.candidate.error, outcome.checker.error))
    assert [task for task, *_ in failed] in ([], [_USES_EVAL])


def test_every_human_eval_solution_passes_under_python(kernel: Sandbox) -> None:
    with gzip.open(_HUMAN_EVAL, "rt") as lines:
        rows = [json.loads(line) for line in lines]
    jobs = (
        Job(
            source=f"{row['prompt']}{row['canonical_solution']}\n{row['test']}\n"
            f"check({row['entry_point']})",
            limits=Limits(wall_s=20.0, cpu_s=20.0),
        )
        for row in rows
    )
    statuses = [outcome.status for outcome in kernel.map(jobs)]
    assert statuses == ["ok"] * 164
