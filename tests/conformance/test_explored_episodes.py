"""Which seeds are searched after the known episodes were improved."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from hallmark_rl.conformance.oracle_search import explored_episodes
from hallmark_rl.conformance.oracle_search.explored_episodes import explore
from hallmark_rl.conformance.survey.survey_data import Rollout


class Player:
    has_time = True

    @contextlib.contextmanager
    def share(self, parts: int) -> Iterator[None]:
        yield

    def is_solved(self, rollout: Rollout) -> bool:
        return rollout.total == 1.0


def test_a_solved_seed_is_not_searched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[int | None] = []

    def state_search(player: Any, candidates: Any, seed: int | None) -> Any:
        searched.append(seed)
        return SimpleNamespace(best_episode=lambda: Rollout(seed, [{}], [1.0], True))

    monkeypatch.setattr(explored_episodes, "StateSearch", state_search)
    monkeypatch.setattr(explored_episodes, "shortened", lambda player, rollout: rollout)
    monkeypatch.setattr(explored_episodes, "improved", lambda player, rollout, candidates: rollout)
    known = [Rollout(1, [{}], [1.0], True), Rollout(2, [{}], [0.5], True)]
    player: Any = Player()
    candidates: Any = None
    found = explore(player, known, candidates, [1, 2, 3, 4, 5, 6])
    assert searched == [2, 3]
    assert sorted(str(r.seed) for r in found.made if player.is_solved(r)) == ["1", "2", "3"]
