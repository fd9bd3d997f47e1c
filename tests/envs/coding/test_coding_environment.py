"""Episodes of every mode: rewards and observations."""

from __future__ import annotations

import pytest

from hallmark_rl.envs.coding import proof, text
from hallmark_rl.envs.coding.catalog import catalog
from hallmark_rl.envs.coding.models import CodingAction
from hallmark_rl.envs.coding.server.coding_environment import CodingEnvironment

MODES = [
    *((mode, level) for level in (2, 3, 4, 5) for mode in ("solve", "repair", "debug", "testing")),
    ("solve", 1),
    ("repair", 1),
]


@pytest.mark.parametrize(("mode", "level"), MODES)
def test_the_oracle_earns_1_and_the_null_policy_0(
    env: CodingEnvironment, mode: str, level: int
) -> None:
    for policy, success in ((proof.oracle, True), (proof.null, False)):
        observation = env.reset(seed=7, level=level, mode=mode)
        assert observation.error is None, observation.error
        observation = env.step(policy(env, observation))
        assert observation.done
        assert observation.reward == float(success), observation.feedback
        assert observation.success is success


def test_the_program_of_debug_mode_fails(env: CodingEnvironment) -> None:
    for seed in range(6):
        observation = env.reset(seed=seed, level=3, mode="debug")
        assert observation.program
        assert env.step(CodingAction(code=observation.program)).reward == 0.0


def test_a_shrunk_counterexample_is_shown_and_no_longer_hidden(
    env: CodingEnvironment,
) -> None:
    env.reset(seed=1, level=2, mode="repair")
    episode = env.reveal()
    wrong = next(iter(episode.task.wrong_solutions.values()))
    observation = env.step(CodingAction(kind="run", code=wrong))
    assert not observation.done
    assert "tests" not in observation.columns
    assert f"{episode.task.entry} with " in observation.feedback
    hidden = {
        repr(case.args) for case in episode.task.hidden_cases(episode.seed, tuple(episode.shown))
    }
    assert not hidden & {repr(case.args) for case in (*episode.shown, *episode.task.visible_cases)}
    assert {repr(c.args) for c in episode.shown} <= {repr(c.args) for c in episode.final_cases()}


def test_feedback_on_a_submission_describes_no_test(env: CodingEnvironment) -> None:
    env.reset(seed=3, level=3)
    episode = env.reveal()
    observation = env.step(CodingAction(code=next(iter(episode.task.wrong_solutions.values()))))
    assert not any(char in observation.feedback for char in "[]()'\"")


@pytest.mark.parametrize("runs", [0, 1, 5])
def test_solving_late_pays_what_solving_early_pays(env: CodingEnvironment, runs: int) -> None:
    env.reset(seed=2, level=2, mode="repair")
    total = 0.0
    reference = env.reveal().task.reference
    for _ in range(runs):
        total += env.step(CodingAction(kind="run", code="pass")).reward
    total += env.step(CodingAction(code=reference)).reward
    assert total == pytest.approx(1.0)


def test_runs_are_limited_and_their_rewards_sum_to_0(env: CodingEnvironment) -> None:
    env.reset(seed=2, level=2, mode="repair")
    reference = env.reveal().task.reference
    paid = [env.step(CodingAction(kind="run", code=reference)).reward for _ in range(6)]
    assert sum(paid) == pytest.approx(0.0)
    assert env.state.done


def test_solve_mode_has_no_runs(env: CodingEnvironment) -> None:
    env.reset(seed=2, level=2)
    observation = env.step(CodingAction(kind="run", code=env.reveal().task.reference))
    assert "No runs are left" in observation.feedback
    assert "share" in observation.columns
    assert observation.columns["share"] == 0.0


@pytest.mark.parametrize(
    ("code", "column"),
    [
        ("import os\ndef {f}(*a):\n    return 0\n", "forbidden"),
        ("def {f}(*a):\n    while True:\n        pass\n", "timeout"),
        ("def {f}(*a):\n    return 'x' * 10**9\n", "resources"),
        ("def {f}(:\n", "format"),
        ("n = []\ndef {f}(*a):\n    n.append(0)\n    return len(n)\n", "purity"),
        ("def {f}(items, *a):\n    items.append(0)\n    return 0\n", "contract"),
    ],
)
def test_each_column_detects_its_fault(env: CodingEnvironment, code: str, column: str) -> None:
    index = [t.entry for t in catalog()._splits["train"][2]].index("alternating_sum")
    env.reset(seed=0, level=2, index=index)
    observation = env.step(CodingAction(code=code.replace("{f}", "alternating_sum")))
    assert observation.columns[column] == 0.0
    assert observation.reward == 0.0


@pytest.mark.parametrize(
    ("tests", "message"),
    [
        ("", "list of 1 to"),
        ("[", "Not read"),
        ("[]", "list of 1 to"),
        ("[1]", "not a pair"),
        ("[(([1, 2],), 99)]", "correct solution fails"),
        ("[(([10**6],), 10**6)]", "does not admit"),
        ("[((['a'],), 0)]", "does not admit"),
        ("[((), 0)]", "does not admit"),
        ("[SHOWN]", "shown in the task"),
        ("[(([5, 2],), 3), SHOWN]", "The tests catch"),
        ("[(([],), 0)] * 13", "list of 1 to"),
        (")\ndef submitted_tests(): return [(([5, 2],), 3)]\n(", "list of 1 to"),
    ],
)
def test_bad_tests_earn_nothing(env: CodingEnvironment, tests: str, message: str) -> None:
    index = [t.entry for t in catalog()._splits["train"][2]].index("alternating_sum")
    env.reset(seed=0, level=2, index=index, mode="testing")
    case = env.reveal().task.visible_cases[0]
    shown = repr((case.args, case.expected))
    observation = env.step(CodingAction(code=tests.replace("SHOWN", shown)))
    assert message in observation.feedback
    assert (observation.reward == 0.0) is ("catch" not in message)


@pytest.mark.parametrize(
    "level", [2, 3, *(pytest.param(level, marks=pytest.mark.slow) for level in (4, 5))]
)
def test_copied_examples_earn_nothing_and_tests_that_catch_all_faults_earn_1(
    env: CodingEnvironment, level: int
) -> None:
    for index in range(0, catalog().num_tasks("test", level), 2):
        observation = env.reset(seed=index, split="test", level=level, index=index, mode="testing")
        examples = [
            f"(({example.arguments},), {example.result})" for example in observation.examples
        ]
        assert env.step(CodingAction(code=f"[{', '.join(examples)}]")).reward == 0.0
        observation = env.reset(seed=index, split="test", level=level, index=index, mode="testing")
        assert env.step(proof.oracle(env, observation)).reward == 1.0


def test_impossible_options_are_errors(env: CodingEnvironment) -> None:
    assert env.reset(mode="dream").error.code == "bad_reset"
    assert env.reset(mode="debug", level=1).error.code == "bad_reset"


def test_text_round_trip(env: CodingEnvironment) -> None:
    observation = env.reset(seed=4, level=1)
    shown = text.render(observation)
    assert set(shown) <= set(text.ALPHABET)
    solution = env.reveal().task.name.removeprefix("expression ")
    assert env.step(text.parse(solution)).success
    action = text.parse("RUN\n```python\ndef f(x):\n    return x\n```\nDone.")
    assert (action.kind, action.code) == ("run", "def f(x):\n    return x\n")


def test_demonstrations_have_the_requested_quality() -> None:
    for quality, low, high in ((1.0, 300, 300), (0.25, 50, 110)):
        traces = text.demonstrations(level=1, count=300, seed=5, quality=quality)
        assert traces == text.demonstrations(level=1, count=300, seed=5, quality=quality)
        right = sum(
            all(eval(answer, {"x": int(x)}) == int(y) for x, y in _pairs(shown))
            for ((shown, answer),) in traces
        )
        assert low <= right <= high


def _pairs(shown: str) -> list[tuple[str, ...]]:
    return [tuple(pair.split(":")) for pair in shown.rstrip(">").split()]
