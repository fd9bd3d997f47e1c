"""Parallel sessions on a server: what differs from the episode alone is reported, ids are not."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.server import server_sessions


def _check(monkeypatch: pytest.MonkeyPatch, texts: dict[int, list[str]]) -> None:
    """The check of an episode of each seed, whose message is one text in each play."""

    @contextlib.contextmanager
    def address(context: CheckContext) -> Iterator[str]:
        yield "127.0.0.1:1"

    def play(context: CheckContext, address: str, episode: Episode) -> list[dict[str, Any]]:
        return [{"text": texts[cast(int, episode.seed)].pop(0)}]

    monkeypatch.setattr(server_sessions, "server_address", address)
    monkeypatch.setattr(server_sessions, "session_capacity", lambda context: len(texts))
    monkeypatch.setattr(server_sessions, "_play_in_session", play)
    context = SimpleNamespace(
        require_deterministic=lambda: None,
        require_capability_absent=lambda *names: None,
        corpus=lambda count: [Episode.of(seed, [], "one") for seed in range(count)],
    )
    server_sessions.concurrent_sessions(cast(CheckContext, context))


def test_other_content_in_parallel_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {0: ["red", "blue", "red"], 1: ["blue", "blue"]}
    with pytest.raises(PropertyViolated, match="red"):
        _check(monkeypatch, texts)


def test_ids_that_have_no_letters_by_chance_are_no_content(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {0: ["run 12345678", "run 87654321", "run 1a2b3c4d"], 1: ["blue", "blue"]}
    _check(monkeypatch, texts)
    assert texts == {0: [], 1: []}
