"""Feedback reveals no hidden test, and each gate alone sets the reward to 0."""

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
RECORD = "seen = []\ndef {f}(*a):\n    seen.append(a)\n"
REVEALING_PROGRAMS = {
    "raises with its inputs": RECORD + "    raise ValueError(repr(seen))\n",
    "raises with them late": RECORD
    + "    if len(seen) > 20:\n        raise ValueError(repr(seen))\n    return 0\n",
    "exits with them": RECORD + "    raise SystemExit(repr(seen))\n",
    "interrupts with them": RECORD + "    raise KeyboardInterrupt(repr(seen))\n",
    "raises MemoryError with them": RECORD + "    raise MemoryError(repr(seen))\n",
    "prints them": RECORD + "    print(seen)\n    return 0\n",
    "prints too much": RECORD + "    print(repr(seen) * 999)\n    return 0\n",
    "returns them": RECORD + "    return seen\n",
    "converts an error to them": RECORD
    + "    class E(Exception):\n        def __str__(self):\n            return repr(seen)\n"
    + "    raise E\n",
    "returns an object whose repr shows them": RECORD
    + "    class R:\n        def __repr__(self):\n            return repr(seen)\n    return R()\n",
    "loops after 20 calls": RECORD + "    while len(seen) > 20:\n        pass\n    return 0\n",
}


def feedback_and_hidden(
    env: CodingEnvironment, kind: str, code: str, **options: Any
) -> tuple[str, set[str]]:
    """The feedback on a program, and the arguments of hidden tests, which it must not contain."""
    env.reset(**options)
    episode = env.reveal()
    before = {repr(case.args)[1:-1].rstrip(",") for case in episode.task.hidden_cases(episode.seed)}
    feedback = env.step(
        CodingAction(kind=kind, code=code.replace("{f}", episode.task.entry))
    ).feedback
    shown = {repr(case.args)[1:-1].rstrip(",") for case in episode.shown}
    distinctive = {text for text in before - shown if len(text) > 8}
    assert len(distinctive) > 10
    return feedback, distinctive


@pytest.mark.parametrize("name", REVEALING_PROGRAMS)
@pytest.mark.parametrize(("kind", "mode"), [("submit", "solve"), ("run", "repair")])
def test_feedback_never_shows_a_hidden_test(
    env: CodingEnvironment, name: str, kind: str, mode: str
) -> None:
    feedback, hidden = feedback_and_hidden(
        env, kind, REVEALING_PROGRAMS[name], seed=3, level=3, index=2, mode=mode
    )
    assert not [text for text in hidden if text in feedback]
    if kind == "submit":
        assert re.fullmatch(r"[A-Za-z0-9 :;,.]*", feedback), feedback


def test_repeated_episodes_of_a_seed_show_only_one_case_per_run(env: CodingEnvironment) -> None:
    shown = set()
    for _ in range(3):
        env.reset(seed=9, level=3, index=2, mode="repair")
        episode = env.reveal()
        for _ in range(5):
            code = REVEALING_PROGRAMS["raises with them late"].replace("{f}", episode.task.entry)
            env.step(CodingAction(kind="run", code=code))
        shown |= {repr(case.args) for case in episode.shown}
        assert len(episode.shown) <= 5
        hidden = {
            repr(case.args)
            for case in episode.task.hidden_cases(episode.seed, tuple(episode.shown))
        }
        assert not hidden & {repr(case.args) for case in episode.shown}
        assert len(hidden) > 20
    assert len(shown) <= 5


@pytest.mark.parametrize("gate", GATES)
def test_each_gate_alone_sets_the_reward_to_0(env: CodingEnvironment, gate: str) -> None:
    good = {column.name: 1.0 for column in env.columns.columns if column.name != "branches"}
    good |= {"lines": 0.0, "branches": 0.0}
    assert env.columns.combine(good) == 1.0
    assert env.columns.combine({**good, gate: 0.0}) == 0.0
    assert env.columns.success({**good, gate: 0.0}) is False


@pytest.mark.parametrize("mode", ["solve", "repair", "debug", "testing"])
def test_an_unavailable_sandbox_is_an_error_and_not_a_reward_of_0(mode: str, box: Sandbox) -> None:
    class BreakableSandbox:
        def __init__(self) -> None:
            self.broken = False

        def call(self, *args: Any, **kwargs: Any) -> Any:
            if self.broken:
                error = SimpleNamespace(type="Unavailable", message="no zygote", line=None)
                return SimpleNamespace(status="unavailable", error=error, results=())
            return box.call(*args, **kwargs)

    runner = BreakableSandbox()
    env = CodingEnvironment(runner)
    env.reset(seed=1, level=2, mode=mode)
    runner.broken = True
    observation = env.step(CodingAction(code="[(([1],), 1)]"))
    assert observation.error.blame == "environment"
    assert (observation.reward, observation.success) == (None, None)


def test_the_pairs_of_the_prompt_are_never_hidden_tests() -> None:
    for level in expression_family.LEVELS:
        for index in range(0, catalog().num_tasks("train", level), 40):
            task = catalog().task("train", index, level).payload
            assert not {case.args[0] for case in task.hidden_cases(index)} & set(
                expression_family.PROBES
            )


def test_the_reference_is_a_secret_of_every_episode(env: CodingEnvironment) -> None:
    for mode in ("solve", "repair", "debug", "testing"):
        observation = env.reset(seed=2, level=3, mode=mode)
        episode = env.reveal()
        assert list(env.secrets(episode)) == [episode.task.reference.strip()]
        assert episode.task.reference.strip() not in observation.model_dump_json()


def test_a_table_of_the_examples_earns_nothing(env: CodingEnvironment) -> None:
    for level in (2, 3, 5):
        observation = env.reset(seed=4, level=level)
        name = env.reveal().task.entry
        pairs = ", ".join(f"(({e.arguments},), {e.result})" for e in observation.examples)
        code = (
            f"PAIRS = [{pairs}]\ndef {name}(*a):\n    return [v for k, v in PAIRS if k == a][0]\n"
        )
        observation = env.step(CodingAction(code=code))
        assert (observation.reward, observation.columns["share"] < 0.5) == (0.0, True)


def test_the_oracle_earns_1_and_the_null_policy_0(env: CodingEnvironment) -> None:
    for mode in ("repair", "debug"):
        for policy, pays in ((proof.oracle, 1.0), (proof.null, 0.0)):
            observation = env.reset(seed=6, level=4, mode=mode)
            assert env.step(policy(env, observation)).reward == pays


def wrong_for(env: CodingEnvironment, args: tuple[Any, ...]) -> str:
    """The reference, changed to be wrong for one input."""
    task = env.reveal().task
    first = f"def first_{task.entry}("
    return (
        task.reference.replace(f"def {task.entry}(", first)
        + f"def {task.entry}(*a):\n    if a == {args!r}:\n        return 'wrong'\n"
        + f"    return first_{task.entry}(*a)\n"
    )


def test_shown_cases_must_pass_and_are_not_hidden(env: CodingEnvironment) -> None:
    for seed in range(4):
        observation = env.reset(seed=seed, level=3, index=2, mode="repair")
        episode = env.reveal()
        pairs = ", ".join(f"(({e.arguments},), {e.result})" for e in observation.examples)
        table = f"PAIRS = [{pairs}]\ndef {episode.task.entry}(*a):\n"
        table += "    return [v for k, v in PAIRS if k == a][0]\n"
        observation = env.step(CodingAction(kind="run", code=table))
        assert len(episode.shown) == 1
        assert repr(episode.shown[0].args)[1:-1].rstrip(",") in observation.feedback
        for case in (*episode.task.visible_cases, *episode.shown):
            assert repr(case.args) not in [
                repr(other.args)
                for other in episode.task.hidden_cases(episode.seed, tuple(episode.shown))
            ]
        code = wrong_for(env, episode.shown[0].args)
        assert env.step(CodingAction(code=code)).reward < 0.5


def test_the_examples_must_pass_too(env: CodingEnvironment) -> None:
    env.reset(seed=1, level=3, index=2)
    code = wrong_for(env, env.reveal().task.visible_cases[0].args)
    assert env.step(CodingAction(code=code)).reward == 0.0
    env.reset(seed=1, level=3, index=2)
    assert env.step(CodingAction(code=wrong_for(env, ("never",)))).reward == 1.0
