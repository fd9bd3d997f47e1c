"""The audits of the environments that ship: they say yes to what is right and no to what is paid
for nothing, and the gap alarm hears them when a real environment is weakened."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openenv")

from hallmark_rl.envs.coding import proof as coding_proof
from hallmark_rl.envs.coding import text as coding_text
from hallmark_rl.envs.coding.catalog import catalog
from hallmark_rl.envs.coding.server.coding_environment import CodingEnvironment
from hallmark_rl.envs.wordle import proof as wordle_proof
from hallmark_rl.envs.wordle import text as wordle_text
from hallmark_rl.envs.wordle.server.wordle_environment import WordleEnvironment
from hallmark_rl.sdk import Column, Reward
from hallmark_rl.train.environments.rollout_env import Assignment
from hallmark_rl.train.pipeline import run
from tests.train.conftest import Start


def played(env: Any, proof: Any, task: Assignment, say: Any) -> tuple[Any, list[str]]:
    """An episode of a policy, and the texts that a model would have said."""
    seen = env.reset(seed=task.seed, split=task.split, level=task.level)
    said = []
    while not seen.done:
        action = say(env, seen)
        said.append(action.word if hasattr(action, "word") else action.code)
        seen = env.step(action)
    return seen, said


@pytest.mark.parametrize("level", [1, 2, 4])
def test_wordle_audit_agrees_with_fair_play(level: int) -> None:
    env = WordleEnvironment()
    for seed in range(10):
        task = Assignment("test", level, seed)
        seen, said = played(env, wordle_proof, task, wordle_proof.oracle)
        assert seen.success
        assert wordle_proof.audit(task, said)
        assert not wordle_proof.audit(task, said[:-1])
        assert not wordle_proof.audit(task, [*said[:-1], f"{said[-1]} {said[-1]}"])
        assert not wordle_proof.audit(task, ["abc"] * 6 + said[-1:])
        assert not wordle_proof.audit(Assignment("test", level, seed + 1000), said)


def references() -> Iterator[tuple[int, Assignment, str]]:
    """An episode and a right answer for every level."""
    env = CodingEnvironment()
    for level in catalog().levels:
        for seed in range(3):
            task = Assignment("train", level, seed)
            seen = env.reset(seed=seed, split="train", level=level)
            yield level, task, coding_proof.oracle(env, seen).code


def test_coding_audit_accepts_references_and_nothing_else() -> None:
    env = CodingEnvironment()
    for level, task, code in references():
        assert coding_proof.audit(task, [code if level in (1, 6) else f"```python\n{code}```"]), (
            task
        )
        assert not coding_proof.audit(task, []), task
        seen = env.reset(seed=task.seed, split="train", level=level)
        for name, exploit in list(coding_proof.exploits())[::7]:
            wrong = exploit(env, seen).code
            assert not coding_proof.audit(task, [f"```python\n{wrong}```"]), (task, name)


def test_coding_audit_finds_what_passes_the_tests_that_are_paid_for() -> None:
    """Right on every test of the episode, wrong on others; right at first, wrong when asked again;
    right, by way of a name that is not needed."""
    env = CodingEnvironment()
    task = Assignment("train", 1, 0)
    env.reset(seed=0, split="train", level=1)
    game = env.reveal()
    known = {case.args[0]: case.expected for case in game.final_cases()}
    right = coding_proof.oracle(env, env.reset(seed=0, split="train", level=1)).code
    table = f"def f(x):\n    return {known!r}.get(x, 0)\n"
    moody = f"asked = []\ndef f(x):\n    asked.append(x)\n    return {right} + len(asked) // 30\n"
    evil = f"def f(x):\n    globals\n    return {right}\n"
    assert env.step(coding_text.parse(table)).success, "the table knows the tests of the episode"
    assert coding_proof.audit(task, [right])
    for program in (table, moody, evil):
        assert not coding_proof.audit(task, [program]), program


class NotAfter(WordleEnvironment):
    """Compares with `<=` where `==` was meant."""

    reward = Reward(Column("won", lambda step: float(step.facts["paid"]), kind="outcome"))

    def facts(self, game: Any) -> dict[str, Any]:
        return {"paid": bool(game.history) and game.history[-1][0] <= game.target.reveal()}


class Compiles(CodingEnvironment):
    """Pays for a program that runs to its end, whatever it answers."""

    reward = Reward(Column("tests", lambda step: step.facts["format"], kind="outcome"))


@pytest.mark.parametrize(
    ("kind", "text", "proof"),
    [(NotAfter, wordle_text, wordle_proof), (Compiles, coding_text, coding_proof)],
    ids=["wordle", "coding"],
)
def test_the_gap_alarm_sees_a_weakened_environment(
    start: Start, kind: Any, text: Any, proof: Any
) -> None:
    config = start(
        kind,
        text,
        proof,
        model={"hidden": 64, "layers": 2, "heads": 4},
        warmup={"steps": 100, "batch": 32, "traces": 400, "mediocre": 0.2},
        grpo={"max_steps": 40, "prompts": 8, "num_generations": 8, "learning_rate": 2e-3},
        evaluation={"episodes": 60, "every": 10, "episodes_between": 60},
        alarms={"action": "stop"},
    )
    summary = run(config)
    (result,) = summary["results"]
    after = result["after"]
    assert after["success"] - after["verified"] > 0.2, "the environment itself sees nothing"
    lines = (Path(config.out) / "metrics.jsonl").read_text().splitlines()
    alarms = [row["rule"] for row in map(json.loads, lines) if row["kind"] == "alarm"]
    assert "gap" in alarms
    assert "alarm" in summary["stopped"]
