"""What the base class owns. Each test fails when the defence it names is taken out."""

from __future__ import annotations

import random
import threading
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import Field, field_validator

pytest.importorskip("openenv")

from sdk import Column, Reward, Setup, TaskSet, Transition, VerifiedEnvironment, VerifiedState
from sdk.models import VerifiedObservation
from tests.sdk.guessing import Game, Guess, Guessing, Reply, target


def test_an_episode(env: Guessing) -> None:
    first = env.reset(seed=3, episode_id="mine")
    assert (first.done, first.reward, first.success, first.error) == (False, None, None, None)
    miss = env.step(Guess(number=-1))
    assert (miss.done, miss.reward, miss.columns, miss.success) == (False, 0.0, {"near": 0.0}, None)
    assert (env.state.episode_id, env.state.step_count, env.state.done) == ("mine", 1, False)
    hit = env.step(Guess(number=target(env)))
    assert (hit.done, hit.reward, hit.score, hit.success) == (True, 1.0, 1.0, True)
    assert hit.columns == {"won": 1.0, "near": 1.0}
    assert env.state.success is True


# -- seeds, ids, counts -----------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(st.integers(), st.sampled_from(["train", "test"]), st.integers(0, 5))
def test_the_seed_alone_makes_the_episode(seed: int, split: str, index: int) -> None:
    one, other = Guessing(), Guessing()
    other.reset(seed=seed + 1)
    before = random.getstate()
    for env in (one, other):
        env.reset(seed=seed, split=split, index=index)
    assert target(one) == target(other)
    assert random.getstate() == before, "the global generator is not ours"


def test_seed_zero_and_negative_seeds_are_seeds(env: Guessing) -> None:
    def drawn(seed: int | None) -> list[int]:
        return [env.reset(seed=seed) and target(env) for _ in range(4)]

    assert len(set(drawn(0))) == 1
    assert drawn(0)[0] != drawn(1)[0]
    assert drawn(5)[0] != drawn(-5)[0]
    assert len(set(drawn(None))) > 1


def test_every_episode_has_an_id_of_its_own(env: Guessing) -> None:
    ids = {env.reset(seed=0) and env.state.episode_id for _ in range(3)}
    assert len(ids) == 3
    env.reset(episode_id="x")
    assert env.state.episode_id == "x"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"seed": True}, "seed must be an integer"),
        ({"seed": "1"}, "seed must be an integer"),
        ({"episode_id": ""}, "episode_id"),
        ({"episode_id": 7}, "episode_id"),
        ({"split": 3}, "split must be a string"),
        ({"split": ["train"]}, "split must be a string"),
        ({"index": "0"}, "index must be an integer"),
        ({"level": 1.0}, "level must be an integer"),
        ({"high": 9}, "does not know high: it knows split, index, level, low, hang"),
    ],
)
def test_a_wrong_reset_is_told_to_the_caller(
    env: Guessing, arguments: dict[str, Any], says: str
) -> None:
    env.reset(seed=0)
    seen = env.reset(**arguments)
    assert seen.done
    assert seen.error is not None
    assert (seen.error.code, seen.error.blame) == ("bad_reset", "caller")
    assert says in seen.error.message
    assert env.step(Guess()).error.code == "not_reset"  # type: ignore[union-attr]


def test_the_step_limit_ends_the_episode(env: Guessing) -> None:
    env.reset(seed=0)
    seen = [env.step(Guess(number=-1)) for _ in range(env.max_steps)]
    assert [reply.done for reply in seen] == [False] * 4 + [True]
    assert (seen[-1].success, seen[-1].score) == (False, 0.0)


def test_the_last_permitted_step_is_still_paid(env: Guessing) -> None:
    env.reset(seed=0)
    for _ in range(env.max_steps - 1):
        env.step(Guess(number=-1))
    assert env.step(Guess(number=target(env))).reward == 1.0


# -- order of calls ---------------------------------------------------------------------------


def test_nothing_is_paid_before_reset_or_after_the_end(env: Guessing) -> None:
    early = env.step(Guess())
    assert (early.error.code, early.reward, early.done) == ("not_reset", None, True)  # type: ignore[union-attr]
    env.reset(seed=0)
    answer = Guess(number=target(env))
    env.step(answer)
    for _ in range(3):
        late = env.step(answer)
        assert (late.error.code, late.reward, late.done) == ("episode_over", None, True)  # type: ignore[union-attr]
        assert late.columns == {}
    assert env.state.step_count == 1


def test_reset_renews_everything(env: Guessing) -> None:
    env.reset(seed=0)
    env.step(Guess(number=4))
    env.reset(seed=0)
    assert env.state.step_count == 0
    assert env.step(Guess(number=5)).said == [5]


class Hoarding(Guessing):
    """Tries to keep something on the instance."""

    def advance(self, game: Game, action: Guess) -> Reply:
        self.best = action.number
        return super().advance(game, action)


class HoardingAtOnce(Guessing):
    """Tries to keep something at the beginning."""

    def begin(self, rng: random.Random, setup: Setup) -> tuple[Game, Reply]:
        self.best = 0
        return super().begin(rng, setup)


@pytest.mark.parametrize("kind", [Hoarding, HoardingAtOnce])
def test_nothing_can_be_kept_on_the_instance(kind: type[Guessing]) -> None:
    env = kind()
    error = env.reset(seed=0).error or env.step(Guess()).error
    assert error is not None
    assert (error.code, error.blame) == ("crash", "environment")
    assert not hasattr(env, "best")


# -- copies -----------------------------------------------------------------------------------


def test_what_was_seen_does_not_change_later(env: Guessing) -> None:
    env.reset(seed=0)
    first = env.step(Guess(number=1))
    env.step(Guess(number=2))
    assert first.said == [1]
    first.said.append(99)
    assert env.step(Guess(number=3)).said == [1, 2, 3]


def test_the_callers_action_is_not_touched() -> None:
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


def test_sessions_at_once_play_as_if_alone() -> None:
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
    """Changes whatever it is given, in place."""

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


def test_a_task_and_an_option_are_lent_to_no_episode() -> None:
    mine = [1]
    for _ in range(2):
        assert Lists().reset(seed=0).said == [7, 8]
        assert Lists().reset(seed=0, more=mine).said == [7, 1]
    assert mine == [1]


# -- declarations -----------------------------------------------------------------------------


def test_declarations_are_checked() -> None:
    class Needs(VerifiedObservation):
        text: str

    with pytest.raises(TypeError, match="Needs: text must have a default"):

        class Bad(VerifiedEnvironment[Guess, Needs, VerifiedState, Game]):
            pass

    class Unpaid(VerifiedEnvironment[Guess, Reply, VerifiedState, Game]):
        max_steps = 3
        begin = Guessing.begin
        advance = Guessing.advance

    with pytest.raises(TypeError, match="Unpaid must declare reward"):
        Unpaid()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("reward", [1.0]),
        ("max_steps", 0),
        ("max_steps", True),
        ("max_steps", "3"),
        ("max_steps", float("inf")),
        ("step_timeout_s", 0),
        ("step_timeout_s", float("nan")),
        ("reset_timeout_s", "30"),
        ("options", {"seed": 3}),
        ("options", {"level": 3}),
    ],
)
def test_a_wrong_declaration_is_named(name: str, value: Any) -> None:
    kind = type("Wrong", (Guessing,), {name: value})
    with pytest.raises(TypeError, match=f"Wrong must declare .*{name}"):
        kind()
    type("Right", (Guessing,), {"step_timeout_s": None, "reset_timeout_s": None, "max_steps": 1})()


def test_a_broken_column_is_a_fault_of_the_environment_not_a_reward() -> None:
    class Broken(Guessing):
        reward: ClassVar[Reward] = Reward(
            Column("won", lambda t: float("nan"), kind="outcome"),
            Column("near", lambda t: 2.0, kind="process"),
        )

    env = Broken()
    env.reset(seed=0)
    seen = env.step(Guess())
    assert seen.error is not None
    assert (seen.error.code, seen.error.blame, seen.reward) == ("reward", "environment", None)
    assert "'near' gave 2.0" in seen.error.message


def test_a_lasting_gate_stays_shut_until_the_end_of_the_episode() -> None:
    class Guarded(Guessing):
        reward: ClassVar[Reward] = Reward(
            Column("won", lambda t: float(t.observation.won), kind="outcome"),
            Column("tried", lambda t: 1.0, kind="process", weight=0.1),
            Column("safe", _harmless, kind="safety", gate=1.0, lasting=True),
            Column("calm", _harmless, kind="safety", gate=0.5),
        )

    env = Guarded()

    def play(*numbers: int) -> list[float | None]:
        env.reset(seed=0)
        seen = [env.step(Guess(number=n)) for n in (*numbers, target(env))]
        assert seen[-1].success is (-7 not in numbers)
        assert seen[-1].score == float(-7 not in numbers)
        assert seen[-1].columns["safe"] == float(-7 not in numbers)
        assert seen[-1].columns["calm"] == 1.0
        return [reply.reward for reply in seen]

    assert play(-1, -7, -1) == [0.1, 0.0, 0.0, 0.0]
    assert play(-1, -1) == [0.1, 0.1, 1.1], "reset opens it"


def _harmless(step: Transition) -> float:
    return float(step.action.number != -7)


def test_the_facts_before_a_step_are_not_those_after_it() -> None:
    @dataclass
    class Board:
        filled: int

    class Building(Guessing):
        reward: ClassVar[Reward] = Reward(
            Column("won", lambda t: 0.0, kind="outcome"),
            Column(
                "built",
                lambda t: (t.facts["board"].filled - t.before["board"].filled) / 9,
                kind="process",
            ),
        )
        board: ClassVar = Board(0)

        def facts(self, game: Game) -> dict[str, Any]:
            self.board.filled = len(game.said)
            return {"board": self.board}

    env = Building()
    env.reset(seed=0)
    assert env.step(Guess()).reward == 1 / 9


class Reworded(Guess):
    """An action that is not what its fields say at first sight."""

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


class Hearing(VerifiedEnvironment[Reworded, Reply, VerifiedState, Game]):
    """Says what it heard."""

    max_steps = 3
    reward = Guessing.reward
    options = Guessing.options
    facts = Guessing.facts
    begin = Guessing.begin

    def advance(self, game: Game, action: Reworded) -> Reply:
        return Reply(hint=f"{action.shout} {action.words}")


def test_an_action_is_read_once_whatever_its_validators_and_aliases() -> None:
    env = Hearing()
    env.reset(seed=0)
    action = Reworded.model_validate({"say": "abc", "words": "x,y"})
    assert env.step(action).hint == "abc! ['x', 'y']"


def test_facts_keep_their_types() -> None:
    class Listing(Guessing):
        reward: ClassVar[Reward] = Reward(
            Column("won", lambda t: float(t.facts == {"said": [3], "near": 0.0}), kind="outcome")
        )
        max_steps = 1

        def facts(self, game: Game) -> dict[str, Any]:
            return {**super().facts(game), "said": game.said}

    env = Listing()
    env.reset(seed=0)
    assert env.step(Guess(number=3)).success


def test_a_column_cannot_change_the_facts() -> None:
    def vandal(step: Transition) -> float:
        step.facts["near"] = 1.0  # type: ignore[index]
        return 0.0

    class Watched(Guessing):
        reward: ClassVar[Reward] = Reward(
            Column("won", lambda t: float(t.observation.won), kind="outcome"),
            Column("vandal", vandal, kind="process"),
        )

    env = Watched()
    env.reset(seed=0)
    error = env.step(Guess()).error
    assert error is not None
    assert (error.code, error.message) == ("reward", "reward column 'vandal' raised TypeError")
