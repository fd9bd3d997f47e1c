"""The TRL adapters without a trainer."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("openenv")

from hallmark_rl.envs.wordle import text
from hallmark_rl.envs.wordle.server.wordle_environment import WordleEnvironment
from hallmark_rl.sdk import Column, Reward
from hallmark_rl.sdk.adapters.trl import (
    reward_functions,
    reward_weights,
    text_rollout,
    tool_environment,
)
from hallmark_rl.sdk.verifiers import potential
from tests.sdk.guessing import Guessing

REWARD = WordleEnvironment.reward


def test_an_episode_by_tool_calls() -> None:
    env = tool_environment(WordleEnvironment, tool="guess", render=text.render)()
    shown = env.reset(prompt=[{"role": "user"}], seed=3, level=1, unrelated=1)
    assert shown == "-+___"
    assert env.guess(word="aab") == text.render(WordleEnvironment_after("aab"))
    assert "not a valid action" in env.guess(word=7)
    target = env._env.reveal().target.reveal()
    assert env.guess(word=target).endswith("The episode is over.")
    assert "is over" in env.guess(word=target)
    scores = [function(["x"], environments=[env])[0] for function in reward_functions(REWARD)]
    assert scores[:2] == [1.0, 1.0]
    assert len(scores) == len(reward_weights(REWARD)) == 1 + len(REWARD.columns)
    assert sum(reward_weights(REWARD)) == 1.0


def WordleEnvironment_after(word: str) -> Any:
    env = WordleEnvironment()
    env.reset(seed=3, level=1)
    return env.step(text.parse(word))


def test_only_the_tool_and_reset_are_public_methods() -> None:
    env = tool_environment(WordleEnvironment, tool="guess")()
    public = [name for name in dir(env) if callable(getattr(env, name)) and name[0] != "_"]
    assert public == ["guess", "reset"]


def test_the_schema_of_the_tool() -> None:
    utilities = pytest.importorskip("transformers.utils")
    env = tool_environment(WordleEnvironment, tool="guess")()
    schema = utilities.get_json_schema(env.guess)["function"]
    assert schema["name"] == "guess"
    assert schema["parameters"]["properties"]["word"]["type"] == "string"
    assert "lower-case" in schema["parameters"]["properties"]["word"]["description"]


def test_by_default_the_model_sees_json_without_the_reward() -> None:
    env = tool_environment(WordleEnvironment)()
    shown = env.reset(seed=0)
    assert '"guesses_left":6' in shown
    assert "reward" not in shown
    assert "columns" not in shown


def test_an_episode_that_the_environment_failed_scores_none() -> None:
    env = tool_environment(Guessing)()
    env.reset(seed=0)
    env.act(number=1)
    env.act(stunt="crash")
    assert [
        function(["x"], environments=[env]) for function in reward_functions(Guessing.reward)
    ] == [
        [None],
        [None],
        [None],
    ]


def test_an_unfinished_episode_never_scores_more_than_a_failed_one() -> None:
    class Climbing(Guessing):
        reward = Reward(
            Column("won", lambda t: 2.0 * t.observation.won - 1, kind="outcome", range=(-1, 1)),
            Column("near", potential("near"), kind="process", range=(-1, 1), weight=0.5),
        )

    functions = reward_functions(Climbing.reward)

    def scores(*numbers: int) -> list[float | None]:
        env = tool_environment(Climbing)()
        env.reset(seed=0)
        for number in numbers:
            env.act(number=env._env.reveal().target.reveal() + number)
        return [function(["x"], environments=[env])[0] for function in functions]

    assert scores(500, 500, 500, 500, 500)[:2] == [-1.0, -1.0]
    assert scores()[:2] == [-1.5, -1.0]
    assert scores(1)[:2] == [-1.0, -1.0], "what the potential lent is taken back"
    assert scores(1, 0)[:2] == [1.0, 1.0]


def test_the_number_of_rewards_is_the_number_of_completions() -> None:
    function = reward_functions(REWARD)[0]
    env = tool_environment(WordleEnvironment)()
    with pytest.raises(ValueError, match="2 completions, 1 episodes"):
        function(["a", "b"], environments=[env])
    with pytest.raises(ValueError, match="neither tool_environment nor text_rollout"):
        function(["a"])


def test_a_prompt_without_a_task_is_refused() -> None:
    trainer = type("Trainer", (), {"processing_class": None})()
    with pytest.raises(ValueError, match="task holds the arguments"):
        text_rollout(WordleEnvironment, text)(["hello"], trainer)
