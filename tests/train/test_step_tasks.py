"""The tasks of a step: equal within a group, and the same after a resume."""

from __future__ import annotations

from hallmark_rl.train.environments.rollout_env import Assignment, RolloutEpisode
from hallmark_rl.train.training.step_tasks import StepTasks


def finished(task: Assignment, *, success: bool, failure: str | None = None) -> RolloutEpisode:
    return RolloutEpisode(task, done=True, success=success, failure=failure)


def test_a_group_shares_a_task() -> None:
    tasks = StepTasks((1, 2), seed=0, group_size=4).for_step(0, 12)
    groups = [tasks[start : start + 4] for start in range(0, 12, 4)]
    assert all(len(set(group)) == 1 for group in groups)
    assert len({group[0].seed for group in groups}) == 3
    assert {task.split for task in tasks} == {"train"}


def test_a_saved_state_excludes_prefetched_tasks() -> None:
    tasks = StepTasks((1, 2), seed=3, group_size=2)
    tasks.record([finished(task, success=True) for task in tasks.for_step(0, 8)])
    prefetched = tasks.prefetch(1, 8)
    saved = tasks.state_dict()
    assert saved != tasks.curriculum.state_dict()

    resumed = StepTasks((1, 2), seed=3, group_size=2)
    resumed.load_state_dict(saved)
    assert resumed.for_step(1, 8) == prefetched
    assert tasks.for_step(1, 8) == prefetched
    assert tasks.state_dict() == resumed.state_dict()


def test_failures_of_the_environment_are_not_recorded() -> None:
    tasks = StepTasks((1,), seed=0, group_size=1)
    task = Assignment("train", 1, 5)
    tasks.record([finished(task, success=True), finished(task, success=False, failure="OSError")])
    (level,) = tasks.curriculum.report()
    assert (level["episodes"], level["success"]) == (1, 1.0)
