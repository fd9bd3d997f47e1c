"""Sessions on several servers: one that dies costs no episode, as long as another one answers."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("openenv")

from openenv.core.env_server import create_app

from hallmark_rl.sdk.adapters.trl import environment_factory, open_environment, reward_funcs
from hallmark_rl.sdk.common.errors import EpisodeLost, ServersUnreachable, UnparsableCompletion
from hallmark_rl.sdk.environment import server_failover
from hallmark_rl.sdk.environment.json_text import AnyAction
from hallmark_rl.sdk.environment.server_failover import ServerSessions, server_addresses
from tests.sdk.guessing import Guess, Guessing, Reply
from tests.sdk.mortal_server import MortalServer

TYPES = {"action_type": Guess, "observation_type": Reply}


class Moody(Guessing):
    """Shows something else in every instance: it cannot be played again."""

    instances = 0

    def begin(self, *arguments: Any) -> Any:
        Moody.instances += 1
        game, reply = super().begin(*arguments)
        return game, reply.model_copy(update={"hint": f"{Moody.instances}"})


def serve(kind: type[Any] = Guessing, sessions: int = 8, port: int = 0) -> MortalServer:
    app = create_app(kind, Guess, Reply, env_name="guessing", max_concurrent_envs=sessions)
    return MortalServer(app, port)


@pytest.fixture
def servers() -> Iterator[list[MortalServer]]:
    started = [serve(), serve()]
    yield started
    for server in started:
        server.kill()


def seen(observation: Any) -> tuple[Any, ...]:
    return observation.hint, observation.said, observation.reward, observation.done


def local_episode(numbers: list[int]) -> list[Any]:
    env = Guessing()
    return [seen(env.reset(seed=5)), *(seen(env.step(Guess(number=n))) for n in numbers)]


def test_an_episode_goes_on_at_another_server(servers: list[MortalServer]) -> None:
    session = ServerSessions([server.url for server in servers], TYPES).open()
    shown = [seen(session.reset(seed=5)), seen(session.step(Guess(number=1)))]
    servers[0].kill()
    shown += [seen(session.step(Guess(number=n))) for n in (2, 3)]
    assert shown == local_episode([1, 2, 3])
    session.close()
    assert seen(session.reset(seed=5)) == shown[0], "a closed session opens a new one"
    session.close()


def test_a_server_that_comes_back_is_used_again(servers: list[MortalServer]) -> None:
    servers[1].kill()
    session = ServerSessions([servers[0].url], TYPES, patience_s=20).open()
    first = seen(session.reset(seed=5))
    servers[0].kill()
    servers[0] = serve(port=servers[0].port)
    assert [first, seen(session.step(Guess(number=1)))] == local_episode([1])
    session.close()


def test_sessions_are_spread_over_the_servers(servers: list[MortalServer]) -> None:
    sessions = ServerSessions([server.url for server in servers], TYPES)
    opened = [sessions.connect() for _ in range(4)]
    addresses = [remote._client._async._ws_url for remote in opened]  # type: ignore[attr-defined]
    assert addresses == [f"ws://127.0.0.1:{server.port}/ws" for server in servers] * 2
    for remote in opened:
        remote.__exit__(None, None, None)


def test_no_server_at_all_is_said_with_the_reasons() -> None:
    threads = set(threading.enumerate())
    sessions = ServerSessions(["http://127.0.0.1:9", "http://127.0.0.1:10"], patience_s=0)
    with pytest.raises(ServersUnreachable, match=r":9: Failed to connect.*:10: Failed"):
        sessions.open().reset(seed=0)
    assert set(threading.enumerate()) <= threads, "an attempt leaves its event loop behind"
    with pytest.raises(ValueError, match="no address"):
        ServerSessions([])


def test_an_episode_that_cannot_be_repeated_is_given_up() -> None:
    moody = [serve(Moody), serve(Moody)]
    session = ServerSessions([server.url for server in moody], TYPES).open()
    session.reset(seed=5)
    moody[0].kill()
    with pytest.raises(EpisodeLost, match="different one"):
        session.step(Guess(number=1))
    assert session.reset(seed=5).hint, "the next episode is played on the other server"
    moody[1].kill()


def test_an_episode_that_loses_every_server_it_meets_is_given_up(
    servers: list[MortalServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An action may be what kills them; others should not be lost for it."""
    session = ServerSessions([server.url for server in servers], TYPES).open()
    session.reset(seed=5)
    lost = 0

    def step(self: Any, action: Any) -> Any:
        nonlocal lost
        lost += 1
        raise ConnectionError("gone")

    monkeypatch.setattr(server_failover.RemoteEnvironment, "step", step)
    with pytest.raises(EpisodeLost, match="lost 3 times"):
        session.step(Guess(number=1))
    assert lost == 1 + server_failover.MAX_LOSSES
    session.close()


class SlowSessions(ServerSessions):
    """The server has refused a session and closed the connection before the first message."""

    def connect(self) -> server_failover.RemoteEnvironment:
        remote = super().connect()
        time.sleep(0.5)
        return remote


@pytest.mark.parametrize("kind", [ServerSessions, SlowSessions])
def test_full_servers_cost_the_episode_and_not_the_run(kind: type[ServerSessions]) -> None:
    full = [serve(sessions=1), serve(sessions=1)]
    sessions = kind([server.url for server in full], TYPES)
    opened = [sessions.open() for _ in range(3)]
    for session in opened[:2]:
        session.reset(seed=5)
    with pytest.raises(EpisodeLost, match="in use"):
        opened[2].reset(seed=5)
    opened[0].close()
    assert opened[2].reset(seed=5).hint == "0 to 999"
    for server in full:
        server.kill()


def test_what_is_no_action_is_the_mistake_of_the_model(servers: list[MortalServer]) -> None:
    session = ServerSessions([servers[0].url]).open()
    session.reset(seed=5)
    with pytest.raises(UnparsableCompletion, match="VALIDATION_ERROR"):
        session.step(AnyAction(wort="x"))  # type: ignore[call-arg]
    assert session.step(AnyAction(number=1)).hint == "no"  # type: ignore[call-arg]
    session.close()


def test_an_oracle_by_tool_calls_does_not_notice(servers: list[MortalServer]) -> None:
    tools = environment_factory(open_environment([server.url for server in servers]))()
    tools.reset(seed=5)
    tools.act(number=1)
    servers[0].kill()
    env = Guessing()
    env.reset(seed=5)
    assert "yes" in tools.act(number=env.reveal().target.reveal())
    assert reward_funcs()[0](["x"], environments=[tools]) == [1.0]


def test_addresses() -> None:
    assert server_addresses("http://a:1/, ws://b") == ["http://a:1", "ws://b"]
    assert server_addresses("http://a:1,envs/wordle") == []
    assert server_addresses("envs/wordle") == []
    assert server_addresses("") == []
