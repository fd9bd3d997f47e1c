"""The task set: every file is well-formed, a sample passes its audit, the splits do not overlap.

Also here: no program of `exploit_programs.py` earns anything on any level.
"""

from __future__ import annotations

import ast
import difflib
import importlib
import random
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from hallmark_rl.envs.coding import exploits, expression_family
from hallmark_rl.envs.coding.catalog import FILE_LEVELS, catalog, load_cached, task_files
from hallmark_rl.envs.coding.exploits import exploit_programs
from hallmark_rl.envs.coding.models import CodingAction
from hallmark_rl.envs.coding.server.coding_environment import CodingEnvironment
from hallmark_rl.sandbox import Sandbox
from hallmark_rl.sdk.coding.grading import grade
from hallmark_rl.sdk.coding.task import MIN_FAILED_CASES, CodingTask
from hallmark_rl.sdk.coding.task_audit import MIN_POOL_SIZE, audit_task

FILES = list(task_files())
SAMPLE = random.Random(2026).sample([path for _, _, path in FILES], 6)


def test_there_are_at_least_150_tasks_over_all_levels_and_splits() -> None:
    assert len(FILES) >= 150
    for split in ("train", "test"):
        for level in (1, *FILE_LEVELS):
            assert catalog().num_tasks(split, level) >= 3


@pytest.mark.parametrize("path", [path for _, _, path in FILES], ids=lambda path: path.stem)
def test_each_file_is_well_formed(path: Path) -> None:
    task = load_cached(path)
    assert len(task.statement) > 40
    assert len(task.wrong_solutions) >= 2
    assert len(task.pool) >= MIN_POOL_SIZE
    assert all(len(cases) >= MIN_FAILED_CASES for cases in task.cases_failed_by_bug.values())
    assert len({repr(case.args) for case in task.visible_cases}) == 3
    assert all(holds(c.expected, *c.args) for c in task.pool for holds in task.properties.values())


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=[pytest.mark.slow] * (n > 2)) for n, path in enumerate(SAMPLE)],
    ids=lambda path: path.stem,
)
def test_a_sample_passes_its_audit(path: Path, box: Sandbox) -> None:
    report = audit_task(load_cached(path), box)
    assert report.passed, report.text()


def test_names_are_unique() -> None:
    assert len({path.stem for _, _, path in FILES}) == len(FILES)


@pytest.mark.parametrize(
    ("form", "most"),
    [(lambda task: task.statement, 0.7), (lambda task: _shape(task.reference), 0.9)],
    ids=["statement", "reference"],
)
def test_splits_hold_no_near_duplicates(
    form: Callable[[CodingTask], Sequence[str]], most: float
) -> None:
    tasks = [load_cached(path) for _, _, path in FILES]
    for held_out, trained in _across(tasks):
        matcher = difflib.SequenceMatcher(None, form(held_out), form(trained), autojunk=False)
        if matcher.real_quick_ratio() > most and matcher.quick_ratio() > most:
            assert matcher.ratio() < most, (held_out.name, trained.name)


def test_no_reference_of_the_train_split_solves_a_held_out_task(box: Sandbox) -> None:
    tasks = [load_cached(path) for _, _, path in FILES if not load_cached(path).driver]
    compared = 0
    for held_out, known in _across(tasks):
        if _annotations(held_out) != _annotations(known):
            continue
        compared += 1
        renamed = f"{known.reference}\n{held_out.entry} = {known.entry}\n"
        verdict = grade(box, held_out, renamed, held_out.pool[::12], repeats=0)
        assert not verdict.solved, (held_out.name, known.name)
    assert compared > 30


def test_the_comparison_recognises_a_duplicate() -> None:
    renamed = "def g(other):\n    return [n * 2 for n in other]\n"
    assert _shape("def f(items: list) -> list:\n    return [i * 2 for i in items]\n") == _shape(
        renamed
    )


def _across(tasks: list[CodingTask]) -> Iterator[tuple[CodingTask, CodingTask]]:
    """Every task of the test split with every task of the train split."""
    train = [task for task in tasks if task.split == "train"]
    return ((task, trained) for task in tasks if task.split == "test" for trained in train)


def _shape(source: str) -> list[str]:
    """The syntax of a program without the names that it defines and without annotations."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        if isinstance(node, ast.arg):
            node.annotation = None
    return [
        repr(node.value)
        if isinstance(node, ast.Constant)
        else getattr(node, "attr", "") or type(node).__name__
        for node in ast.walk(tree)
    ]


def _annotations(task: CodingTask) -> list[str]:
    """The annotations of a task's arguments and result."""
    function = ast.parse(f"{task.signature} ...").body[0]
    assert isinstance(function, ast.FunctionDef)
    notes = [*(each.annotation for each in function.args.args), function.returns]
    return [ast.unparse(note) if note else "" for note in notes]


@pytest.mark.parametrize("level", expression_family.LEVELS)
def test_no_function_of_the_family_is_in_both_splits(level: int) -> None:
    train, test = expression_family.splits(level)
    inputs = range(-60, 61)
    known = {tuple(function(x) for x in inputs) for function in train}
    assert len(known) == len(train)
    held_out = {tuple(function(x) for x in inputs) for function in test}
    assert len(held_out) == len(test)
    assert not known & held_out


def test_the_family_computes_what_python_computes() -> None:
    for function in [
        f for level in expression_family.LEVELS for f in expression_family.functions(level)[::7]
    ]:
        assert all(function(x) == eval(function.text, {"x": x}) for x in (-7, 0, 3, 10))


def test_no_function_is_in_both_levels_of_the_family() -> None:
    known = [
        {tuple(map(f, range(-60, 61))) for f in expression_family.functions(n)}
        for n in expression_family.LEVELS
    ]
    assert all(known)
    assert not known[0] & known[1]


SLOW = {"endless-loop", "endless-loop-at-import", "big-power", "sleep", "regex-backtracking"}


@pytest.mark.parametrize(
    ("level", "every"),
    [(1, 3), (2, 1), *(pytest.param(n, 1, marks=pytest.mark.slow) for n in (1, 3, 4, 5, 6))],
)
def test_no_exploit_program_earns_anything(level: int, every: int, box: Sandbox) -> None:
    env = CodingEnvironment(box)
    names = [name for name, _ in exploit_programs()]
    assert len(set(names)) == len(names) >= 200
    assert set(names) >= SLOW
    for name, write in list(exploit_programs())[::every]:
        if name in SLOW and level != 2:
            continue
        observation = env.reset(seed=11, level=level)
        observation = env.step(CodingAction(code=write(observation)))
        assert observation.error is None, (name, observation.error)
        assert observation.reward == 0.0, name
        assert observation.success is False, name
    observation = env.reset(seed=11, level=level)
    assert env.step(CodingAction(code=env.reveal().task.reference)).reward == 1.0


def test_modules_and_attributes_that_exploits_name_exist() -> None:
    """An attack on a module that was renamed would fail for the wrong reason."""
    text = exploits.FILE.read_text(encoding="utf-8")
    names = set(re.findall(r"hallmark_rl(?:\.\w+)+", text))
    assert len(names) >= 3
    for name in names:
        importlib.import_module(name)
    equality = importlib.import_module("hallmark_rl.sdk.common.equality")
    assert "import hallmark_rl.sdk.common.equality as compare" in text
    assert all(hasattr(equality, name) for name in re.findall(r"\bcompare\.(\w+) =", text))
    assert "hallmark_rl.envs.coding.catalog import catalog" in text
    assert hasattr(importlib.import_module("hallmark_rl.envs.coding.catalog"), "catalog")
