"""Episodes of every mode: what is paid, what is shown, what is never shown."""

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
def test_the_oracle_is_paid_in_full_and_doing_nothing_is_not(
    env: CodingEnvironment, mode: str, level: int
) -> None:
    for policy, success in ((proof.oracle, True), (proof.null, False)):
        seen = env.reset(seed=7, level=level, mode=mode)
        assert seen.error is None, seen.error
        seen = env.step(policy(env, seen))
        assert seen.done
        assert seen.reward == float(success), seen.feedback
        assert seen.success is success


def test_a_broken_program_is_broken(env: CodingEnvironment) -> None:
    for seed in range(6):
        seen = env.reset(seed=seed, level=3, mode="debug")
        assert seen.program
        assert env.step(CodingAction(code=seen.program)).reward == 0.0


def test_a_shrunk_counterexample_is_shown_and_then_no_longer_counts_as_hidden(
    env: CodingEnvironment,
) -> None:
    env.reset(seed=1, level=2, mode="repair")
    game = env.reveal()
    wrong = next(iter(game.task.wrong_solutions.values()))
    seen = env.step(CodingAction(kind="run", code=wrong))
    assert not seen.done
    assert "tests" not in seen.columns
    assert f"{game.task.entry} with " in seen.feedback
    hidden = {repr(case.args) for case in game.task.hidden_cases(game.seed, tuple(game.shown))}
    assert not hidden & {repr(case.args) for case in (*game.shown, *game.task.visible_cases)}
    assert {repr(c.args) for c in game.shown} <= {repr(c.args) for c in game.final_cases()}


def test_feedback_at_the_end_names_no_test(env: CodingEnvironment) -> None:
    env.reset(seed=3, level=3)
    game = env.reveal()
    seen = env.step(CodingAction(code=next(iter(game.task.wrong_solutions.values()))))
    assert not any(char in seen.feedback for char in "[]()'\"")


@pytest.mark.parametrize("runs", [0, 1, 5])
def test_solving_late_pays_what_solving_early_pays(env: CodingEnvironment, runs: int) -> None:
    env.reset(seed=2, level=2, mode="repair")
    total = 0.0
    reference = env.reveal().task.reference
    for _ in range(runs):
        total += env.step(CodingAction(kind="run", code="pass")).reward
    total += env.step(CodingAction(code=reference)).reward
    assert total == pytest.approx(1.0)


def test_runs_are_counted_and_cannot_be_farmed(env: CodingEnvironment) -> None:
    env.reset(seed=2, level=2, mode="repair")
    reference = env.reveal().task.reference
    paid = [env.step(CodingAction(kind="run", code=reference)).reward for _ in range(6)]
    assert sum(paid) == pytest.approx(0.0)
    assert env.state.done


def test_solve_mode_has_no_runs(env: CodingEnvironment) -> None:
    env.reset(seed=2, level=2)
    seen = env.step(CodingAction(kind="run", code=env.reveal().task.reference))
    assert "No runs are left" in seen.feedback
    assert "share" in seen.columns
    assert seen.columns["share"] == 0.0


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
def test_each_column_sees_what_it_is_for(env: CodingEnvironment, code: str, column: str) -> None:
    index = [t.entry for t in catalog()._splits["train"][2]].index("alternating_sum")
    env.reset(seed=0, level=2, index=index)
    seen = env.step(CodingAction(code=code.replace("{f}", "alternating_sum")))
    assert seen.columns[column] == 0.0
    assert seen.reward == 0.0


@pytest.mark.parametrize(
    ("tests", "said"),
    [
        ("", "list of 1 to"),
        ("[", "Not read"),
        ("[]", "list of 1 to"),
        ("[1]", "not a pair"),
        ("[(([1, 2],), 99)]", "correct solution fails"),
        ("[(([10**6],), 10**6)]", "does not admit"),
        ("[((['a'],), 0)]", "does not admit"),
        ("[((), 0)]", "does not admit"),
        ("[(([-6],), -6)]", "shown in the task"),
        ("[(([5, 2],), 3), (([-6],), 6)]", "The tests catch"),
        ("[(([],), 0)] * 13", "list of 1 to"),
        (")\ndef submitted_tests(): return [(([5, 2],), 3)]\n(", "list of 1 to"),
    ],
)
def test_bad_tests_earn_nothing(env: CodingEnvironment, tests: str, said: str) -> None:
    index = [t.entry for t in catalog()._splits["train"][2]].index("alternating_sum")
    env.reset(seed=0, level=2, index=index, mode="testing")
    seen = env.step(CodingAction(code=tests))
    assert said in seen.feedback
    assert (seen.reward == 0.0) is ("catch" not in said)


@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_copying_the_examples_earns_nothing_and_finding_all_faults_earns_all(
    env: CodingEnvironment, level: int
) -> None:
    for index in range(0, catalog().num_tasks("test", level), 2):
        seen = env.reset(seed=index, split="test", level=level, index=index, mode="testing")
        examples = [f"(({one.arguments},), {one.result})" for one in seen.examples]
        assert env.step(CodingAction(code=f"[{', '.join(examples)}]")).reward == 0.0
        seen = env.reset(seed=index, split="test", level=level, index=index, mode="testing")
        assert env.step(proof.oracle(env, seen)).reward == 1.0


def test_impossible_options_are_told(env: CodingEnvironment) -> None:
    assert env.reset(mode="dream").error.code == "bad_reset"
    assert env.reset(mode="debug", level=1).error.code == "bad_reset"


def test_text_round_trip(env: CodingEnvironment) -> None:
    seen = env.reset(seed=4, level=1)
    shown = text.render(seen)
    assert set(shown) <= set(text.ALPHABET)
    solution = env.reveal().task.name.removeprefix("expression ")
    assert env.step(text.parse(solution)).success
    action = text.parse("RUN\n```python\ndef f(x):\n    return x\n```\nDone.")
    assert (action.kind, action.code) == ("run", "def f(x):\n    return x\n")


def test_demonstrations_are_right_as_often_as_asked() -> None:
    for quality, low, high in ((1.0, 300, 300), (0.25, 50, 110)):
        traces = text.demonstrations(level=1, count=300, seed=5, quality=quality)
        assert traces == text.demonstrations(level=1, count=300, seed=5, quality=quality)
        right = sum(
            all(eval(said, {"x": int(x)}) == int(y) for x, y in _pairs(shown))
            for ((shown, said),) in traces
        )
        assert low <= right <= high


def _pairs(shown: str) -> list[tuple[str, ...]]:
    return [tuple(pair.split(":")) for pair in shown.rstrip(">").split()]
