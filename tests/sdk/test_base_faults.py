"""`VerifiedEnvironment`: faults, secrets, deadlines and the async methods."""

from __future__ import annotations

import asyncio
import logging
import random
import threading
from collections.abc import Mapping
from typing import Any

import pytest

pytest.importorskip("openenv")

from hallmark_rl.sdk import Secret, Setup
from hallmark_rl.sdk.environment.models import VerifiedObservation
from hallmark_rl.sdk.environment.remote import with_timeout
from tests.sdk.guessing import Game, Guess, Guessing, Reply, target

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
def test_a_fault_ends_the_episode_and_names_who_is_to_blame(
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


def test_an_observation_that_breaks_its_model_is_a_fault() -> None:
    class Loose(Guessing):
        def advance(self, game: Game, action: Guess) -> Reply:
            return Reply.model_construct(hint=action.number)

    env = Loose()
    env.reset(seed=0)
    error = env.step(Guess()).error
    assert error is not None
    assert (error.code, error.blame) == ("crash", "environment")
    assert "ValidationError" in error.message


def test_a_return_value_that_is_not_an_observation_is_a_fault(env: Guessing) -> None:
    env.reset(seed=0)
    error = env.step(Guess(stunt="nothing")).error
    assert error is not None
    assert error.message == "advance() returned NoneType, not Reply"


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


@pytest.mark.parametrize("method", ["begin", "advance", "facts", "secrets"])
def test_a_fault_names_the_method_that_failed(method: str) -> None:
    def fail(*_: Any) -> Any:
        raise ZeroDivisionError

    fail.__code__ = fail.__code__.replace(co_name=method)
    env = type("Broken", (Guessing,), {method: fail})()
    error = env.reset(seed=0).error or env.step(Guess()).error
    assert error.message.startswith(f"ZeroDivisionError in {method}()")


def test_the_first_observation_must_not_show_a_secret_or_end_the_episode() -> None:
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


def test_repr_and_state_do_not_show_secrets(env: Guessing) -> None:
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


def test_what_the_caller_gave_is_no_leak_even_if_it_equals_a_secret(env: Guessing) -> None:
    env.reset(seed=1)
    secret = env.reveal().code.reveal()
    env.reset(seed=1, episode_id=secret)
    assert env.state.episode_id == secret


def test_a_model_cannot_hold_a_secret() -> None:
    with pytest.raises(TypeError, match="cannot be a field"):

        class Leaky(VerifiedObservation):
            target: Secret[int] | None = None


# -- deadlines --------------------------------------------------------------------------------


def test_a_step_past_the_callers_timeout_is_abandoned(env: Guessing) -> None:
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


def test_a_reset_past_its_deadline_is_abandoned(env: Guessing) -> None:
    env.reset(seed=0)
    before = threading.active_count()
    env.reset_timeout_s = 0.05  # type: ignore[misc]
    for seen in (env.reset(hang=True), asyncio.run(env.reset_async(hang=True))):
        assert (seen.error.code, seen.error.blame) == ("deadline", "environment")  # type: ignore[union-attr]
        assert (seen.done, seen.reward) == (True, None)
        assert env.step(Guess()).error.code == "not_reset"  # type: ignore[union-attr]
    env.reset_timeout_s = 5.0  # type: ignore[misc]
    assert not env.reset(seed=0).done
    for thread in threading.enumerate():
        if thread.name == "verified-environment" and threading.active_count() > before:
            thread.join(1)
    assert threading.active_count() <= before, "the endless loops were stopped"


class Hasty(Guessing):
    step_timeout_s = 0.05


@pytest.mark.parametrize("timeout", [None, 60.0])
def test_a_caller_cannot_extend_the_declared_deadline(timeout: float | None) -> None:
    env = Hasty()
    env.reset(seed=0)
    action = with_timeout(Guess(stunt="loop"), 60.0)
    error = env.step(action, timeout_s=timeout).error
    assert error is not None
    assert (error.code, error.blame) == ("deadline", "environment")


@pytest.mark.parametrize("timeout", [0, -1.0, float("nan"), float("inf"), True, "5"])
def test_an_invalid_timeout_is_the_callers_fault(env: Guessing, timeout: Any) -> None:
    env.reset(seed=0)
    error = env.step(Guess(), timeout_s=timeout).error
    assert error is not None
    assert (error.code, error.blame) == ("bad_timeout", "caller")
    assert env.state.step_count == 0


# -- async twins ------------------------------------------------------------------------------


def test_the_async_methods_play_the_same_episode(env: Guessing) -> None:
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


def test_an_async_step_does_not_block_the_event_loop() -> None:
    async def play() -> bool:
        env = Guessing()
        await env.reset_async(seed=0)
        slow = asyncio.create_task(env.step_async(Guess(stunt="loop"), timeout_s=0.5))
        await asyncio.sleep(0.01)
        still_running = not slow.done()
        assert (await slow).error.code == "deadline"
        return still_running

    assert asyncio.run(play())
