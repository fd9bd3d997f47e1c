"""`code_reward`: forms of tests, hostile completions, failing sandboxes, batches judged once."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from hallmark_rl.sandbox import Sandbox
from hallmark_rl.sdk.adapters.code_reward import check_code_rows, code_reward, program_in

CALLS = [{"args": [2, 3], "expected": 5}, {"args": [-1, 1], "expected": 0}]
ADD = "def add(a, b):\n    return a + b\n"
SCRIPT = "a, b = map(int, input().split())\nprint(a + b)\n"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox(workers=2, require="process", policy="python") as box:
        yield box


def judge(
    sandbox: Any, programs: list[Any], tests: Any, entry: str | None = "add"
) -> dict[str, Any]:
    """Every column for a batch of completions with the same tests."""
    columns = {"tests": [tests] * len(programs), "entry": [entry] * len(programs)}
    functions = code_reward(sandbox=sandbox)
    return {
        function.__name__: function(prompts=[""] * len(programs), completions=programs, **columns)
        for function in functions
    }


@pytest.mark.parametrize(
    ("tests", "entry", "right", "partly"),
    [
        (CALLS, "add", ADD, "def add(a, b):\n    return 5\n"),
        (json.dumps(CALLS), "add", ADD, "def add(a, b):\n    return 5\n"),
        (
            [{"stdin": "2 3\n", "stdout": "5"}, {"stdin": "-1 1\n", "stdout": "0\n"}],
            None,
            SCRIPT,
            "print(5)",
        ),
        (
            ["assert add(2, 3) == 5", "assert add(-1, 1) == 0"],
            "add",
            ADD,
            "def add(a, b):\n    return 5\n",
        ),
    ],
    ids=["calls", "json", "scripts", "assertions"],
)
def test_the_forms_of_tests(
    sandbox: Sandbox, tests: Any, entry: str, right: str, partly: str
) -> None:
    columns = judge(sandbox, [right, partly, "no program"], tests, entry)
    assert columns["all_tests"] == [1.0, 0.0, 0.0]
    assert columns["share_of_tests"] == [1.0, 0.5, 0.0]
    assert columns["finished"][:1] == [1.0]
    assert columns["finished"][2] == 0.0


def test_a_check_function_and_expected_exceptions(sandbox: Sandbox) -> None:
    checker = "def check(candidate):\n    assert candidate(2, 3) == 5\n"
    assert judge(sandbox, [ADD, "add = 3"], checker)["all_tests"] == [1.0, 0.0]
    raises = [{"args": [1, 0], "raises": "ZeroDivisionError"}]
    divide = ["def add(a, b):\n    return a / b\n", ADD]
    assert judge(sandbox, divide, raises)["all_tests"] == [1.0, 0.0]
    named = [{"args": [1], "kwargs": {"b": 2}, "expected": 3}]
    assert judge(sandbox, [ADD], named)["all_tests"] == [1.0]


def test_json_has_no_tuples_and_floats_have_a_tolerance(sandbox: Sandbox) -> None:
    tests = [{"args": [1, 2], "expected": [1, [2.0]]}]
    programs = [
        "def add(a, b):\n    return (a, (b + 1e-9,))\n",
        "def add(a, b):\n    return [True, [2.0]]\n",
        "def add(a, b):\n    return [1, [2.1]]\n",
    ]
    assert judge(sandbox, programs, tests)["all_tests"] == [1.0, 0.0, 0.0]


def test_the_program_in_a_completion() -> None:
    block = f"```python\n{ADD}```"
    assert program_in(ADD)[1] == ADD
    assert program_in(f"First:\n```\nx = 1\n```\nNow:\n{block}\nDone.")[1] == ADD
    assert program_in(f"{block}\n```bash\nls\n```")[1] == ADD
    assert program_in(f"cut off\n```py\n{ADD}")[1] == ADD
    message = {"role": "assistant", "content": block}
    assert program_in([{"role": "user", "content": "x"}, message])[1] == ADD
    assert program_in([{"content": [{"type": "text", "text": block}, {"type": "image"}]}])[1] == ADD
    for odd in ([], [{}], [{"content": None}], None, [None], 3):
        assert program_in(odd) == ("", "")


FORGED = (
    "class Yes(int):\n    def __eq__(self, other):\n        return True\n"
    "def add(a, b):\n    return Yes(7)\n"
)
HOSTILE = [
    FORGED,
    "",
    "\x00",
    "\ud800",
    "```python\n" * 2000,
    "(" * 100_000,
    "import os\nos._exit(0)",
    "def add(a, b):\n    return add\n",
    "def add(a, b):\n    x = []\n    x.append(x)\n    return x\n",
    "def add(a, b):\n    raise SystemExit(0)\n",
    "raise SystemExit",
    "print('5')",
    "def add(a, b):\n    return [[[" + "[" * 90 + "]" * 90 + "]]]\n",
    "x" * 2_000_000,
]


@pytest.mark.parametrize("tests", [CALLS, ["assert add(2, 3) == 5"]], ids=["calls", "assertions"])
def test_nothing_that_a_completion_contains_is_paid_or_raises(sandbox: Sandbox, tests: Any) -> None:
    columns = judge(sandbox, HOSTILE, tests)
    assert columns["all_tests"] == [0.0] * len(HOSTILE)


def test_a_program_that_forges_equality_is_not_paid_by_assertions(sandbox: Sandbox) -> None:
    tests = ["assert add(2, 3) == 5", "assert add(-1, 1) == 0"]
    assert judge(sandbox, [FORGED], tests)["share_of_tests"] == [0.0]


def test_a_failing_sandbox_gives_none_and_says_so(caplog: pytest.LogCaptureFixture) -> None:
    closed = Sandbox(require="process")
    closed.close()
    with caplog.at_level(logging.WARNING):
        columns = judge(closed, [ADD, "def add(a, b):\n    return 0\n"], CALLS)
    assert all(values == [None, None] for values in columns.values())
    assert "the sandbox failed" in caplog.text


def test_a_host_that_refuses_the_level_gives_none() -> None:
    with Sandbox(require="kernel", _omit=frozenset({"seccomp", "landlock"})) as refusing:
        assert judge(refusing, [ADD], CALLS)["all_tests"] == [None]
        assert judge(refusing, [ADD], ["assert add(1, 1) == 2"])["all_tests"] == [None]


@pytest.mark.parametrize(
    ("tests", "entry", "problem"),
    [
        ([], "add", "at least one test"),
        ("not json", "add", "neither JSON"),
        (None, "add", "must be a list"),
        ([{"args": [1]}], "add", "expected or raises"),
        ([{"args": 1, "expected": 2}], "add", "args, a list"),
        (CALLS, None, "name of the function"),
        (CALLS, "a b", "name of the function"),
        ([{"stdin": "1"}], None, "stdout"),
        (["assert ("], "add", "not valid Python"),
        ([*CALLS, "assert add(1, 1) == 2"], "add", "all be objects"),
        ([{"args": [object()], "expected": 1}], "add", "plain data"),
    ],
)
def test_a_row_without_tests_is_reported_and_not_scored(
    sandbox: Sandbox, tests: Any, entry: Any, problem: str, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(ValueError, match=f"row 1: .*{problem}"):
        check_code_rows([{"tests": CALLS, "entry": "f"}, {"tests": tests, "entry": entry}])
    with caplog.at_level(logging.WARNING):
        assert judge(sandbox, [ADD], tests, entry)["all_tests"] == [None]
    assert "states no tests" in caplog.text


def test_rows_have_their_own_tests_and_equal_programs_run_once(sandbox: Sandbox) -> None:
    class Counting:
        """Counts the jobs."""

        jobs = 0

        def map(self, jobs: Any) -> Any:
            self.jobs += len(jobs)
            return sandbox.map(jobs)

    counting = Counting()
    functions = code_reward("cases", counting, entry="name")  # type: ignore[arg-type]
    cases = [CALLS, CALLS, [{"args": [2, 3], "expected": 6}], CALLS]
    batch = {"completions": [ADD, ADD, ADD, "x"], "cases": cases, "name": ["add"] * 4}
    all_columns = [function(**batch) for function in functions]
    assert all_columns[0] == [1.0, 1.0, 0.0, 0.0]
    assert counting.jobs == 3
    functions[0](**batch | {"completions": [ADD, "y", ADD, "x"]})
    assert counting.jobs == 7, "a different batch is judged"


def test_weights_and_columns(sandbox: Sandbox) -> None:
    functions = code_reward(sandbox=sandbox, weights={"share_of_tests": 1.0, "one_block": 0.1})
    names = [function.__name__ for function in functions]
    assert names == ["all_tests", "share_of_tests", "finished", "one_block"]
    assert functions.weights == [0.0, 1.0, 0.0, 0.1]
    assert code_reward(sandbox=sandbox).weights == [1.0, 0.0, 0.0, 0.0]
    with pytest.raises(ValueError, match="no column 'speed'"):
        code_reward(sandbox=sandbox, weights={"speed": 1.0})
    with pytest.raises(ValueError, match="no column 'tests'"):
        functions[0](completions=["x"], prompts=["y"])


def test_it_needs_neither_openenv_nor_torch() -> None:
    program = (
        "import sys; from hallmark_rl.sdk.adapters.trl import code_reward;"
        "print({'openenv', 'torch', 'trl'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"
