"""`hallmark wrap gym:...`: environments of Gymnasium environments."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy
import pytest

pytest.importorskip("openenv")
pytest.importorskip("gymnasium")

import gymnasium
from gymnasium import spaces
from pydantic import TypeAdapter, ValidationError
from typer.testing import CliRunner

from hallmark_rl.sdk.adapters.gym_values import action_in, gym_seed, plain
from hallmark_rl.sdk.common.errors import ActionError
from hallmark_rl.sdk.subject.load import Subject, load_subject
from hallmark_rl.sdk.wrap import app, make_environment
from hallmark_rl.sdk.wrapping.space_models import SpaceModels
from hallmark_rl.sdk.wrapping.wrap_problem import WrapProblem

ROOT = Path(__file__).parents[2]
CORRIDOR = '''
import gymnasium
import numpy
from gymnasium import spaces

from lengths import LENGTH

CLOSED = []


class Corridor(gymnasium.Env):
    """Walk to the goal. The mask forbids to walk into a wall."""

    def __init__(self, length=LENGTH):
        self.length = length
        self.action_space = spaces.Discrete(2)
        place = spaces.Box(0, length, (1,), numpy.float32)
        self.observation_space = spaces.Dict({"place": place, "goal": spaces.Discrete(length + 1)})

    def _seen(self):
        return {"place": numpy.array([self.at], numpy.float32), "goal": self.goal}

    def _info(self):
        mask = numpy.array([self.at > 0, self.at < self.length], numpy.int8)
        return {"action_mask": mask, "steps": numpy.int64(self.steps)}

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.steps, self.at = 0, self.length // 2
        self.goal = int(self.np_random.choice([n for n in range(self.length + 1) if n != self.at]))
        return self._seen(), self._info()

    def step(self, action):
        if action not in self.action_space:
            raise ValueError("outside")
        self.at = min(max(self.at + 2 * int(action) - 1, 0), self.length)
        self.steps += 1
        return self._seen(), float(self.at == self.goal), self.at == self.goal, False, self._info()

    def close(self):
        CLOSED.append(1)
'''
ORACLE = """

def oracle(env, observation):
    seen = observation.observation
    return CorridorEnvAction(action=int(seen.goal > seen.place[0]))
"""


@pytest.fixture(scope="module")
def corridor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The environment of a class in a file, with an oracle added to its proof."""
    folder = tmp_path_factory.mktemp("corridor")
    (folder / "walks.py").write_text(CORRIDOR)
    (folder / "lengths.py").write_text("LENGTH = 6\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        done = CliRunner().invoke(
            app,
            ["gym:walks.py:Corridor", "--out", "corridor_env", "--reward-range", "0", "1",
             "--solved", "1", "--max-steps", "30", "--no-search"],
        )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert "--solved" not in done.output
    assert "--reward-range" not in done.output
    (folder / "walks.py").unlink()
    proof = folder / "corridor_env" / "proof.py"
    proof.write_text(proof.read_text() + ORACLE)
    return folder / "corridor_env"


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The environment of one of Gymnasium's own, whose floor is not slippery."""
    folder = tmp_path_factory.mktemp("lake") / "frozen_env"
    args = {"is_slippery": False}
    make_environment("gym:FrozenLake-v1", folder, args=args, search=False,
                     game_options={"reward_range": (0.0, 1.0)})  # fmt: skip
    return folder


def act(subject: Subject, env: Any, action: Any) -> Any:
    return env.step(subject.action_type(action=action))


def prove(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hallmark_rl", "prove", folder.name, *options]
    paths = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.run(
        [*command, "--profile", "quick"],
        cwd=folder.parent,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_episode_is_that_of_gymnasium(lake: Path) -> None:
    subject = load_subject(str(lake))
    ours = subject.factory()
    theirs = gymnasium.make("FrozenLake-v1", is_slippery=False)
    for seed in range(5):
        observation, (seen, _) = ours.reset(seed=seed), theirs.reset(seed=seed)
        assert observation.observation == seen
        theirs.action_space.seed(seed)
        while not observation.done:
            action = int(theirs.action_space.sample())
            observation = act(subject, ours, action)
            seen, reward, terminated, truncated, _ = theirs.step(action)
            assert (observation.observation, observation.reward) == (seen, reward)
            assert (observation.terminated, observation.truncated) == (terminated, truncated)


def test_a_slippery_floor_depends_on_the_seed(tmp_path: Path) -> None:
    make_environment("gym:FrozenLake-v1", tmp_path / "icy_env", search=False)
    subject = load_subject(str(tmp_path / "icy_env"))

    def walk(seed: int) -> list[int]:
        env, theirs = subject.factory(), gymnasium.make("FrozenLake-v1")
        env.reset(seed=seed)
        theirs.reset(seed=seed)
        places = [act(subject, env, 2).observation for _ in range(3)]
        assert places == [theirs.step(2)[0] for _ in range(3)]
        return places

    walks = [walk(seed) for seed in range(8)]
    assert walks == [walk(seed) for seed in range(8)]
    assert len({tuple(places) for places in walks}) > 1


def test_the_end_says_why(lake: Path) -> None:
    subject = load_subject(str(lake))
    env = subject.factory()
    env.reset(seed=0)
    for action in (1, 1, 2, 2, 1, 2):
        observation = act(subject, env, action)
    assert (observation.terminated, observation.truncated) == (True, False)
    assert (observation.success, observation.reward, observation.done) == (True, 1.0, True)
    assert observation.columns == {"solved": 1.0, "rest": 0.0}
    env.reset(seed=0)
    steps = 1
    while not (observation := act(subject, env, 0)).done:
        steps += 1
    assert steps == subject.proof.declared["max_steps"] == 100
    assert (observation.terminated, observation.truncated) == (False, True)
    assert (observation.success, observation.reward) == (False, 0.0)


def test_masks_are_shown_and_info_is_not(corridor: Path) -> None:
    subject = load_subject(str(corridor))
    env = subject.factory()
    observation = env.reset(seed=1)
    assert observation.action_mask == [1, 1]
    assert observation.observation.place == [3.0]
    assert not hasattr(observation, "info")
    for _ in range(3):
        observation = act(subject, env, 0)
        if observation.done:
            return
    assert observation.action_mask == [0, 1]


def test_sessions_share_nothing(corridor: Path) -> None:
    subject = load_subject(str(corridor))
    first, second = subject.factory(), subject.factory()
    seen = first.reset(seed=5)
    second.reset(seed=6)
    goal = seen.observation.goal
    away = int(goal < 3)
    assert act(subject, first, away).observation.place == [2.0 + 2 * away]
    assert act(subject, second, 1 - away).observation.place == [4.0 - 2 * away]
    assert act(subject, first, 1 - away).observation.place == [3.0]
    assert first.reset(seed=5) == seen


def test_the_environment_of_an_episode_is_closed(corridor: Path) -> None:
    subject = load_subject(str(corridor))
    env = subject.factory()
    env.reset(seed=1)
    closed = sys.modules[type(env.reveal().env.unwrapped).__module__].CLOSED
    before = len(closed)
    for seed in range(4):
        env.reset(seed=seed)
    gc.collect()
    assert len(closed) >= before + 3


def test_the_rules_hold_for_a_corridor(corridor: Path) -> None:
    done = prove(corridor, "-k", "actions_accepted or oracle_max or no_faults or floor_gap")
    assert done.returncode == 0, done.stdout
    assert "(100%)" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", ["corridor", "lake"])
def test_the_whole_suite(name: str, request: pytest.FixtureRequest) -> None:
    folder: Path = request.getfixturevalue(name)
    if name == "lake":
        _add_lake_oracle(folder)
    done = prove(folder)
    assert done.returncode == 0, done.stdout
    assert "satisfies all" in done.stdout


def _add_lake_oracle(folder: Path) -> None:
    proof = folder / "proof.py"
    text = proof.read_text().replace('"capabilities": []', '"capabilities": ["single_task"]')
    path = {0: 1, 4: 1, 8: 2, 9: 1, 13: 2, 14: 2}
    text += f"\n\ndef oracle(env, observation):\n    path = {path}\n"
    text += "    return FrozenEnvAction(action=path[observation.observation])\n"
    proof.write_text(text)


@pytest.mark.parametrize(
    ("space", "inside", "outside"),
    [
        (spaces.Discrete(3, start=-1), [-1, 0, 1], [2, -2, "a", 0.5]),
        (spaces.MultiDiscrete([2, 5]), [[1, 4], [0, 0]], [[2, 0], [0, 5], [0], [0, 0, 0]]),
        (spaces.MultiDiscrete([[2, 2], [2, 2]]), [[[0, 1], [1, 0]]], [[0, 1], [[0, 1]]]),
        (spaces.MultiBinary(3), [[0, 1, 1]], [[0, 2, 0], [0, 1]]),
        (spaces.Box(-1, 2, (2,)), [[-1.0, 2.0]], [[-1.1, 0.0], [0.0], [float("nan"), 0.0]]),
        (spaces.Box(*numpy.array([[0, 5], [1, 9]], numpy.float32)), [[1, 9]], [[5, 1], [0]]),
        (spaces.Box(0, 255, (1, 2, 3), numpy.uint8), [[[[0, 1, 2], [3, 4, 255]]]], [[[[0, 256]]]]),
        (spaces.Box(-numpy.inf, numpy.inf, ()), [1e9], [[1.0], "a"]),
        (spaces.Text(3), ["a", "abc"], ["", "abcd", 5]),
        (spaces.Tuple((spaces.Discrete(2), spaces.Text(2))), [[1, "a"]], [[2, "a"], [1]]),
        (spaces.Sequence(spaces.Discrete(2)), [[], [1, 0, 1]], [[2], 1]),
    ],
)  # fmt: skip
def test_a_space_becomes_a_type_with_its_bounds(
    space: Any, inside: list[Any], outside: list[Any]
) -> None:
    from typing import Annotated

    from pydantic import Field

    code = SpaceModels().type_of(space, "action")
    kind = TypeAdapter(eval(code, {"Annotated": Annotated, "Field": Field}))
    for value in inside:
        checked = kind.validate_python(value)
        assert space.contains(action_in(space, checked))
    for value in outside:
        with pytest.raises(ValidationError):
            kind.validate_python(value, strict=isinstance(value, float))
    space.seed(3)
    for _ in range(5):
        kind.validate_python(plain(space.sample()))


def test_what_a_type_cannot_say_is_checked_against_the_space() -> None:
    many = numpy.arange(40)
    for space, value in (
        (spaces.Text(3, charset="ab"), "abc"),
        (spaces.Box(0 * many, many, dtype=numpy.int64), [1] * 40),
        (spaces.Dict({"a": spaces.Discrete(2)}), {"b": 1}),
    ):
        with pytest.raises(ActionError, match="is not in"):
            action_in(space, value)


def test_a_dict_space_becomes_a_model() -> None:
    inner = spaces.Dict({"depth": spaces.Discrete(4)})
    models = SpaceModels()
    name = models.type_of(spaces.Dict({"inner": inner, "flag": spaces.MultiBinary(1)}), "action")
    assert [kind for kind, _ in models.classes] == ["ActionInnerValues", "ActionValues"]
    assert name == "ActionValues"
    assert dict(models.classes[1][1])["inner"] == "ActionInnerValues"
    assert action_in(inner, {"depth": 3}) == {"depth": 3}


@pytest.mark.parametrize(
    ("space", "says"),
    [
        (spaces.Graph(spaces.Discrete(2), None), "the space of action, Graph.*cannot be mapped"),
        (spaces.Tuple((spaces.OneOf((spaces.Discrete(2),)),)), r"the space of action\[0\], OneOf"),
        (spaces.Dict({"a b": spaces.Discrete(2)}), "the key 'a b' of action cannot name"),
        (spaces.Dict({"x": spaces.Sequence(spaces.Discrete(2), stack=True)}), r"action\['x'\]"),
    ],
)
def test_a_space_without_a_type_is_named(space: Any, says: str) -> None:
    with pytest.raises(WrapProblem, match=says):
        SpaceModels().type_of(space, "action")


@pytest.mark.parametrize("seed", [0, 7, 2**31 - 1])
def test_seeds_of_gymnasium_stay_as_they_are(seed: int) -> None:
    assert gym_seed(seed) == seed


def test_other_seeds_become_seeds_that_differ() -> None:
    seeds = [gym_seed(seed) for seed in (2**31, 2**40, 2**63, -1, -(2**50))]
    assert len(set(seeds)) == 5
    assert all(0 <= seed < 2**31 for seed in seeds)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["gym:NoSuch-v0"], "cannot be made: NameNotFound"),
        (["gym:"], "write gym:ID"),
        (["gym:none.py:Env"], "there is no file none.py"),
        (["gym:made.py:Other"], "made.py has no Other"),
        (["gym:made.py:Raising"], "cannot be made: ZeroDivisionError"),
        (["gym:made.py:Stuck"], "cannot be played: KeyError: 'reset'"),
        (["gym:made.py:Graphs"], "the space of observation, Graph"),
        (["gym:FrozenLake-v1", "--reward-range", "1", "0"], "is not a finite interval"),
        (["gym:FrozenLake-v1", "--tasks", "tasks.jsonl"], "takes neither --tasks nor"),
        (["gym:FrozenLake-v1", "--env-arg", "no_such=1"], "cannot be made: TypeError"),
    ],
)
def test_wrong_input_is_named(
    arguments: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "made.py").write_text(
        "import gymnasium\nfrom gymnasium import spaces\n"
        "class Raising(gymnasium.Env):\n    def __init__(self):\n        1 / 0\n"
        "class Stuck(gymnasium.Env):\n    action_space = observation_space = spaces.Discrete(2)\n"
        "    def reset(self, **arguments):\n        raise KeyError('reset')\n"
        "class Graphs(gymnasium.Env):\n    action_space = spaces.Discrete(2)\n"
        "    observation_space = spaces.Graph(spaces.Discrete(2), None)\n"
    )
    monkeypatch.delitem(sys.modules, "made", raising=False)
    done = CliRunner().invoke(app, [*arguments, "--out", "an_env", "--no-search"])
    assert done.exit_code == 2
    assert says in " ".join(done.output.split())
    assert not (tmp_path / "an_env").exists()
