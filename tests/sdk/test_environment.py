"""What the base class owns. Each test fails when the defence it names is taken out."""

from __future__ import annotations

import asyncio
import logging
import random
import threading
from collections.abc import Mapping
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("openenv")

from sdk import Column, Reward, Secret, Setup, VerifiedEnvironment, VerifiedState
from sdk.models import VerifiedObservation
from sdk.remote import with_timeout
from tests.sdk.guessing import Game, Guess, Guessing, Reply


@pytest.fixture
def env() -> Guessing:
    return Guessing()


def target(env: Guessing) -> int:
    return env.reveal().target.reveal()


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
        ({"index": "0"}, "index must be an integer"),
        ({"level": 1.0}, "level must be an integer"),
        ({"high": 9}, "does not know high: it knows split, index, level, low"),
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


def test_nothing_can_be_kept_on_the_instance() -> None:
    env = Hoarding()
    env.reset(seed=0)
    error = env.step(Guess()).error
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


# -- bad actions and faults -------------------------------------------------------------------


def test_a_malformed_action_is_refused_without_a_step(env: Guessing) -> None:
    env.reset(seed=0)
    for action in ({"number": 1}, None, Guess.model_construct(number="many")):
        seen = env.step(action)  # type: ignore[arg-type]
        assert (seen.error.code, seen.error.blame) == ("bad_action", "action")  # type: ignore[union-attr]
        assert (seen.done, seen.reward) == (False, None)
    assert env.state.step_count == 0


@pytest.mark.parametrize(
    ("stunt", "code", "blame", "reward", "success"),
    [
        ("crash", "crash", "environment", None, None),
        ("exit", "crash", "environment", None, None),
        ("leak", "leak", "environment", None, None),
        ("pay", "reward", "environment", None, None),
        ("nothing", "crash", "environment", None, None),
        ("reject", "action_rejected", "action", 0.0, False),
        ("tell", "leak", "environment", None, None),
    ],
)
def test_a_fault_ends_the_episode_and_says_whose_it_was(
    env: Guessing, stunt: str, code: str, blame: str, reward: float | None, success: bool | None
) -> None:
    env.reset(seed=0)
    secret = env.reveal().code.reveal()
    seen = env.step(Guess(stunt=stunt))
    assert seen.error is not None
    assert (seen.error.code, seen.error.blame) == (code, blame)
    assert (seen.done, seen.reward, seen.success) == (True, reward, success)
    assert secret not in seen.model_dump_json()
    assert env.step(Guess()).error.code == "episode_over"  # type: ignore[union-attr]
    assert env.state.success is success


def test_the_log_of_the_server_has_the_traceback(
    env: Guessing, caplog: pytest.LogCaptureFixture
) -> None:
    env.reset(seed=0)
    with caplog.at_level(logging.ERROR, "hallmark.sdk"):
        env.step(Guess(stunt="crash"))
    assert "KeyError" in caplog.text


def test_a_fault_in_begin_is_an_error_observation() -> None:
    class Broken(Guessing):
        def begin(self, rng: random.Random, setup: Setup) -> tuple[Game, Reply]:
            raise ZeroDivisionError

    error = Broken().reset().error
    assert error is not None
    assert (error.code, error.blame) == ("crash", "environment")


def test_the_first_observation_cannot_tell_the_secret_or_be_the_last() -> None:
    class Telling(Guessing):
        def begin(self, rng: random.Random, setup: Setup) -> tuple[Game, Reply]:
            game, _ = super().begin(rng, setup)
            return game, Reply(hint=game.code.reveal())

    class Over(Guessing):
        def begin(self, rng: random.Random, setup: Setup) -> tuple[Game, Reply]:
            game, _ = super().begin(rng, setup)
            return game, Reply(done=True)

    codes = [env.reset(seed=0).error.code for env in (Telling(), Over())]  # type: ignore[union-attr]
    assert codes == ["leak", "crash"]


# -- secrets ----------------------------------------------------------------------------------


def test_secrets_have_no_way_out(env: Guessing) -> None:
    env.reset(seed=0)
    secret = env.reveal().code.reveal()
    texts = [repr(env), str(env.state), repr(env.reveal()), env.state.model_dump_json()]
    assert not any(secret in text for text in texts)


def test_a_state_that_shows_a_secret_is_refused() -> None:
    class Careless(Guessing):
        def public_state(self, game: Game) -> Mapping[str, Any]:
            return {"note": game.code.reveal()}

    env = Careless()
    env.reset(seed=0)
    with pytest.raises(Exception, match="secret was about to be shown"):
        _ = env.state


def test_a_model_cannot_hold_a_secret() -> None:
    with pytest.raises(TypeError, match="cannot be a field"):

        class Leaky(VerifiedObservation):
            target: Secret[int] | None = None


# -- deadlines --------------------------------------------------------------------------------


def test_a_step_past_the_callers_timeout_is_left_behind(env: Guessing) -> None:
    env.reset(seed=0)
    before = threading.active_count()
    seen = env.step(Guess(stunt="loop"), timeout_s=0.05)
    assert (seen.error.code, seen.error.blame) == ("deadline", "caller")  # type: ignore[union-attr]
    assert (seen.done, seen.reward, seen.success) == (True, None, None)
    assert env.step(Guess()).error.code == "episode_over"  # type: ignore[union-attr]
    env.reset(seed=0)
    assert env.step(Guess(number=target(env)), timeout_s=5).success
    env.close()
    for thread in threading.enumerate():
        if thread.name == "verified-environment":
            thread.join(5)
    assert threading.active_count() <= before, "the endless loop was stopped"


class Hasty(Guessing):
    step_timeout_s = 0.05


@pytest.mark.parametrize("timeout", [None, 60.0])
def test_the_declared_deadline_cannot_be_stretched(timeout: float | None) -> None:
    env = Hasty()
    env.reset(seed=0)
    action = with_timeout(Guess(stunt="loop"), 60.0)
    error = env.step(action, timeout_s=timeout).error
    assert error is not None
    assert (error.code, error.blame) == ("deadline", "environment")


@pytest.mark.parametrize("timeout", [0, -1.0, float("nan"), float("inf"), True, "5"])
def test_a_senseless_timeout_is_told_to_the_caller(env: Guessing, timeout: Any) -> None:
    env.reset(seed=0)
    error = env.step(Guess(), timeout_s=timeout).error
    assert error is not None
    assert (error.code, error.blame) == ("bad_timeout", "caller")
    assert env.state.step_count == 0


# -- async twins ------------------------------------------------------------------------------


def test_the_async_twins_play_the_same_game(env: Guessing) -> None:
    async def play() -> list[Any]:
        twin = Guessing()
        seen = [await twin.reset_async(seed=1, episode_id="a")]
        seen += [await twin.step_async(Guess(number=number)) for number in (1, 2)]
        seen.append(await twin.step_async(with_timeout(Guess(stunt="loop"), 0.05)))
        seen.append(await twin.step_async(Guess(), timeout_s=-1))
        return seen

    seen = [env.reset(seed=1, episode_id="a")]
    seen += [env.step(Guess(number=number)) for number in (1, 2)]
    seen.append(env.step(with_timeout(Guess(stunt="loop"), 0.05)))
    seen.append(env.step(Guess(), timeout_s=-1))
    assert asyncio.run(play()) == seen


def test_an_async_step_leaves_the_event_loop_free() -> None:
    async def play() -> bool:
        env = Guessing()
        await env.reset_async(seed=0)
        slow = asyncio.create_task(env.step_async(Guess(stunt="loop"), timeout_s=0.5))
        await asyncio.sleep(0.01)
        still_running = not slow.done()
        assert (await slow).error.code == "deadline"
        return still_running

    assert asyncio.run(play())


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
