"""`hallmark wrap pettingzoo:...`: environments of parallel PettingZoo environments."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openenv")
pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from typer.testing import CliRunner

from hallmark_rl.sdk.subject.load import Subject, load_subject
from hallmark_rl.sdk.wrap import app

ROOT = Path(__file__).parents[2]
RACE = (ROOT / "tests" / "defects" / "gyms" / "bases" / "parallel_race.py").read_text()
for old, new in {
    "int(self._random.integers(0, 4))": "0",
    "GOAL = 8": "GOAL = 26",
    "-0.05": "-0.01",
}.items():
    RACE = RACE.replace(old, new)
"""Both begin at the start: the best return is that of each seed, and one button is not enough."""
OPTIONS = ["--reward-range", "-0.01", "1", "--solved", "1.2", "--max-steps", "30", "--no-search"]
ORACLE = """

def oracle(env, observation):
    seen = observation.observations.model_dump()
    lights = {agent: int((values or (0, 0))[1]) for agent, values in seen.items()}
    return RaceEnvAction(actions=lights)
"""
TEXT = '''
"""How a language model plays the race: it presses the two buttons that are lit."""

import random

from .models import RaceEnvAction

SYSTEM = "Say which button is lit, for each runner."
ALPHABET, MAX_TURN_CHARS, LEVELS = "01 x", 3, (1,)


def render(observation):
    seen = observation.observations.model_dump()
    return " ".join(str(int(values[1])) if values else "x" for values in seen.values())


def parse(completion):
    red, _, blue = completion.strip().partition(" ")
    return RaceEnvAction(actions={"red": int(red == "1"), "blue": int(blue == "1")})


def demonstrations(*, level, count, seed, quality):
    rng = random.Random(seed)
    lights = [rng.choice(["0", "1"]) for _ in range(count)]
    return [[(f"{light} {light}", f"{light} {light}")] for light in lights]
'''
DUEL = '''
"""Two players with other spaces; what one wins, the other loses; a mask; a text."""
import numpy
from gymnasium import spaces
from pettingzoo import ParallelEnv

CLOSED = []


class Duel(ParallelEnv):
    metadata = {"name": "duel"}

    def __init__(self, stake=1.0):
        self.possible_agents, self.agents, self.stake = ["fox", "hen"], [], stake
        self._acted = {"fox": spaces.Discrete(3), "hen": spaces.Text(2, charset="ab")}

    def observation_space(self, agent):
        return spaces.Discrete(9)

    def action_space(self, agent):
        return self._acted.get(agent, spaces.Discrete(2))

    def _infos(self):
        return {"fox": {"action_mask": numpy.array([1, 1, 0], numpy.int8)}, "hen": {"dug": 5}}

    def reset(self, seed=None, options=None):
        self.agents, self.steps = ["fox", "hen"], 0
        return dict.fromkeys(self.agents, 0), self._infos()

    def step(self, actions):
        assert set(actions) == {"fox", "hen"}
        assert actions["fox"] != 2, "forbidden"
        self.steps += 1
        won = self.stake if actions["fox"] else -self.stake
        ended = dict.fromkeys(self.agents, False)
        result = dict.fromkeys(self.agents, self.steps % 9), {"fox": won, "hen": -won}, ended
        return (*result, dict(ended), self._infos())

    def close(self):
        CLOSED.append(1)


def parallel_env(stake=1.0):
    return Duel(stake)


def strange(**wrong):
    env = Duel()
    if "names" in wrong:
        env.possible_agents = ["the fox", "hen"]
    if "step" in wrong:
        env.step = lambda actions: 1 / 0
    return env


def single():
    return object()
'''


def wrap(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, [*arguments])
    return done.exit_code, " ".join(done.output.split())


@pytest.fixture(scope="module")
def race(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The race, with an oracle added to its proof; its file is gone."""
    folder = tmp_path_factory.mktemp("race")
    (folder / "running.py").write_text(RACE)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        code, output = wrap("pettingzoo:running.py", "--out", "race_env", *OPTIONS)
    assert code == 0, output
    for option in ("--solved", "--reward-range", "--max-steps", "--paid-agent"):
        assert option not in output
    (folder / "running.py").unlink()
    proof = folder / "race_env" / "proof.py"
    proof.write_text(proof.read_text() + ORACLE)
    return folder / "race_env"


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The duel, of which one player is paid, and what the command said."""
    folder = tmp_path_factory.mktemp("duel")
    (folder / "duels.py").write_text(DUEL)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        code, output = wrap(
            "pettingzoo:duels.py:parallel_env", "--out", "duel_env", "--paid-agent", "fox",
            "--env-arg", "stake=2.0", "--show-info", "--solved", "6", "--max-steps", "4",
            "--no-search",
        )  # fmt: skip
        assert code == 0, output
        plain_code, plain = wrap("pettingzoo:duels.py", "--out", "plain_env", "--no-search")
        assert plain_code == 0, plain
    return folder / "duel_env", plain


def original() -> Any:
    module: dict[str, Any] = {"__name__": "the_race"}
    exec(RACE, module)
    return module["parallel_env"]()


def act(subject: Subject, env: Any, **actions: Any) -> Any:
    return env.step(subject.action_type(actions=actions))


def run_hallmark(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.run(
        [sys.executable, "-m", "hallmark_rl", *options],
        cwd=folder.parent,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_episode_is_that_of_pettingzoo(race: Path) -> None:
    subject = load_subject(str(race))
    ours, theirs = subject.factory(), original()
    left_early = 0
    for seed in range(4):
        observation, (seen, _) = ours.reset(seed=seed), theirs.reset(seed=seed)
        total = 0.0
        while not observation.done:
            assert observation.agents == theirs.agents
            shown = observation.observations.model_dump(exclude_none=True)
            assert shown == {agent: values.tolist() for agent, values in seen.items()}
            left_early += len(theirs.agents) == 1
            actions = {"red": 1, "blue": theirs.__dict__["_light"]}
            acted = {agent: actions[agent] for agent in theirs.agents}
            observation = act(subject, ours, **actions)
            seen, rewards, ended, truncated, _ = theirs.step(acted)
            assert observation.rewards == rewards
            assert (observation.terminated, observation.truncated) == (ended, truncated)
            assert observation.reward == pytest.approx(sum(rewards.values()))
            for agent in actions:
                assert observation.columns[f"reward_{agent}"] == rewards.get(agent, 0.0)
            total += sum(rewards.values())
        assert theirs.agents == observation.agents == []
        assert observation.success == (total > 1.2)
    assert left_early


def test_an_action_of_an_agent_that_left_is_not_played(race: Path) -> None:
    subject = load_subject(str(race))
    env = subject.factory()
    observation = env.reset(seed=3)
    while len(observation.agents) == 2:
        light = int(observation.observations.red[1])
        observation = act(subject, env, red=light, blue=1 - light)
    assert observation.agents == ["blue"]
    assert observation.terminated == {"red": True, "blue": False}
    observation = act(subject, env, red=1, blue=0)
    assert (observation.error, observation.observations.red) == (None, None)
    assert "red" not in observation.rewards


def test_every_agent_needs_an_action(race: Path) -> None:
    subject = load_subject(str(race))
    with pytest.raises(ValueError, match="blue"):
        subject.action_type(actions={"red": 1})
    with pytest.raises(ValueError, match="less than or equal to 1"):
        subject.action_type(actions={"red": 1, "blue": 2})


def test_one_agent_is_paid_and_the_others_are_reported(duel: tuple[Path, str]) -> None:
    subject = load_subject(str(duel[0]))
    env = subject.factory()
    first = env.reset(seed=0)
    assert first.action_masks == {"fox": [1, 1, 0]}
    assert first.infos["hen"] == {"dug": 5}
    observation = act(subject, env, fox=1, hen="a")
    assert (observation.reward, observation.columns["reward_hen"]) == (2.0, -2.0)
    observation = act(subject, env, fox=0, hen="b")
    assert (observation.reward, observation.columns["reward_hen"]) == (-2.0, 2.0)
    act(subject, env, fox=1, hen="a")
    last = act(subject, env, fox=1, hen="a")
    assert (last.done, last.success, last.reward) == (True, False, 2.0)
    env.reset(seed=0)
    for _ in range(4):
        last = act(subject, env, fox=1, hen="a")
    assert (last.success, last.reward, last.columns["solved"]) == (True, 2.0, 1.0)


def test_the_step_limit_is_a_truncation_of_who_still_plays(duel: tuple[Path, str]) -> None:
    subject = load_subject(str(duel[0]))
    env = subject.factory()
    env.reset(seed=0)
    for step in range(1, 5):
        observation = act(subject, env, fox=1, hen="a")
        assert observation.done == (step == 4)
        assert observation.truncated == dict.fromkeys(["fox", "hen"], step == 4)
        assert observation.terminated == {"fox": False, "hen": False}
    assert observation.agents == []


def test_rewards_that_cancel_out_are_noted(duel: tuple[Path, str]) -> None:
    assert "always add up to 0: --paid-agent" in duel[1]
    assert "--solved sets it" in duel[1]
    assert "(-1 to 1 were seen of one agent): --reward-range" in duel[1]
    assert "the step limit is 1000; --max-steps" in duel[1]


def test_an_action_outside_of_its_space_ends_the_episode(duel: tuple[Path, str]) -> None:
    subject = load_subject(str(duel[0]))
    env = subject.factory()
    env.reset(seed=0)
    observation = act(subject, env, fox=1, hen="ac")
    assert (observation.done, observation.success) == (True, False)
    assert "of hen: the action is not in Text" in observation.error.message


def test_what_the_environment_returns_wrongly_is_its_fault(duel: tuple[Path, str]) -> None:
    subject = load_subject(str(duel[0]))
    env = subject.factory()
    good = ({"fox": 0}, {"fox": 1.0}, {"fox": False}, {"fox": False}, {})
    for bad in (good[:4], [*good], (good[0], 1.0, *good[2:]), (good[0], {"cat": 1.0}, *good[2:])):
        env.reset(seed=0)
        env.reveal()._env.step = lambda actions, bad=bad: bad
        observation = act(subject, env, fox=1, hen="a")
        assert (observation.error.code, observation.reward) == ("crash", None)


def test_sessions_share_nothing_and_are_closed(duel: tuple[Path, str]) -> None:
    subject = load_subject(str(duel[0]))
    first, second = subject.factory(), subject.factory()
    first.reset(seed=0)
    second.reset(seed=0)
    act(subject, first, fox=1, hen="a")
    assert act(subject, second, fox=1, hen="a").observations.fox == 1
    closed = sys.modules[type(first.reveal()._env).__module__].CLOSED
    before = len(closed)
    for seed in range(4):
        first.reset(seed=seed)
    gc.collect()
    assert len(closed) >= before + 3


def test_the_rules_hold_for_a_race(race: Path) -> None:
    done = run_hallmark(race, "prove", "race_env", "--profile", "quick", "-k",
                 "actions_accepted or oracle_max or no_faults or floor_gap")  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert "(100%)" in done.stdout


@pytest.mark.slow
def test_the_whole_suite(race: Path) -> None:
    done = run_hallmark(race, "prove", "race_env", "--profile", "quick")
    assert done.returncode == 0, done.stdout
    assert "satisfies all" in done.stdout


@pytest.mark.slow
def test_a_few_steps_of_a_tiny_model(race: Path, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    folder = tmp_path / race.name
    shutil.copytree(race, folder)
    (folder / "text.py").write_text(TEXT)
    command = [sys.executable, str(ROOT / "train" / "grpo.py"), "--env", str(folder)]
    command += ["--preset", "smoke", "--unproved", "--out", str(tmp_path / "run")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "failed by the environment" in done.stdout


@pytest.mark.slow
def test_it_is_stamped_and_staged_and_its_server_is_proved(race: Path) -> None:
    done = run_hallmark(race, "gate", "race_env")
    assert done.returncode == 0, done.stdout + done.stderr
    done = run_hallmark(race, "stage", "race_env", "--out", "staged/race_env", "--try-here")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["pettingzoo:"], "write pettingzoo:MODULE"),
        (["pettingzoo:none.py"], "there is no file none.py"),
        (["pettingzoo:no_such_module_here"], "cannot be made: ModuleNotFoundError"),
        (["pettingzoo:duels.py:none"], "duels.py has no none"),
        (["pettingzoo:duels.py:single"], "has no possible_agents: it is not a parallel"),
        (["pettingzoo:duels.py:strange", "--env-arg", "names=1"], "the key 'the fox' of actions"),
        (["pettingzoo:duels.py:strange", "--env-arg", "step=1"], "cannot be played: ZeroDivision"),
        (["pettingzoo:duels.py", "--paid-agent", "cat"], "no agent 'cat' to be paid: fox, hen"),
        (["pettingzoo:duels.py", "--reward-range", "1", "0"], "is not a finite interval"),
        (["pettingzoo:duels.py", "--tasks", "tasks.jsonl"], "takes neither --tasks nor"),
        (["gym:FrozenLake-v1", "--paid-agent", "fox"], "--paid-agent is for pettingzoo:MODULE"),
        (["scorer:a:b", "--paid-agent", "fox"], "--paid-agent is for gym:ID and pettingzoo"),
    ],
)
def test_wrong_input_is_named(
    arguments: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "duels.py").write_text(DUEL)
    monkeypatch.delitem(sys.modules, "duels", raising=False)
    code, output = wrap(*arguments, "--out", "an_env", "--no-search")
    assert code == 2
    assert says in output
    assert not (tmp_path / "an_env").exists()
