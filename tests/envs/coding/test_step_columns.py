"""Step-level columns: they move reward within an episode and add none to its total."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallmark_rl.envs.coding.models import CodingAction
from hallmark_rl.envs.coding.server.coding_environment import CodingEnvironment

TASK = {"level": 2, "index": 0, "mode": "repair"}  # alternating_sum
FAILS = "def alternating_sum(numbers):\n    return numbers[0]\n"
RUNS_WRONG = "def alternating_sum(numbers):\n    return 0\n"
HEAD = "def alternating_sum(numbers):\n"
DEAD = "    if numbers == 'never':\n        return 1\n"
DUMMIES = "".join(f"    if len(numbers) > {n % 2}:\n        {n}\n" for n in range(8))
PROGRAMS = {
    "reference": "",
    "wrong": RUNS_WRONG,
    "fails": FAILS,
    "no program": "(",
    "loops": HEAD + "    while True:\n        pass\n",
    "mutates": HEAD + "    numbers.append(0)\n    return 0\n",
    "impure": "n = []\n" + HEAD + "    n.append(0)\n    return len(n)\n",
    "dead branches": HEAD + DEAD * 3 + "    return 0\n",
    "claims branches": HEAD + "    for n in range(99):\n        hallmark_mark(n)\n    return 0\n",
}
QUICK = sorted(set(PROGRAMS) - {"loops"})
PLAY = st.lists(st.tuples(st.sampled_from(["run", "submit"]), st.sampled_from(QUICK)), max_size=6)


def code(env: CodingEnvironment, name: str) -> str:
    return PROGRAMS[name] or env.reveal().task.reference


@settings(deadline=None, max_examples=25)
@given(play=PLAY)
def test_an_episode_totals_1_if_it_is_solved_and_else_0(
    play: list[tuple[str, str]], step_env: CodingEnvironment
) -> None:
    observation = step_env.reset(seed=5, **TASK)
    total = 0.0
    for kind, name in [*play, *[("submit", "wrong")]][:6]:
        observation = step_env.step(CodingAction(kind=kind, code=code(step_env, name)))
        total += observation.reward
        assert total <= 1.0 + 1e-9
        if observation.done:
            break
    if not observation.done:
        return
    assert total == pytest.approx(float(observation.success))


def paid_for_a_run(env: CodingEnvironment, source: str) -> dict[str, float]:
    env.reset(seed=5, **TASK)
    return dict(env.step(CodingAction(kind="run", code=source)).columns)


def test_a_run_that_gets_further_is_paid_and_the_end_takes_it_back(env: CodingEnvironment) -> None:
    env.reset(seed=5, **TASK)
    rewards = [
        env.step(CodingAction(kind=kind, code=source)).reward
        for kind, source in (("run", FAILS), ("run", RUNS_WRONG), ("submit", RUNS_WRONG))
    ]
    assert rewards == pytest.approx([0.05, 0.05, -0.1])


def test_the_failing_line_is_shown_and_not_paid(env: CodingEnvironment) -> None:
    env.reset(seed=5, **TASK)
    observation = env.step(CodingAction(kind="run", code=HEAD + "    return numbers['first']\n"))
    assert observation.columns["lines"] == 0.0
    assert "line 2 (return numbers['first']) failed: TypeError" in observation.feedback


def test_no_program_gains_by_adding_branches(env: CodingEnvironment) -> None:
    plain = paid_for_a_run(env, RUNS_WRONG)["branches"]
    assert plain == 1.0
    dead = paid_for_a_run(env, HEAD + DEAD + "    return 0\n")["branches"]
    assert dead == pytest.approx(1 / 2)
    padded = paid_for_a_run(env, HEAD + DUMMIES + DEAD + "    return 0\n")["branches"]
    assert padded <= dead


@pytest.mark.parametrize("name", ["mutates", "impure", "loops", "no program"])
def test_a_closed_gate_sets_the_step_columns_to_0(env: CodingEnvironment, name: str) -> None:
    columns = paid_for_a_run(env, PROGRAMS[name])
    assert (columns["lines"], columns["branches"]) == (0.0, 0.0)


def test_branches_of_the_driver_of_a_class_are_not_counted(
    env: CodingEnvironment,
) -> None:
    env.reset(seed=5, level=4, mode="repair")
    columns = env.step(CodingAction(kind="run", code=env.reveal().task.reference)).columns
    assert columns["branches"] > 0.2
