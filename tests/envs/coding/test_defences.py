"""What stands between a program and pay or knowledge that it should not have, one by one."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest

from hallmark_rl.envs.coding import expression_family, proof
from hallmark_rl.envs.coding.catalog import catalog
from hallmark_rl.envs.coding.models import CodingAction
from hallmark_rl.envs.coding.server.coding_environment import CodingEnvironment
from hallmark_rl.sandbox import Sandbox

GATES = ("contract", "purity", "forbidden", "timeout", "resources")
SAW = "seen = []\ndef {f}(*a):\n    seen.append(a)\n"
TATTLERS = {
    "raises what it saw": SAW + "    raise ValueError(repr(seen))\n",
    "raises it at last": SAW
    + "    if len(seen) > 20:\n        raise ValueError(repr(seen))\n    return 0\n",
    "exits with it": SAW + "    raise SystemExit(repr(seen))\n",
    "interrupts with it": SAW + "    raise KeyboardInterrupt(repr(seen))\n",
    "runs out of memory with it": SAW + "    raise MemoryError(repr(seen))\n",
    "prints it": SAW + "    print(seen)\n    return 0\n",
    "prints too much of it": SAW + "    print(repr(seen) * 999)\n    return 0\n",
    "returns it": SAW + "    return seen\n",
    "names an error after it": SAW
    + "    class E(Exception):\n        def __str__(self):\n            return repr(seen)\n"
    + "    raise E\n",
    "returns an object that prints it": SAW
    + "    class R:\n        def __repr__(self):\n            return repr(seen)\n    return R()\n",
    "loops in the end": SAW + "    while len(seen) > 20:\n        pass\n    return 0\n",
}


def told(env: CodingEnvironment, kind: str, code: str, **options: Any) -> tuple[str, set[str]]:
    """The feedback on a program, and the arguments of tests that it must not speak of."""
    env.reset(**options)
    game = env.reveal()
    before = {repr(case.args)[1:-1].rstrip(",") for case in game.task.hidden_cases(game.seed)}
    feedback = env.step(CodingAction(kind=kind, code=code.replace("{f}", game.task.entry))).feedback
    shown = {repr(case.args)[1:-1].rstrip(",") for case in game.shown}
    long_enough = {text for text in before - shown if len(text) > 8}
    assert len(long_enough) > 10
    return feedback, long_enough


@pytest.mark.parametrize("name", TATTLERS)
@pytest.mark.parametrize(("kind", "mode"), [("submit", "solve"), ("run", "repair")])
def test_feedback_never_tells_a_hidden_test(
    env: CodingEnvironment, name: str, kind: str, mode: str
) -> None:
    feedback, hidden = told(env, kind, TATTLERS[name], seed=3, level=3, index=2, mode=mode)
    assert not [text for text in hidden if text in feedback]
    if kind == "submit":
        assert re.fullmatch(r"[A-Za-z0-9 :;,.]*", feedback), feedback


def test_many_attempts_at_one_seed_show_no_more_than_their_runs(env: CodingEnvironment) -> None:
    shown = set()
    for _ in range(3):
        env.reset(seed=9, level=3, index=2, mode="repair")
        game = env.reveal()
        for _ in range(5):
            code = TATTLERS["raises it at last"].replace("{f}", game.task.entry)
            env.step(CodingAction(kind="run", code=code))
        shown |= {repr(case.args) for case in game.shown}
        assert len(game.shown) <= 5
        hidden = {repr(case.args) for case in game.task.hidden_cases(game.seed, tuple(game.shown))}
        assert not hidden & {repr(case.args) for case in game.shown}
        assert len(hidden) > 20
    assert len(shown) <= 5


@pytest.mark.parametrize("gate", GATES)
def test_each_gate_takes_the_pay_by_itself(env: CodingEnvironment, gate: str) -> None:
    good = {column.name: 1.0 for column in env.columns.columns if column.name != "branches"}
    good |= {"lines": 0.0, "branches": 0.0}
    assert env.columns.combine(good) == 1.0
    assert env.columns.combine({**good, gate: 0.0}) == 0.0
    assert env.columns.success({**good, gate: 0.0}) is False


@pytest.mark.parametrize("mode", ["solve", "repair", "debug", "testing"])
def test_a_sandbox_that_does_not_run_is_no_zero(mode: str, box: Sandbox) -> None:
    class Broken:
        def __init__(self) -> None:
            self.broken = False

        def call(self, *args: Any, **kwargs: Any) -> Any:
            if self.broken:
                error = SimpleNamespace(type="Unavailable", message="no zygote", line=None)
                return SimpleNamespace(status="unavailable", error=error, results=())
            return box.call(*args, **kwargs)

    runner = Broken()
    env = CodingEnvironment(runner)
    env.reset(seed=1, level=2, mode=mode)
    runner.broken = True
    seen = env.step(CodingAction(code="[(([1],), 1)]"))
    assert seen.error.blame == "environment"
    assert (seen.reward, seen.success) == (None, None)


def test_the_pairs_of_the_prompt_are_never_hidden_tests() -> None:
    for level in expression_family.LEVELS:
        for index in range(0, catalog().num_tasks("train", level), 40):
            task = catalog().task("train", index, level).payload
            assert not {case.args[0] for case in task.hidden_cases(index)} & set(
                expression_family.PROBES
            )


def test_the_reference_is_a_secret_of_every_episode(env: CodingEnvironment) -> None:
    for mode in ("solve", "repair", "debug", "testing"):
        seen = env.reset(seed=2, level=3, mode=mode)
        game = env.reveal()
        assert list(env.secrets(game)) == [game.task.reference.strip()]
        assert game.task.reference.strip() not in seen.model_dump_json()


def test_a_program_for_the_examples_alone_is_not_paid(env: CodingEnvironment) -> None:
    for level in (2, 3, 5):
        seen = env.reset(seed=4, level=level)
        name = env.reveal().task.entry
        pairs = ", ".join(f"(({one.arguments},), {one.result})" for one in seen.examples)
        code = (
            f"PAIRS = [{pairs}]\ndef {name}(*a):\n    return [v for k, v in PAIRS if k == a][0]\n"
        )
        seen = env.step(CodingAction(code=code))
        assert (seen.reward, seen.columns["share"] < 0.5) == (0.0, True)


def test_the_oracle_is_the_only_policy_of_the_proof_that_earns(env: CodingEnvironment) -> None:
    for mode in ("repair", "debug"):
        for policy, pays in ((proof.oracle, 1.0), (proof.null, 0.0)):
            seen = env.reset(seed=6, level=4, mode=mode)
            assert env.step(policy(env, seen)).reward == pays


def spoiled(env: CodingEnvironment, args: tuple[Any, ...]) -> str:
    """The reference, but for one input."""
    task = env.reveal().task
    first = f"def first_{task.entry}("
    return (
        task.reference.replace(f"def {task.entry}(", first)
        + f"def {task.entry}(*a):\n    if a == {args!r}:\n        return 'spoiled'\n"
        + f"    return first_{task.entry}(*a)\n"
    )


def test_what_was_shown_must_still_pass_and_is_hidden_no_more(env: CodingEnvironment) -> None:
    for seed in range(4):
        seen = env.reset(seed=seed, level=3, index=2, mode="repair")
        game = env.reveal()
        pairs = ", ".join(f"(({one.arguments},), {one.result})" for one in seen.examples)
        table = f"PAIRS = [{pairs}]\ndef {game.task.entry}(*a):\n"
        table += "    return [v for k, v in PAIRS if k == a][0]\n"
        seen = env.step(CodingAction(kind="run", code=table))
        assert len(game.shown) == 1
        assert repr(game.shown[0].args)[1:-1].rstrip(",") in seen.feedback
        for case in (*game.task.visible_cases, *game.shown):
            assert repr(case.args) not in [
                repr(other.args) for other in game.task.hidden_cases(game.seed, tuple(game.shown))
            ]
        code = spoiled(env, game.shown[0].args)
        assert env.step(CodingAction(code=code)).reward < 0.5


def test_the_examples_must_pass_too(env: CodingEnvironment) -> None:
    env.reset(seed=1, level=3, index=2)
    code = spoiled(env, env.reveal().task.visible_cases[0].args)
    assert env.step(CodingAction(code=code)).reward == 0.0
    env.reset(seed=1, level=3, index=2)
    assert env.step(CodingAction(code=spoiled(env, ("never",)))).reward == 1.0
