"""Task files: their format, the cases generated from them, grading and audit of programs."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallmark_rl.sandbox import Sandbox
from hallmark_rl.sdk.coding.class_driver import rebinds_errors
from hallmark_rl.sdk.coding.grading import grade
from hallmark_rl.sdk.coding.task import CodingTask
from hallmark_rl.sdk.coding.task_audit import audit_task
from hallmark_rl.sdk.coding.task_file import TaskFileError, load_task
from hallmark_rl.sdk.common.equality import fingerprint

TASK_FILE = Path(__file__).parents[3] / "envs/coding/tasks/level2/alternating_sum.py"
GOOD = '''"""Return the sum of `numbers`."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints


def inputs() -> Inputs:
    return args(ints(-9, 9))


def total(numbers: list[int]) -> int:
    result = 0
    for number in numbers:
        result += number
    return result


def check_reversed(result: int, numbers: list[int]) -> bool:
    return total(numbers[::-1]) == result


WRONG = {"forgets the first": "def total(numbers):\\n    return sum(numbers[1:])"}
'''
CLASS = '''"""A counter."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st


def inputs() -> Inputs:
    return operations(st.integers(0, 3), add=(st.integers(-2, 9),), value=())


class Tally:
    def __init__(self, start: int) -> None:
        self.count = start

    def add(self, number: int) -> None:
        if number < 0:
            raise ValueError("negative")
        self.count += number

    def value(self) -> int:
        return self.count


WRONG = {"starts at zero": ("self.count = start", "self.count = 0")}
'''


def load_text(folder: Path, text: str, name: str = "total") -> CodingTask:
    """Write a task file and load it."""
    path = folder / "level2" / f"{name}.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return load_task(path)


@pytest.fixture
def task(tmp_path: Path) -> CodingTask:
    return load_text(tmp_path, GOOD)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"""Return the sum of `numbers`."""', "", "docstring"),
        ("def inputs", "def other", "inputs()"),
        ("def total", "def sum_up", "def total"),
        ("WRONG =", "OTHER =", "WRONG"),
        ("return args(ints(-9, 9))", "return args(", "SyntaxError"),
    ],
)
def test_a_missing_part_is_reported(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(TaskFileError, match=message.replace("(", r"\(").replace(")", r"\)")):
        load_text(tmp_path, GOOD.replace(old, new))


def test_an_edit_must_match_the_reference_once(tmp_path: Path) -> None:
    text = GOOD.replace('"def total(numbers):\\n    return sum(numbers[1:])"', '("result", "r")')
    with pytest.raises(TaskFileError, match="occurs 3 times"):
        load_text(tmp_path, text)


def test_the_reference_excludes_the_specification(task: CodingTask) -> None:
    assert task.reference.startswith("def total(numbers: list[int]) -> int:")
    for word in ("inputs", "check_", "WRONG", "import"):
        assert word not in task.reference
    assert task.signature == "def total(numbers: list[int]) -> int:"


@settings(deadline=None, max_examples=50)
@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_hidden_cases_depend_on_the_seed_alone_and_exclude_shown_cases(
    one: int, other: int
) -> None:
    task = _task()
    cases = task.hidden_cases(one)
    assert [c.args for c in cases] == [c.args for c in task.hidden_cases(one)]
    if one != other:
        assert [c.args for c in cases] != [c.args for c in task.hidden_cases(other)]
    shown = tuple(cases[:3])
    known = {fingerprint(c.args) for c in (*task.visible_cases, *shown)}
    assert not known & {fingerprint(c.args) for c in task.hidden_cases(one, shown)}


def test_some_hidden_cases_are_not_in_the_pool() -> None:
    task = _task()
    pool = {fingerprint(case.args) for case in task.pool}
    fresh = [
        sum(fingerprint(case.args) not in pool for case in task.hidden_cases(seed))
        for seed in range(40)
    ]
    assert sum(fresh) > 40


def test_every_episode_has_cases_that_known_bugs_fail() -> None:
    task = load_task(TASK_FILE)
    rare = [case.args for case in task.pool[150:153]]
    program = task.reference.replace("def alternating_sum", "def right")
    program += f"def alternating_sum(n):\n    return 'no' if (n,) in {rare!r} else right(n)\n"
    object.__setattr__(task, "wrong_solutions", {"fails three of the pool": program})
    failed = {fingerprint(args) for args in rare}
    assert {
        case.fingerprint for case in task.cases_failed_by_bug["fails three of the pool"]
    } == failed
    for seed in range(40):
        assert len(failed & {case.fingerprint for case in task.hidden_cases(seed)}) >= 2


def test_grades(task: CodingTask, box: Sandbox) -> None:
    cases = task.hidden_cases(0)

    def grades(source: str) -> tuple[bool, bool, bool]:
        result = grade(box, task, source, cases)
        return all(result.correct), result.keeps_contract, result.is_pure

    assert grades(task.reference) == (True, True, True)
    assert grades("def total(n):\n    r = sum(n)\n    n.clear()\n    return r") == (
        True,
        False,
        True,
    )
    assert grades("def total(n):\n    return float(sum(n))")[:2] == (False, False)
    counting = "seen = []\ndef total(n):\n    seen.append(n)\n    return len(seen)"
    assert grades(counting) == (False, True, False)
    assert grade(box, task, "def other(n): pass", cases).solved is False
    assert grade(box, task, "import os\n" + task.reference, cases).status == "forbidden"
    assert grade(box, task, "def total(n):\n    while True: pass", cases).status == "timeout"


def test_an_incomplete_run_quotes_no_case(task: CodingTask) -> None:
    error = SimpleNamespace(type="ValueError", message="saw [1, 2]", line=1)
    answer = SimpleNamespace(ok=False, value=None, error=error, mutated=False)
    outcome = SimpleNamespace(status="ok", error=None, results=(answer,))
    runner = SimpleNamespace(call=lambda *args, **kwargs: outcome)
    result = grade(runner, task, task.reference, task.pool[:5])
    assert (result.status, result.solved, result.problem) == ("error", False, "")


def test_a_class_is_tested_with_operations(tmp_path: Path, box: Sandbox) -> None:
    task = load_text(tmp_path, CLASS, "tally")
    result = task.solve([["add", 2], ["value"], ["add", -1], ["value"]], 1)
    assert result == [None, 3, "! ValueError", 3]
    assert grade(box, task, task.reference, task.hidden_cases(1)).solved
    assert not grade(box, task, task.wrong_solutions["starts at zero"], task.hidden_cases(1)).solved


LIVE_RESULTS = """
list = tuple = dict = set = type = None
class Tally:
    def __init__(self, start): self.seen = [start]
    def add(self, number): self.seen.append(number)
    def value(self): return {"seen": (self.seen, {1})}
"""


@pytest.mark.parametrize("policy", ["restricted", "python"])
def test_a_later_method_does_not_change_an_earlier_result(tmp_path: Path, policy: str) -> None:
    task = load_text(tmp_path, CLASS, "tally")
    operations = [["value"], ["add", 5], ["value"]]
    source = task.with_driver(LIVE_RESULTS)
    with Sandbox(policy=policy, require="process", workers=1) as other:
        outcome = other.call(source, task.call_entry, [(operations, 1)])
    assert outcome.results[0].value == [{"seen": ([1], {1})}, None, {"seen": ([1, 5], {1})}]


RAISES = CLASS.split("class Tally:")[1].split("WRONG")[0].replace(" -> None", "")


@pytest.mark.parametrize(
    ("old", "new", "right", "contract"),
    [
        ("", "", True, True),
        ('raise ValueError("negative")', 'return "! ValueError"', False, False),
        ('raise ValueError("negative")', "raise KeyError(number)", False, True),
        ('raise ValueError("negative")', "{}[number]", False, True),
        (
            "class Tally:",
            "ValueError = Exception\nclass Tally:",
            True,
            False,
        ),
        ('raise ValueError("negative")', 'raise Exception("negative")', False, True),
    ],
)
def test_a_method_must_raise_an_error_and_not_return_its_name(
    tmp_path: Path, box: Sandbox, old: str, new: str, right: bool, contract: bool
) -> None:
    task = load_text(tmp_path, CLASS, "tally")
    program = f"class Tally:{RAISES}"
    assert old in program
    result = grade(box, task, program.replace(old, new) if old else program, task.pool)
    assert (all(result.correct), result.keeps_contract) == (right, contract)


@pytest.mark.parametrize(
    ("source", "rebinds"),
    [
        ("KeyError = Exception", True),
        ("from x import y as ValueError", True),
        ("def ValueError(): pass", True),
        ("class IndexError(Exception): pass", True),
        ("def f():\n    global TypeError\n    TypeError = 0", True),
        ("try:\n    1\nexcept Exception as KeyError:\n    pass", True),
        ("match 1:\n    case KeyError:\n        pass", True),
        ("match [1]:\n    case [*KeyError]:\n        pass", True),
        ("(KeyError := 1)", True),
        ("for KeyError in []: pass", True),
        ("raise KeyError(1)", False),
        ("try:\n    1\nexcept KeyError as error:\n    pass", False),
        ("errors = (KeyError, ValueError)", False),
        ("def f(:", False),
    ],
)
def test_programs_that_rebind_errors_are_detected(source: str, rebinds: bool) -> None:
    assert rebinds_errors(source) is rebinds


def test_a_valid_task_passes_its_audit(task: CodingTask, box: Sandbox) -> None:
    report = audit_task(task, box)
    assert report.passed, report.text()
    assert report.score == 1.0
    share, which = report.best_trivial
    assert 0 < share < 1
    assert which in report.text()


def test_a_result_that_accepts_cannot_process_is_wrong(tmp_path: Path) -> None:
    text = GOOD + "\n\ndef accepts(result, numbers):\n    return result['total'][0] == 0\n"
    task = load_text(tmp_path, text)
    case = task.pool[0]
    for odd in (None, 3, {}, {"total": []}, {"total": 5}, "total", [1]):
        assert task.is_correct(odd, case) is False
    assert task.is_correct({"total": [0]}, case) is True


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("ints(-9, 9)", "ints(0, 0, most=2)", "different inputs"),
        ("[::-1]) == result", "[1:]) == result", "property reversed"),
        ("sum(numbers[1:])", "sum(numbers)", "fails 0 of"),
        ("sum(numbers[1:])", "sum(", "does not run"),
        ("ints(-9, 9)", "ints(0, 9).map(sorted).filter(lambda n: sum(n) < 7)", "mutation score"),
        ('SPLIT = "test"', "", ""),
    ],
)
def test_the_audit_reports_each_problem_of_a_task(
    tmp_path: Path, box: Sandbox, old: str, new: str, message: str
) -> None:
    if not message:
        text = GOOD + '\nEQUIVALENT = {"result = 1": "", "never": "why"}\n'
        problems = audit_task(load_text(tmp_path, text), box).problems
        assert any("EQUIVALENT is wrong" in problem for problem in problems)
        assert any("names no mutant" in problem for problem in problems)
        assert any("gives no reason for 'result = 1'" in problem for problem in problems)
        return
    text = GOOD.replace(old, new)
    if message == "mutation score":
        text = GOOD.replace("result += number", "result += number if number < 100 else 7")
    problems = audit_task(load_text(tmp_path, text), box).problems
    assert any(message in problem for problem in problems), problems


def test_a_trivial_program_that_solves_episodes_is_reported(tmp_path: Path, box: Sandbox) -> None:
    text = GOOD.replace("    return result\n", "    return 0 if result < 999 else 1\n")
    text = text.replace("return sum(numbers[1:])", "return len(numbers)")
    problems = audit_task(load_text(tmp_path, text), box).problems
    assert any("trivial program 'constant 0'" in problem for problem in problems), problems


@cache
def _task() -> CodingTask:
    return load_task(TASK_FILE)
