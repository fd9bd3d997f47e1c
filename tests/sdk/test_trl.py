"""The TRL adapters without a trainer: tools, rewards, text rollouts, any environment."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Literal

import pytest

pytest.importorskip("openenv")

from pydantic import Field

from hallmark_rl.envs.wordle import text
from hallmark_rl.envs.wordle.server.wordle_environment import WordleEnvironment
from hallmark_rl.sdk import Column, Reward
from hallmark_rl.sdk.adapters.trl import (
    environment_factory,
    open_environment,
    reward_funcs,
    rollout_func,
)
from hallmark_rl.sdk.environment.openenv_types import Action, Environment, Observation, State
from hallmark_rl.sdk.verifiers import potential
from tests.sdk.conftest import Serve
from tests.sdk.guessing import Guessing


class Move(Action):
    """Move one way.

    Args:
        nothing: this section must not confuse the schema of the tool.
    """

    way: Literal["left", "right"] = Field(description="where\nto: go")
    far: int | None = None
    items: list[dict[str, int]] = Field(default_factory=list)


class Seen(Observation):
    """Its own `error` and `score` are parts of what the agent sees."""

    error: str = ""
    score: int = 0


class Walk(Environment[Move, Seen, State]):
    """An environment of OpenEnv alone: right pays 1, and a third step ends the walk."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def reset(self, seed: int | None = None, crash: bool = False, **_: Any) -> Seen:
        if crash:
            raise ConnectionError("no world")
        self.steps, self.seed = 0, seed
        return Seen(score=seed or 0)

    def step(self, action: Move, timeout_s: float | None = None, **_: Any) -> Seen:
        self.steps += 1
        if action.far == 13:
            raise RuntimeError("broken leg")
        if action.far == 14:
            return Seen(reward=float("nan"))
        return Seen(
            error=f"step {self.steps}", reward=float(action.way == "right"), done=self.steps == 3
        )

    @property
    def state(self) -> State:
        return State()


def scores(functions: Any, env: Any) -> list[float | None]:
    return [function(["x"], environments=[env])[0] for function in functions]


def test_an_episode_by_tool_calls() -> None:
    env = environment_factory(WordleEnvironment, tool="guess", render=text.render)()
    shown = env.reset(prompt=[{"role": "user"}], seed=3, level=1, unrelated=1)
    assert shown == "-+___"
    assert env.guess(word="aab") == text.render(wordle_after("aab"))
    assert "not a valid action" in env.guess(word=7)
    target = env._player._env.reveal().target.reveal()
    assert env.guess(word=target).endswith("The episode is over.")
    assert env.guess(word=target) == "The episode is over."
    functions = reward_funcs(WordleEnvironment)
    assert scores(functions, env)[:2] == [1.0, 1.0]
    assert len(functions) == len(functions.weights) == 1 + len(WordleEnvironment.reward.columns)
    assert functions.weights == [1.0, *[0.0] * (len(functions) - 1)]


def wordle_after(word: str) -> Any:
    env = WordleEnvironment()
    env.reset(seed=3, level=1)
    return env.step(text.parse(word))


def test_only_the_tool_and_reset_are_public_methods() -> None:
    """A method `get_reward` would make TRL pay the episode a second time."""
    env = environment_factory(WordleEnvironment, tool="guess")()
    public = [name for name in dir(env) if callable(getattr(env, name)) and name[0] != "_"]
    assert public == ["guess", "reset"]
    for name in ("reset", "get_reward", "_step", "a b"):
        with pytest.raises(ValueError, match="cannot be called"):
            environment_factory(WordleEnvironment, tool=name)


def test_the_schema_of_the_tool() -> None:
    utilities = pytest.importorskip("transformers.utils")
    env = environment_factory(WordleEnvironment, tool="guess")()
    schema = utilities.get_json_schema(env.guess)["function"]
    assert schema["name"] == "guess"
    assert schema["parameters"]["properties"]["word"]["type"] == "string"
    assert "lower-case" in schema["parameters"]["properties"]["word"]["description"]
    schema = utilities.get_json_schema(environment_factory(Walk)().act)["function"]
    assert schema["description"] == "Move one way."
    assert schema["parameters"]["required"] == ["way"]
    assert schema["parameters"]["properties"]["way"] == {
        "type": "string",
        "enum": ["left", "right"],
        "description": "where to: go",
    }
    assert schema["parameters"]["properties"]["far"]["nullable"]
    assert schema["parameters"]["properties"]["items"]["items"]["type"] == "object"


def test_an_action_that_is_no_list_of_parameters_is_one_parameter() -> None:
    utilities = pytest.importorskip("transformers.utils")

    class Odd(Move):
        way: str = Field(alias="the-way")  # type: ignore[assignment]

    class OddWalk(Walk):
        def step(self, action: Odd, timeout_s: float | None = None, **_: Any) -> Seen:  # type: ignore[override]
            return super().step(action)

    env = environment_factory(subject_of(OddWalk, Odd))()
    schema = utilities.get_json_schema(env.act)["function"]
    assert list(schema["parameters"]["properties"]) == ["action"]
    assert "the-way" in schema["parameters"]["properties"]["action"]["description"]
    env.reset(seed=1)
    assert "step 1" in env.act(action={"the-way": "right"})
    assert "not a valid action" in env.act()
    assert "not a valid action" in env.act(action=[])


def subject_of(env_class: type[Any], action: type[Any]) -> Any:
    from hallmark_rl.sdk.subject.description import Subject

    return Subject("odd", "odd", env_class=env_class, make=env_class, action_type=action)


def test_by_default_the_model_sees_json_without_the_reward() -> None:
    env = environment_factory(WordleEnvironment)()
    shown = env.reset(seed=0)
    assert '"guesses_left": 6' in shown
    assert "reward" not in shown
    assert "columns" not in shown


def test_an_environment_of_openenv_alone() -> None:
    env = environment_factory(Walk)()
    assert env.reset(prompt="x", seed=4, answer="y") == '{"error": "", "score": 4}'
    assert env.act(way="right") == '{"error": "step 1", "score": 0}', "its own fields are shown"
    functions = reward_funcs(Walk)
    assert [function.__name__ for function in functions] == ["episode_return"]
    assert scores(functions, env) == [1.0], "unfinished: the rewards so far"
    env.act(way="left")
    assert "The episode is over." in env.act(way="right")
    env.act(way="right")
    assert scores(functions, env) == [2.0], "nothing is paid after the end"


def test_an_episode_that_the_environment_failed_scores_none() -> None:
    env = environment_factory(Guessing)()
    functions = reward_funcs(Guessing)
    env.reset(seed=0)
    env.act(number=1)
    assert "failed" in env.act(stunt="crash")
    assert scores(functions, env) == [None, None, None]
    walk = environment_factory(Walk)()
    for far in (13, 14):
        walk.reset(seed=1)
        assert "failed" in walk.act(way="right", far=far)
        assert walk.act(way="right") == "The episode is over."
        assert scores(reward_funcs(Walk), walk) == [None]
    assert "failed" in walk.reset(seed=1, crash=True)
    assert scores(reward_funcs(Walk), walk) == [None]
    assert "error" in walk.reset(seed=1)
    assert scores(reward_funcs(Walk), walk) == [0.0], "the next episode is a new one"


def test_a_row_must_state_an_episode_that_the_environment_has() -> None:
    env = environment_factory(Guessing)()
    with pytest.raises(ValueError, match="does not say which episode"):
        env.reset(prompt=[], answer=3, seed=None)
    with pytest.raises(ValueError, match="reset refused"):
        env.reset(seed="three")


def test_an_unfinished_episode_never_scores_more_than_a_failed_one() -> None:
    class Climbing(Guessing):
        reward = Reward(
            Column("won", lambda t: 2.0 * t.observation.won - 1, kind="outcome", range=(-1, 1)),
            Column("near", potential("near"), kind="process", range=(-1, 1), weight=0.5),
        )

    functions = reward_funcs(Climbing)

    def paid(*numbers: int) -> list[float | None]:
        env = environment_factory(Climbing)()
        env.reset(seed=0)
        for number in numbers:
            env.act(number=env._player._env.reveal().target.reveal() + number)
        return scores(functions, env)

    assert paid(500, 500, 500, 500, 500)[:2] == [-1.0, -1.0]
    assert paid()[:2] == [-1.5, -1.0]
    assert paid(1)[:2] == [-1.0, -1.0], "what the potential lent is taken back"
    assert paid(1, 0)[:2] == [1.0, 1.0]


def test_several_environments_share_reward_functions() -> None:
    functions = reward_funcs(Guessing, Walk, columns=["further"])
    assert [f.__name__ for f in functions] == ["episode_return", "won", "near", "further"]
    walk, guess = environment_factory(Walk)(), environment_factory(Guessing)()
    walk.reset(seed=1)
    guess.reset(seed=1)
    guess.act(number=guess._player._env.reveal().target.reveal())
    batch = [function(["x", "y"], environments=[walk, guess]) for function in functions]
    assert batch == [[0.0, 1.0], [None, 1.0], [None, 1.0], [None, None]]


def test_the_number_of_rewards_is_the_number_of_completions() -> None:
    function = reward_funcs(WordleEnvironment)[0]
    env = environment_factory(WordleEnvironment)()
    with pytest.raises(ValueError, match="2 completions, 1 episodes"):
        function(["a", "b"], environments=[env])
    with pytest.raises(ValueError, match="neither environment_factory nor rollout_func"):
        function(["a"])


def test_a_batch_that_cannot_be_played_is_refused() -> None:
    tokenizer = SimpleNamespace(chat_template="x", eos_token_id=0)
    accelerator = SimpleNamespace(num_processes=2, state=SimpleNamespace())
    args = SimpleNamespace(use_vllm=True, vllm_mode="colocate")
    trainer = SimpleNamespace(
        processing_class=tokenizer,
        accelerator=accelerator,
        args=args,
        is_fsdp_enabled=False,
    )
    rollout = rollout_func(WordleEnvironment, text=text)
    with pytest.raises(ValueError, match="task holds the arguments"):
        rollout(["hello"], trainer)
    args.vllm_mode = "server"
    with pytest.raises(ValueError, match="one training process"):
        rollout(["hello"], trainer)
    args.use_vllm = False
    accelerator.state.deepspeed_plugin = SimpleNamespace(zero_stage=3)
    with pytest.raises(ValueError, match="no process has the whole model"):
        rollout(["hello"], trainer)
    tokenizer.chat_template = None
    with pytest.raises(ValueError, match="no chat template"):
        rollout(["hello"], trainer)


@pytest.mark.parametrize("kind", ["folder", "class", "name", "server", "server and folder"])
def test_every_way_to_name_an_environment(kind: str, serve: Serve) -> None:
    """The same episode in each way, by an oracle that earns the maximum."""
    folder = "envs/wordle"
    url = serve("hallmark_rl.envs.wordle.server.app:app") if "server" in kind else ""
    named: dict[str, Any] = {
        "folder": folder,
        "class": WordleEnvironment,
        "name": "hallmark_rl.envs.wordle.server.wordle_environment:WordleEnvironment",
        "server": url,
        "server and folder": url,
    }
    env = open_environment(named[kind], folder=folder if kind == "server and folder" else None)
    tools = environment_factory(env, tool="guess")()
    assert '"guesses_left": 6' in tools.reset(seed=3, level=1)
    assert "not a valid action" in tools.guess(wort="aab")
    local = WordleEnvironment()
    local.reset(seed=3, level=1)
    assert "aab" in tools.guess(word="aab")
    assert "The episode is over." in tools.guess(word=local.reveal().target.reveal())
    functions = reward_funcs(env, columns=["won"])
    names = [function.__name__ for function in functions]
    paid = dict(zip(names, scores(functions, tools), strict=True))
    assert paid["episode_return"] == paid["won"] == 1.0
    assert (len(names) > 2) == (kind != "server"), "a server alone does not declare its columns"
