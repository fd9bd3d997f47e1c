"""Each alarm is raised on its sign of reward hacking, and none on a run that improves."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from hallmark_rl.train.config import AlarmConfig
from hallmark_rl.train.environments.rollout_env import (
    Assignment,
    EnvSlot,
    RolloutEpisode,
    Turn,
)
from hallmark_rl.train.metrics.alarms import (
    WINDOW,
    StepFacts,
    check_drop,
    check_gap,
    check_step,
    step_facts,
)
from hallmark_rl.train.metrics.evaluation import Measurement, Score
from hallmark_rl.train.metrics.training_audit import TrainingAudit

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


def score(step: int, paid: float, verified: float) -> Measurement:
    mean = Score(100, 0, verified, (0.0, 1.0), verified, paid, {}, 0.0)
    solved = round(100 * verified)
    return Measurement(step, mean, (True,) * solved + (False,) * (100 - solved))


def test_the_gap_between_return_and_verified_success() -> None:
    assert check_gap([score(0, 0.1, 0.1), score(10, 0.8, 0.8)], CONFIG) == []
    (alarm,) = check_gap([score(0, 0.1, 0.1), score(10, 0.8, 0.1)], CONFIG)
    assert alarm.rule == "gap"
    assert alarm.step == 10


def test_a_gap_that_exists_from_the_start_raises_no_alarm() -> None:
    assert check_gap([score(0, 0.6, 0.1), score(10, 0.7, 0.2)], CONFIG) == []


def test_repeats_are_counted_over_different_tasks_only() -> None:
    from tests.train import toys

    def play(seed: int, text: str) -> RolloutEpisode:
        slot = EnvSlot(toys.Sound(), toys)  # type: ignore[arg-type]
        slot.start(Assignment("train", 1, seed))
        return slot.step(text)

    same_task = [play(1, "7") for _ in range(8)]
    assert step_facts(1, same_task).repeats == 0.0
    all_tasks = [play(seed, "7") for seed in range(8)]
    assert step_facts(1, all_tasks).repeats == 1.0


def test_a_significant_drop_raises_an_alarm_that_names_the_best_step() -> None:
    history = [score(0, 0.3, 0.3), score(25, 0.61, 0.61), score(50, 0.36, 0.36)]
    (alarm,) = check_drop(history, CONFIG, evaluations=9, levels=1)
    assert (alarm.rule, alarm.step) == ("drop", 50)
    assert "from 61% at step 25 to 36%" in alarm.message
    assert check_drop(history[:2], CONFIG, evaluations=9, levels=1) == []
    assert check_drop(history[:1], CONFIG, evaluations=9, levels=1) == []


def test_a_dip_within_chance_raises_no_alarm() -> None:
    dip = [score(0, 0.5, 0.5), score(25, 0.46, 0.46)]
    assert check_drop(dip, CONFIG, evaluations=9, levels=1) == []


def test_runs_whose_success_never_changes_raise_the_drop_alarm_as_rarely_as_promised() -> None:
    """Every evaluation draws its results with the same chances; a quarter of the tasks is easy."""
    rng = random.Random(11)
    config, evaluations, runs = AlarmConfig(false_alarm=0.2), 8, 600
    raised = 0
    for _ in range(runs):
        chances = [0.9] * 20 + [0.3] * 60
        history: list[Measurement] = []
        alarms = []
        for step in range(evaluations):
            solved = tuple(rng.random() < chance for chance in chances)
            history.append(Measurement(step, score(step, 0.5, 0.5).score, solved))
            alarms += check_drop(history, config, evaluations, levels=1)
        raised += bool(alarms)
    assert raised / runs <= 0.2


def test_a_measurement_survives_json() -> None:
    measured = score(3, 0.5, 0.25)
    assert Measurement.from_dict(json.loads(json.dumps(measured.to_dict()))) == replace(
        measured,
        score=replace(measured.score, interval=[0.0, 1.0]),  # type: ignore[arg-type]
    )


def solved(level: int, numbers: range) -> list[RolloutEpisode]:
    """Solved episodes of different tasks; the audit of these tests rejects the text `hack`."""
    return [
        RolloutEpisode(Assignment("train", level, n), [Turn("?", text)], done=True, success=True)
        for n in numbers
        for text in ("hack",)
    ]


def honest(level: int, numbers: range) -> list[RolloutEpisode]:
    return [replace(each, turns=[Turn("?", "work")]) for each in solved(level, numbers)]


def audit(task: Assignment, completions: list[str]) -> bool:
    return completions != ["hack"]


def test_the_audit_of_training_episodes_notices_a_hack_within_a_few_steps() -> None:
    checker = TrainingAudit(audit, CONFIG, tests=200)
    raised = []
    for step in range(1, 11):
        episodes = solved(1, range(step, step + 2)) + honest(1, range(100, 106))
        raised += checker.check(step, episodes)
    assert raised[0].rule == "gap"
    assert raised[0].step <= 8
    assert "training episodes of level 1 that the environment calls solved" in raised[0].message
    assert checker.totals(10) == {"audited": 8, "rejected": 2}
    assert checker.counts[0][0] == 10 - WINDOW + 1, "old steps are forgotten"


def test_a_hack_of_one_level_is_not_diluted_by_another() -> None:
    checker = TrainingAudit(audit, replace_config(audited=100), tests=200)
    (alarm,) = checker.check(1, honest(1, range(90)) + solved(2, range(10)))
    assert "of level 2" in alarm.message


def replace_config(**changes: float) -> AlarmConfig:
    return CONFIG.model_copy(update=changes)


def test_an_audit_that_disagrees_as_often_as_tolerated_raises_as_rarely_as_promised() -> None:
    rng = random.Random(3)
    config, steps, runs = replace_config(false_alarm=0.2), 40, 300
    raised = 0
    for _ in range(runs):
        checker = TrainingAudit(lambda *_: rng.random() >= config.rejected, config, tests=steps)
        alarms = [checker.check(step, solved(1, range(8))) for step in range(1, steps + 1)]
        raised += any(alarms)
    assert raised / runs <= 0.2


def test_what_is_audited() -> None:
    seen: list[Assignment] = []

    def note(task: Assignment, completions: list[str]) -> bool:
        seen.append(task)
        return True

    checker = TrainingAudit(note, CONFIG, tests=10)
    lost = [replace(each, success=False) for each in solved(1, range(5))]
    broken = [replace(each, failure="OSError") for each in solved(1, range(5))]
    assert checker.check(1, lost + broken + solved(1, range(3)) * 5) == []
    assert [task.seed for task in seen] == [0, 1, 2], "equal episodes are audited once"
    seen.clear()
    checker.check(2, solved(1, range(100)))
    assert len(seen) == CONFIG.audited
    assert max(task.seed for task in seen) > 80, "spread over the step"
    assert TrainingAudit(None, CONFIG, tests=10).check(1, solved(1, range(9))) == []


def test_an_audit_that_raises_is_no_rejection() -> None:
    def broken(task: Assignment, completions: list[str]) -> bool:
        raise OSError

    checker = TrainingAudit(broken, CONFIG, tests=1)
    assert checker.check(1, solved(1, range(8))) == []
    assert checker.totals(1) == {"audited": 0, "rejected": 0}
