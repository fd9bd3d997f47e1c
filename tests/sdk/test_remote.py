"""Remote episodes over OpenEnv's WebSocket client are the same as local ones."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any

import pytest
from pydantic import Field

pytest.importorskip("openenv")

from openenv.core import GenericEnvClient

from hallmark_rl.envs.wordle import WordleClient, proof
from hallmark_rl.envs.wordle.server.wordle_environment import WordleEnvironment
from hallmark_rl.sdk.environment.models import VerifiedState
from hallmark_rl.sdk.environment.remote import VerifiedClient, with_timeout
from tests.sdk.conftest import Serve
from tests.sdk.guessing import Guess, Guessing, Reply


class GuessingClient(VerifiedClient[Guess, Reply, VerifiedState]):
    action_type = Guess
    observation_type = Reply
    state_type = VerifiedState


@pytest.fixture
def url(serve: Serve) -> str:
    return serve("tests.sdk.guessing_app:app")


def test_a_remote_episode_equals_the_local_one(url: str) -> None:
    local = Guessing()
    with GuessingClient(url).sync() as remote:
        options: dict[str, Any] = {"seed": 0, "episode_id": "e", "low": 5}
        assert remote.reset(**options).observation == local.reset(**options)
        numbers = [1, 2, local.reveal().target.reveal(), 4]
        for number in numbers:
            ours = local.step(Guess(number=number))
            theirs = remote.step(Guess(number=number))
            assert theirs.observation == ours
            assert (theirs.reward, theirs.done) == (ours.reward, ours.done)
            assert remote.state() == local.state
        assert remote.reset(seed="x").observation.error.code == "bad_reset"


def test_fields_with_an_alias_are_transmitted() -> None:
    class Sent(Guess):
        where: int = Field(default=0, alias="from")

    class Seen(Reply):
        where: int = Field(default=0, alias="from")

    class Client(VerifiedClient[Sent, Seen, VerifiedState]):
        action_type = Sent
        observation_type = Seen
        state_type = VerifiedState

    client = Client("http://localhost")
    payload = client._step_payload(Sent.model_validate({"from": 3}))
    assert Sent.model_validate(payload).where == 3
    for name in ("where", "from"):
        assert client._parse_result({"observation": {name: 4}}).observation.where == 4


def test_an_untyped_client_receives_columns_and_reward(url: str) -> None:
    with GenericEnvClient(base_url=url).sync() as remote:
        remote.reset(seed=0)
        result = remote.step({"number": -1})
        assert (result.reward, result.observation["columns"]) == (0.0, {"near": 0.0})


def test_a_remote_timeout_stops_the_step(url: str) -> None:
    with GuessingClient(url).sync() as remote:
        remote.reset(seed=0)
        seen = remote.step(with_timeout(Guess(stunt="loop"), 0.2)).observation
        assert (seen.error.code, seen.error.blame) == ("deadline", "caller")
        assert not remote.reset(seed=0).done


def test_a_hanging_reset_ends_and_leaves_the_session_usable(url: str) -> None:
    with GuessingClient(url).sync() as remote:
        seen = remote.reset(seed=0, hang=True).observation
        assert (seen.error.code, seen.error.blame) == ("deadline", "environment")
        assert not remote.reset(seed=0).done


def test_a_looping_session_does_not_stop_another(url: str) -> None:
    with GuessingClient(url).sync() as one, GuessingClient(url).sync() as other:
        one.reset(seed=0)
        other.reset(seed=1)
        assert one.step(with_timeout(Guess(stunt="loop"), 0.2)).done
        assert other.step(Guess(number=-1)).observation.said == [-1]
        assert other.state().step_count == 1


def test_wordle_can_be_played_remotely(serve: Serve) -> None:
    local = WordleEnvironment()
    with WordleClient(serve("hallmark_rl.envs.wordle.server.app:app")).sync() as remote:
        for level in (1, 5):
            ours = local.reset(seed=8, level=level)
            result = remote.reset(seed=8, level=level)
            while not result.done:
                assert result.observation == ours
                action = proof.oracle(None, result.observation)
                result, ours = remote.step(action), local.step(action)
            assert result.observation == ours
            assert (result.reward, result.observation.success) == (1.0, True)
            assert remote.state().level == level


def test_task_routes_describe_tasks_without_their_payload(serve: Serve) -> None:
    server = serve("hallmark_rl.envs.wordle.server.app:app")

    def ask(path: str, **body: Any) -> Any:
        request = urllib.request.Request(
            f"{server}/wordle/{path}",
            data=json.dumps(body).encode() if body else None,
            headers={"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    try:
        splits = ask("splits")
    except urllib.error.HTTPError:
        pytest.skip("openenv-core 0.3 has no task routes")
    assert [split["name"] for split in splits] == ["train", "test"]
    assert ask("num_tasks", split="test") == {"num_tasks": 1100}
    task = {"id": "test-3", "index": 3, "level": 1, "split": "test"}
    assert ask("task", split="test", index=3) == {"task": task}
    for wrong in ({"split": "test", "index": 1100}, {"split": "dev", "index": 0}):
        with pytest.raises(urllib.error.HTTPError, match="400"):
            ask("task", **wrong)
