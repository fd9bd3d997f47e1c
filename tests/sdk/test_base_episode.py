"""One episode of a `VerifiedEnvironment`: seeds, ids, step counts, the order of calls."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("openenv")

from tests.sdk.guessing import Guess, Guessing, target


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
def test_the_seed_alone_decides_the_episode(seed: int, split: str, index: int) -> None:
    one, other = Guessing(), Guessing()
    other.reset(seed=seed + 1)
    before = random.getstate()
    for env in (one, other):
        env.reset(seed=seed, split=split, index=index)
    assert target(one) == target(other)
    assert random.getstate() == before, "the global generator is not ours"


def test_zero_and_negative_seeds_are_valid(env: Guessing) -> None:
    def drawn(seed: int | None) -> list[int]:
        return [env.reset(seed=seed) and target(env) for _ in range(4)]

    assert len(set(drawn(0))) == 1
    assert drawn(0)[0] != drawn(1)[0]
    assert drawn(5)[0] != drawn(-5)[0]
    assert len(set(drawn(None))) > 1


def test_every_episode_gets_a_new_id(env: Guessing) -> None:
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
def test_wrong_arguments_of_reset_are_the_callers_fault(
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


def test_the_last_permitted_step_is_rewarded(env: Guessing) -> None:
    env.reset(seed=0)
    for _ in range(env.max_steps - 1):
        env.step(Guess(number=-1))
    assert env.step(Guess(number=target(env))).reward == 1.0


# -- order of calls ---------------------------------------------------------------------------


def test_steps_before_reset_and_after_the_end_earn_nothing(env: Guessing) -> None:
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


def test_reset_clears_the_previous_episode(env: Guessing) -> None:
    env.reset(seed=0)
    env.step(Guess(number=4))
    env.reset(seed=0)
    assert env.state.step_count == 0
    assert env.step(Guess(number=5)).said == [5]
