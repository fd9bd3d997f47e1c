"""Equal programs run once on equal tests, and grades that depend on the machine are not cached."""

from __future__ import annotations

from typing import Any

from hallmark_rl.envs.coding.models import CodingAction
from hallmark_rl.envs.coding.server.coding_environment import CodingEnvironment
from hallmark_rl.sandbox import Limits, Sandbox

RIGHT, WRONG, LOOP = "{expr}", "x", "def f(x):\n    while True:\n        pass\n"


class CountingSandbox:
    """A sandbox that counts its runs."""

    def __init__(self, box: Sandbox, limits: Limits | None = None) -> None:
        self.box, self.limits, self.runs = box, limits, 0

    def call(self, *args: Any, **kwargs: Any) -> Any:
        self.runs += 1
        return self.box.call(
            *args, **{**kwargs, **({"limits": self.limits} if self.limits else {})}
        )


def play(runner: CountingSandbox, code: str, **options: Any) -> tuple[Any, ...]:
    """Reward, columns and feedback of one answer on a new environment."""
    env = CodingEnvironment(runner)
    env.reset(**options)
    observation = env.step(CodingAction(code=code.replace("{expr}", env.reveal().task.solve.text)))
    return observation.reward, observation.columns, observation.feedback


def test_equal_answers_of_a_group_are_run_once(box: Sandbox) -> None:
    runner = CountingSandbox(box)
    right = [play(runner, RIGHT, seed=1) for _ in range(3)]
    wrong = [play(runner, WRONG, seed=1) for _ in range(3)]
    assert right[0][0] == 1.0
    assert wrong[0][0] == 0.0
    assert right == right[:1] * 3
    assert wrong == wrong[:1] * 3
    assert runner.runs == 2


def test_another_seed_or_another_sandbox_is_another_run(box: Sandbox) -> None:
    runner, other = CountingSandbox(box), CountingSandbox(box)
    for seed in (1, 2):
        play(runner, WRONG, seed=seed, index=0)
    play(other, WRONG, seed=1, index=0)
    assert (runner.runs, other.runs) == (2, 1)


def test_a_program_that_reached_a_limit_runs_again(box: Sandbox) -> None:
    runner = CountingSandbox(box, Limits(wall_s=4.0, cpu_s=0.05))
    for _ in range(2):
        _, columns, feedback = play(runner, LOOP, seed=1)
        assert (columns["timeout"], feedback[:35]) == (0.0, "The program did not finish: timeout")
    assert runner.runs == 2
