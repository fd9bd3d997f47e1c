"""Servers with fewer sessions than episodes: queued, or refused with a clear message."""

from __future__ import annotations

from typing import Any

import pytest

from hallmark_rl.train import pipeline
from hallmark_rl.train.config import RunConfig, RunRefused
from hallmark_rl.train.environments import env_source, session_limit
from hallmark_rl.train.environments.session_limit import usable_sessions
from hallmark_rl.train.pipeline import run
from tests.train import toys
from tests.train.conftest import Start


class Server:
    """Gives `limit` sessions; refuses the others as OpenEnv does, when they are used."""

    def __init__(self, limit: int, kind: Any = toys.Echo) -> None:
        self.limit, self.kind = limit, kind
        self.open: set[int] = set()
        self.most = 0

    def session(self) -> Any:
        server = self

        class Session(self.kind):  # type: ignore[misc, name-defined]
            def _accepted(self) -> None:
                if id(self) in server.open:
                    return
                if len(server.open) >= server.limit:
                    raise RuntimeError("Server error: at capacity (code: CAPACITY_REACHED)")
                server.open.add(id(self))
                server.most = max(server.most, len(server.open))

            @property
            def state(self) -> None:
                self._accepted()

            def reset(self, seed: int, split: str, level: int) -> Any:
                self._accepted()
                return super().reset(seed, split, level)

            def close(self) -> None:
                server.open.discard(id(self))

        return Session()


def config(**environment: Any) -> RunConfig:
    return RunConfig.model_validate({"env": "http://x", "out": "x", "environment": environment})


def test_the_sessions_are_counted_and_closed_again() -> None:
    server = Server(16)
    assert usable_sessions(server.session, config()) == 16
    assert server.open == set()
    assert usable_sessions(Server(10_000).session, config()) == 128, "no more than a run can use"
    assert usable_sessions(server.session, config(sessions=4)) == 4


def test_too_few_sessions_are_refused_with_both_numbers() -> None:
    with pytest.raises(RunRefused, match=r"accepts 16 sessions.*asks for 64: set it to 16"):
        usable_sessions(Server(16).session, config(sessions=64), patience_s=0)
    with pytest.raises(RunRefused, match="accepts no session: another client holds all of them"):
        usable_sessions(Server(0).session, config(), patience_s=0)


def test_training_processes_share_the_sessions() -> None:
    assert usable_sessions(Server(7).session, config(), processes=2) == 3
    assert usable_sessions(Server(7).session, config(sessions=2), processes=2) == 2
    with pytest.raises(RunRefused, match=r"fewer sessions at once \(1\) than .* processes \(2\)"):
        usable_sessions(Server(1).session, config(), processes=2, patience_s=0)
    with pytest.raises(RunRefused, match="asks for 4 in each of 2 processes: set it to 3"):
        usable_sessions(Server(7).session, config(sessions=4), processes=2, patience_s=0)


def test_sessions_that_others_are_closing_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(0)
    monkeypatch.setattr(session_limit.time, "sleep", lambda _: setattr(server, "limit", 3))
    assert usable_sessions(server.session, config()) == 3


def test_a_session_that_fails_for_another_reason_exists() -> None:
    class Odd:
        @property
        def state(self) -> None:
            raise RuntimeError("Server error: no episode (code: EXECUTION_ERROR)")

        def close(self) -> None:
            raise RuntimeError

    assert usable_sessions(Odd, config(sessions=2)) == 2


def test_a_run_on_a_server_with_few_sessions_queues_its_episodes(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """8 generations in a step and 40 held-out episodes on 3 sessions; no episode fails."""
    server = Server(3)
    settings = start(toys.Echo, environment={"processes": 0, "lanes": 1})
    loaded = env_source.TrainingEnv(server.session, toys, None, None, is_remote=True)
    monkeypatch.setattr(
        "hallmark_rl.train.training.run_context.load_training_env", lambda config: loaded
    )
    held = []
    monkeypatch.setattr(
        pipeline, "check_episodes", lambda check, *_, **__: held.append(len(server.open)) or check
    )
    summary = run(settings)
    assert server.most == 3
    assert held == [0], "the fresh process that checks the export needs the sessions"
    (result,) = summary["results"]
    assert result["before"]["failed"] == result["after"]["failed"] == 0
