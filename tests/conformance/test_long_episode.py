"""Looking for a long episode where most actions end it."""

from __future__ import annotations

import random
import time
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.search import search_for_violation
from hallmark_rl.conformance.client.open_driver import open_driver
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.reward.reward_range import in_range
from hallmark_rl.conformance.survey.long_episode import find_long_episode, keep_long_episode
from hallmark_rl.conformance.survey.rollouts import play_actions
from hallmark_rl.conformance.survey.survey_data import FIRST_SEED, Survey
from hallmark_rl.sdk.subject.description import Subject
from tests.conformance.small_environment import Env, Message, small_schema

MOVES: list[Action] = [{"move": move} for move in range(5)]


class NarrowWay(Env):
    """In each step one of five moves goes on; from step 21 on each costs more than the last."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        move={"type": "integer", "minimum": 0, "maximum": 4}
    )
    limit = 40
    declared: ClassVar[dict[str, Any]] = {"reward_range": (-1.0, 1.0)}

    def begin(self) -> None:
        self.way = [self.rng.randrange(5) for _ in range(self.limit)]

    def paid(self, action: Message) -> float:
        self.over = self.is_wrong(action)
        return -0.1 * max(0, self.count - 20)

    def is_wrong(self, action: Message) -> bool:
        return bool(action["move"] != self.way[self.count - 1])


class DeadEnds(NarrowWay):
    """A wrong move ends the episode two steps later, whatever follows."""

    def begin(self) -> None:
        super().begin()
        self.wrong_at = self.limit

    def is_wrong(self, action: Message) -> bool:
        if super().is_wrong(action):
            self.wrong_at = min(self.wrong_at, self.count)
        return self.count >= self.wrong_at + 2


class ThreeSteps(NarrowWay):
    """Each episode has three steps."""

    limit = 3

    def is_wrong(self, action: Message) -> bool:
        return False


class RaisingWay(NarrowWay):
    """A wrong move raises."""

    def is_wrong(self, action: Message) -> bool:
        if super().is_wrong(action):
            raise RuntimeError("no way")
        return False


class NoReset(ThreeSteps):
    """Nothing can be begun."""

    def begin(self) -> None:
        raise RuntimeError("no task")


class Slow(ThreeSteps):
    """A step takes 20 milliseconds."""

    limit = 1000

    def is_wrong(self, action: Message) -> bool:
        time.sleep(0.02)
        return False


class Chance(NarrowWay):
    """The way is another one in each episode, whatever the seed is."""

    def begin(self) -> None:
        self.rng = random.Random()
        super().begin()


def subject_of(env_class: type[Env]) -> Subject:
    proof: Any = SimpleNamespace(declared=env_class.declared)
    return Subject("x", "x", make=env_class, action_type=dict, proof=proof)


def found(env_class: type[Env], seconds: float = 60.0, **facts: Any) -> list[Action]:
    survey = Survey(schema=env_class.schema, pool=MOVES, **facts)
    driver = open_driver(subject_of(env_class))
    return find_long_episode(survey, driver, FIRST_SEED, steps=200, seconds=seconds)


def surveyed(env_class: type[Env], **facts: Any) -> Survey:
    """A survey with rollouts of one move and of random moves, after a long episode was kept."""
    subject = subject_of(env_class)
    survey = Survey(schema=env_class.schema, pool=MOVES, **facts)
    for seed in (FIRST_SEED, FIRST_SEED + 1):
        moves = random.Random(seed).choices(MOVES, k=30)
        survey.null_rollouts.append(play_actions(subject, survey, MOVES[:1] * 30, seed))
        survey.random_rollouts.append(play_actions(subject, survey, moves, seed))
    keep_long_episode(subject, survey)
    return survey


@pytest.mark.parametrize(
    ("env_class", "length"),
    [(NarrowWay, 39), (DeadEnds, 39), (RaisingWay, 39), (ThreeSteps, 2), (NoReset, 0)],
)
def test_the_longest_path_that_does_not_end(env_class: type[Env], length: int) -> None:
    path = found(env_class)
    last = play_actions(subject_of(env_class), Survey(), path, FIRST_SEED)
    assert len(path) == length
    assert path == found(env_class)
    assert not last.done
    assert not last.error


def test_the_opening_comes_first_and_is_kept() -> None:
    way = found(NarrowWay)
    assert found(NarrowWay, opening=way[:3])[:3] == way[:3]
    wrong = [{"move": 4 - way[0]["move"] or 1}]
    assert found(NarrowWay, opening=wrong) == []


def test_it_ends_in_time() -> None:
    began = time.monotonic()
    path = found(Slow, seconds=0.3)
    assert 1 < len(path) < 30
    assert time.monotonic() - began < 2.0


def test_what_a_chance_ends_does_not_hang() -> None:
    began = time.monotonic()
    assert len(found(Chance, seconds=1.0)) < 39
    assert time.monotonic() - began < 3.0


def test_a_long_episode_is_kept_if_the_rollouts_are_short() -> None:
    survey = surveyed(NarrowWay)
    assert len(survey.long_actions) == 39
    assert Survey.from_dict(survey.to_dict()) == survey
    assert surveyed(NarrowWay, deterministic=False).long_actions == []
    assert surveyed(NarrowWay, step_s=0.01).long_actions == []
    assert surveyed(ThreeSteps).long_actions == []


def test_no_long_episode_is_looked_for_where_a_rollout_is_as_long_as_declared() -> None:
    class Declared(NarrowWay):
        declared: ClassVar[dict[str, Any]] = {"max_steps": 2}

    class Whole(Declared):
        def is_wrong(self, action: Message) -> bool:
            return self.count == 2

    assert len(surveyed(Declared).long_actions) == 2
    assert surveyed(Whole).long_actions == []


def test_a_cost_late_in_a_long_episode_is_seen() -> None:
    survey = surveyed(NarrowWay)
    context = CheckContext(subject_of(NarrowWay), survey, PROFILES["default"])
    assert context.long_episodes()[0].label == "a long episode"
    with pytest.raises(PropertyViolated, match=r"step 31 pays -1\.1"):
        search_for_violation(context, in_range, odd=True, long=True)
    survey.long_actions = []
    search_for_violation(context, in_range, odd=True, long=True)
