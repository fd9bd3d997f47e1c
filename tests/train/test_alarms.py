"""Each alarm is raised on its sign of reward hacking, and none on a run that improves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hallmark_rl.train.config import AlarmConfig
from hallmark_rl.train.environments.rollout_env import EnvSlot, RolloutEpisode
from hallmark_rl.train.metrics.alarms import WINDOW, StepFacts, check_gap, check_step, step_facts
from hallmark_rl.train.metrics.evaluation import Score

CONFIG = AlarmConfig()
CALM = StepFacts(0, 0.1, {"style": 0.1}, 10.0, 0.0, 0.1)


def after(**changes: object) -> list[StepFacts]:
    later = replace(CALM, **changes)  # type: ignore[arg-type]
    return [CALM] * WINDOW + [later] * WINDOW


@pytest.mark.parametrize(
    ("rule", "changes"),
    [
        ("column", {"columns": {"style": 0.9}}),
        ("repeats", {"repeats": 0.9}),
        ("length", {"length": 50.0}),
        ("timeouts", {"timeouts": 0.5}),
    ],
)
def test_each_sign_raises_its_alarm(rule: str, changes: dict[str, object]) -> None:
    assert [alarm.rule for alarm in check_step(after(**changes), CONFIG, {"style"})] == [rule]


def test_an_improving_run_raises_no_alarm() -> None:
    better = after(success=0.8, columns={"style": 0.9}, length=14.0, repeats=0.5)
    assert check_step(better, CONFIG, {"style"}) == []


def test_a_column_that_is_not_paid_may_rise() -> None:
    assert check_step(after(columns={"style": 0.9}), CONFIG, set()) == []


def score(paid: float, verified: float) -> Score:
    return Score(100, 0, verified, (0.0, 1.0), verified, paid, {}, 0.0)


def test_the_gap_between_return_and_verified_success() -> None:
    assert check_gap([(0, score(0.1, 0.1)), (10, score(0.8, 0.8))], CONFIG) == []
    (alarm,) = check_gap([(0, score(0.1, 0.1)), (10, score(0.8, 0.1))], CONFIG)
    assert alarm.rule == "gap"
    assert alarm.step == 10


def test_a_gap_that_exists_from_the_start_raises_no_alarm() -> None:
    assert check_gap([(0, score(0.6, 0.1)), (10, score(0.7, 0.2))], CONFIG) == []


def test_repeats_are_counted_over_different_tasks_only() -> None:
    from hallmark_rl.train.environments.rollout_env import Assignment
    from tests.train import toys

    def play(seed: int, text: str) -> RolloutEpisode:
        slot = EnvSlot(toys.Sound(), toys)  # type: ignore[arg-type]
        slot.start(Assignment("train", 1, seed))
        return slot.step(text)

    same_task = [play(1, "7") for _ in range(8)]
    assert step_facts(1, same_task).repeats == 0.0
    all_tasks = [play(seed, "7") for seed in range(8)]
    assert step_facts(1, all_tasks).repeats == 1.0
