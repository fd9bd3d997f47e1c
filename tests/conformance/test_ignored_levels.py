"""Levels that differ late, seldom or for mistakes only; levels that differ in their name only."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, PropertyViolated
from hallmark_rl.conformance.properties.variants import ignored_levels
from hallmark_rl.conformance.survey.variants import Variant


class Steps:
    """Three steps to the right win; `how` says what the level changes."""

    def __init__(self, how: str) -> None:
        self.how = how

    def reset(self, seed: int | None = None, level: int = 1) -> dict[str, Any]:
        rng = random.Random(seed)
        self.level, self.steps, self.place = level, 0, 0
        self.task = rng.randrange(1000)
        self.is_rare = level == 2 and self.how == "seldom" and seed == 11
        return self._observe(0.0, done=False)

    def step(self, action: dict[str, Any]) -> dict[str, Any]:
        self.steps += 1
        right = action["move"] == "right"
        self.place += right
        attempts = 30 if self.how == "attempts" and self.level == 2 else 60
        cost = 0.1 if self.how == "mistakes" and self.level == 2 and self.place == 2 else 0.0
        won = self.place == 3
        return self._observe(float(won) - cost * (not right), done=won or self.steps == attempts)

    def _observe(self, reward: float, *, done: bool) -> dict[str, Any]:
        told = f"Task {self.task}. {'It rains.' if self.is_rare else ''}"
        shown: dict[str, Any] = {}
        if self.how == "echo":
            told = f"Level {self.level}: {told}"
            shown = {"difficulty": "hard" if self.level == 2 else "easy"}
        return {"text": told, **shown, "reward": reward, "done": done}


def _oracle(env: Any, observation: Any) -> dict[str, str]:
    return {"move": "right"}


def _check(how: str, *, oracle: Any = _oracle, actions: tuple[str, ...] = ("left",)) -> int:
    subject: Any = SimpleNamespace(
        url=None,
        env_class=Steps,
        factory=lambda: Steps(how),
        action_type=dict,
        observation_type=None,
        proof=SimpleNamespace(oracle=oracle),
    )
    pool = [{"move": move} for move in actions]

    def play(episode: Episode) -> list[dict[str, Any]]:
        driver = InProcessDriver(subject)
        told: list[dict[str, Any]] = []
        for call in episode.calls:
            if told and told[-1]["done"]:
                break
            reset = call.op == "reset"
            response = driver.reset(**call.options) if reset else driver.step(call.action)
            told.append({**(response.data or {}), "done": response.done})
        return told

    def random_episode(seed: int, length: int, name: str) -> Episode:
        rng = random.Random(f"{seed}{length}{name}")
        return Episode.of(seed, [rng.choice(pool) for _ in range(length)], name)

    context: Any = SimpleNamespace(
        subject=subject,
        survey=SimpleNamespace(
            use_async=False,
            step_s=0.0,
            found={},
            solutions=[],
            null_rollouts=[SimpleNamespace(actions=[{"move": "left"}])],
        ),
        pool=pool,
        rng=random.Random,
        play_messages=play,
        random_episode=random_episode,
        until_budget=lambda items, least: items,
    )
    levels = [Variant("level", {"level": level}) for level in (1, 2)]
    return ignored_levels._equal_seeds(context, *levels)


@pytest.mark.parametrize("how", ["attempts", "mistakes", "seldom"])
def test_late_and_rare_differences_are_seen(how: str) -> None:
    assert _check(how) == 0


@pytest.mark.parametrize("how", ["ignored", "echo"])
def test_levels_that_differ_in_their_names_only_are_ignored(how: str) -> None:
    assert _check(how) == ignored_levels._SEEDS


def test_without_an_oracle_equal_play_proves_nothing() -> None:
    assert _check("attempts", oracle=None) == 0
    with pytest.raises(EvidenceMissing, match=r"proof\.py"):
        _check("ignored", oracle=None)


def test_an_oracle_that_fails_proves_nothing() -> None:
    def failing(env: Any, observation: Any) -> Any:
        raise ValueError("unknown task")

    with pytest.raises(EvidenceMissing, match="with level=1 it raised ValueError: unknown task"):
        _check("ignored", oracle=failing)


def test_ignored_levels_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = [Variant("level", {"level": level}) for level in (1, 2)]
    monkeypatch.setattr(ignored_levels, "chosen_variants", lambda *_, **__: levels)
    monkeypatch.setattr(ignored_levels, "_equal_seeds", lambda *_: 7)
    context: Any = SimpleNamespace(
        require_deterministic=lambda: None,
        require_capability_absent=lambda *_: None,
        seeds=[1],
    )
    with pytest.raises(PropertyViolated, match=r"level=2.* give the same episodes on 7 seeds"):
        ignored_levels.levels_differ(context)
