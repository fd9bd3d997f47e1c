"""The catalogue: all files sound in form, a sample audited, splits apart."""

from __future__ import annotations

import difflib
import random
from pathlib import Path

import pytest

from envs.coding import family
from envs.coding.catalog import FILE_LEVELS, catalog, loaded, task_files
from sandbox import Sandbox
from sdk.coding.audit import LEAST_INPUTS, LEAST_SHARP, audit

FILES = list(task_files())
SAMPLE = random.Random(2026).sample([path for _, _, path in FILES], 6)


def test_there_are_at_least_150_tasks_over_all_levels_and_splits() -> None:
    assert len(FILES) >= 150
    for split in ("train", "test"):
        for level in (1, *FILE_LEVELS):
            assert catalog().num_tasks(split, level) >= 3


@pytest.mark.parametrize("path", [path for _, _, path in FILES], ids=lambda path: path.stem)
def test_form(path: Path) -> None:
    task = loaded(path)
    assert len(task.statement) > 40
    assert len(task.wrong) >= 2
    assert len(task.pool) >= LEAST_INPUTS
    assert all(len(cases) >= LEAST_SHARP for cases in task.sharp.values())
    assert len({repr(case.args) for case in task.visible}) == 3
    assert all(holds(c.expected, *c.args) for c in task.pool for holds in task.properties.values())


@pytest.mark.parametrize("path", SAMPLE, ids=lambda path: path.stem)
def test_a_sample_passes_its_audit(path: Path, box: Sandbox) -> None:
    report = audit(loaded(path), box)
    assert report.passed, report.text()


def test_names_are_unique_and_splits_are_no_near_duplicates() -> None:
    tasks = [loaded(path) for _, _, path in FILES]
    assert len({task.name for task in tasks}) == len(tasks)
    train = [task for task in tasks if task.split == "train"]
    for task in (task for task in tasks if task.split == "test"):
        for other in train:
            matcher = difflib.SequenceMatcher(None, task.statement, other.statement)
            if matcher.real_quick_ratio() > 0.85 and matcher.quick_ratio() > 0.85:
                assert matcher.ratio() < 0.85, (task.name, other.name)


def test_no_function_of_the_family_is_in_both_splits() -> None:
    train, test = family.splits()
    inputs = range(-60, 61)
    known = {tuple(function(x) for x in inputs) for function in train}
    assert len(known) == len(train)
    held_out = {tuple(function(x) for x in inputs) for function in test}
    assert len(held_out) == len(test)
    assert not known & held_out


def test_the_family_computes_what_python_computes() -> None:
    for function in family.functions()[::7]:
        assert all(function(x) == eval(function.text, {"x": x}) for x in (-7, 0, 3, 10))


@pytest.mark.parametrize("level", [1, 2, 4])
def test_no_program_of_the_gallery_is_right(level: int, box: Sandbox) -> None:
    from envs.coding.exploits import programs
    from envs.coding.models import CodingAction
    from envs.coding.server.coding_environment import CodingEnvironment

    env = CodingEnvironment(box)
    names = [name for name, _ in programs()]
    assert len(set(names)) == len(names) >= 80
    for name, write in list(programs())[level - 1 :: 3]:
        seen = env.reset(seed=11, level=level)
        seen = env.step(CodingAction(code=write(seen)))
        assert seen.error is None, (name, seen.error)
        assert seen.reward == 0.0, name
        assert seen.success is False, name
    seen = env.reset(seed=11, level=level)
    assert env.step(CodingAction(code=env.reveal().task.reference)).reward == 1.0
