"""HumanEval as an environment: its own tests grade, and the agent sees nothing of them."""

from __future__ import annotations

import pytest

from hallmark_rl.envs.coding.exploits import exploit_programs
from hallmark_rl.envs.coding.models import CodingAction
from hallmark_rl.envs.coding.server.human_eval import (
    EXCLUDED_TASKS,
    FILE,
    HumanEvalEnvironment,
    human_eval,
)
from hallmark_rl.sandbox import Sandbox
from hallmark_rl.sdk.coding.importers import read_tasks


@pytest.fixture(scope="module")
def env(box: Sandbox) -> HumanEvalEnvironment:
    return HumanEvalEnvironment(box)


def test_all_tasks_but_one_are_in_the_test_split(env: HumanEvalEnvironment) -> None:
    assert env.list_splits() == ["test"]
    assert env.num_tasks("test") == len(read_tasks(FILE)) - len(EXCLUDED_TASKS) == 163
    assert (FILE.parent / "LICENSE").read_text().startswith("The MIT License")
    assert env.reset(split="train").error.code == "bad_reset"


@pytest.mark.parametrize("index", range(0, 163, 6))
def test_the_reference_solves_its_task_as_a_function_or_a_continuation(
    env: HumanEvalEnvironment, index: int
) -> None:
    task = human_eval().task("test", index).payload
    for code in (task.reference, task.reference.removeprefix(task.prompt)):
        observation = env.reset(seed=1, index=index)
        assert observation.statement == task.prompt
        assert observation.signature.startswith(f"def {task.entry}(")
        observation = env.step(CodingAction(code=code))
        assert (observation.reward, observation.success, observation.done) == (1.0, True, True), (
            observation.feedback
        )


def test_the_seed_chooses_the_task(env: HumanEvalEnvironment) -> None:
    shown = [env.reset(seed=seed).statement for seed in range(8)]
    assert shown == [env.reset(seed=seed).statement for seed in range(8)]
    assert len(set(shown)) > 4


def test_no_exploit_program_earns_anything(env: HumanEvalEnvironment) -> None:
    slow = {"sleep", "sleep-instead", "endless-loop", "endless-loop-at-import"}
    for number, (name, write) in enumerate(exploit_programs()):
        if name in slow:
            continue
        observation = env.reset(seed=3, index=number * 7 % 163)
        observation = env.step(CodingAction(code=write(observation)))
        assert observation.error is None, (name, observation.error)
        assert (observation.reward, observation.success) == (0.0, False), name


@pytest.mark.parametrize(
    ("code", "column"),
    [
        ("import os\ndef {f}(*a):\n    return 0\n", "forbidden"),
        ("def {f}(*a):\n    while True:\n        pass\n", "timeout"),
        ("def {f}(*a):\n    return 'x' * 10**9\n", "resources"),
        ("def {f}(:\n", "format"),
    ],
)
def test_each_column_detects_its_fault(env: HumanEvalEnvironment, code: str, column: str) -> None:
    env.reset(index=0)
    entry = human_eval().task("test", 0).payload.entry
    observation = env.step(CodingAction(code=code.replace("{f}", entry)))
    assert observation.columns[column] == 0.0
    assert observation.reward == 0.0


def test_feedback_shows_nothing_of_the_tests(env: HumanEvalEnvironment) -> None:
    entry = human_eval().task("test", 0).payload.entry
    env.reset(index=0)
    wrong = env.step(CodingAction(code=f"def {entry}(*a):\n    return 7\n"))
    assert wrong.feedback == "A hidden test failed."
    env.reset(index=0)
    tells = f"def {entry}(*a):\n    raise ValueError(repr(a))\n"
    assert env.step(CodingAction(code=tells)).feedback == "A hidden test failed."
