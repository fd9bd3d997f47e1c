"""`VerifiedEnvironment`: copies protect actions, tasks and observations; episodes share nothing."""

from __future__ import annotations

import random
import threading
from typing import Any, ClassVar

import pytest
from pydantic import Field, field_validator

pytest.importorskip("openenv")

from hallmark_rl.sdk import Column, Reward, Setup, TaskSet, VerifiedEnvironment, VerifiedState
from tests.sdk.guessing import Game, Guess, Guessing, Reply, target


class StoresInAdvance(Guessing):
    """Tries to store an attribute in `advance`."""

    def advance(self, game: Game, action: Guess) -> Reply:
        self.best = action.number
        return super().advance(game, action)


class StoresInBegin(Guessing):
    """Tries to store an attribute in `begin`."""

    def begin(self, rng: random.Random, setup: Setup) -> tuple[Game, Reply]:
        self.best = 0
        return super().begin(rng, setup)


@pytest.mark.parametrize("kind", [StoresInAdvance, StoresInBegin])
def test_the_authors_code_cannot_store_attributes_on_the_environment(kind: type[Guessing]) -> None:
    env = kind()
    error = env.reset(seed=0).error or env.step(Guess()).error
    assert error is not None
    assert (error.code, error.blame) == ("crash", "environment")
    assert not hasattr(env, "best")


def test_an_observation_does_not_change_after_it_is_returned(env: Guessing) -> None:
    env.reset(seed=0)
    first = env.step(Guess(number=1))
    env.step(Guess(number=2))
    assert first.said == [1]
    first.said.append(99)
    assert env.step(Guess(number=3)).said == [1, 2, 3]


def test_the_callers_action_is_not_changed() -> None:
    class Rude(Guessing):
        def advance(self, game: Game, action: Guess) -> Reply:
            action.number = 0
            action.metadata["seen"] = True
            return super().advance(game, action)

    env, action = Rude(), Guess(number=7)
    env.reset(seed=0)
    env.step(action)
    assert (action.number, action.metadata) == (7, {})


def test_instances_share_nothing() -> None:
    one, other = Guessing(), Guessing()
    one.reset(seed=1)
    other.reset(seed=2)
    one.step(Guess(number=target(one)))
    assert other.state.step_count == 0
    assert one.rubric is not other.rubric
    assert Guessing.reward.columns[0].last_score is None
    assert other.step(Guess(number=-1)).said == [-1]


def test_concurrent_sessions_do_not_influence_each_other() -> None:
    def play(seed: int, played: dict[int, list[Any]]) -> None:
        env = Guessing()
        env.reset(seed=seed)
        played[seed] = [
            env.step(Guess(number=number)).model_dump() for number in (seed, 2, target(env))
        ]

    together: dict[int, list[Any]] = {}
    threads = [threading.Thread(target=play, args=(seed, together)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    alone: dict[int, list[Any]] = {}
    for seed in range(8):
        play(seed, alone)
    assert together == alone
    assert Guessing.SUPPORTS_CONCURRENT_SESSIONS


class Lists(VerifiedEnvironment[Guess, Reply, VerifiedState, list[int]]):
    """Changes its task and options in place."""

    max_steps = 3
    tasks = TaskSet({"train": {1: [[7]]}})
    options: ClassVar[dict[str, list[int]]] = {"more": [8]}
    reward = Reward(Column("won", lambda t: 0.0, kind="outcome"))

    def begin(self, rng: random.Random, setup: Setup) -> tuple[list[int], Reply]:
        assert setup.task is not None
        game: list[int] = setup.task.payload
        game += setup.options["more"]
        setup.options["more"].append(9)
        return game, Reply(said=game)

    def advance(self, game: list[int], action: Guess) -> Reply:
        return Reply()


def test_every_episode_gets_copies_of_its_task_and_options() -> None:
    mine = [1]
    for _ in range(2):
        assert Lists().reset(seed=0).said == [7, 8]
        assert Lists().reset(seed=0, more=mine).said == [7, 1]
    assert mine == [1]


class Reworded(Guess):
    """An action with an alias and with validators that change their input."""

    shout: str = Field(default="", alias="say", max_length=4)
    words: list[str] = Field(default_factory=list)

    @field_validator("shout")
    @classmethod
    def _louder(cls, text: str) -> str:
        return f"{text}!"

    @field_validator("words", mode="before")
    @classmethod
    def _split(cls, text: Any) -> list[str]:
        return text.split(",")  # type: ignore[no-any-return]


class Echoing(VerifiedEnvironment[Reworded, Reply, VerifiedState, Game]):
    """Returns the action as text."""

    max_steps = 3
    reward = Guessing.reward
    options = Guessing.options
    facts = Guessing.facts
    begin = Guessing.begin

    def advance(self, game: Game, action: Reworded) -> Reply:
        return Reply(hint=f"{action.shout} {action.words}")


def test_validators_of_an_action_run_once() -> None:
    env = Echoing()
    env.reset(seed=0)
    action = Reworded.model_validate({"say": "abc", "words": "x,y"})
    assert env.step(action).hint == "abc! ['x', 'y']"
