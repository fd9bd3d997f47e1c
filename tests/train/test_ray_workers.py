"""Environments in actors of a Ray cluster: the same episodes, also when actors and nodes die."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest

pytest.importorskip("ray")
from hallmark_rl.train.environments.env_pool import EnvPool
from hallmark_rl.train.environments.env_workers import WorkerDied
from hallmark_rl.train.environments.ray_workers import MAX_LOSSES, RayEnvWorker
from hallmark_rl.train.environments.rollout_env import Assignment, EnvSlot, RolloutEpisode
from tests.train import toys

ROOT = Path(__file__).resolve().parents[2]


class Slow(toys.Echo):
    """Every step takes 0.2 s."""

    def step(self, action: str) -> toys.Observation:
        time.sleep(0.2)
        return super().step(action)


class Deadly(toys.Echo):
    """The action "!" kills the process."""

    def step(self, action: str) -> toys.Observation:
        if action == "!":
            os.kill(os.getpid(), signal.SIGKILL)
        return super().step(action)


class Unrepeatable(toys.Echo):
    """Its observations tell which process it runs in."""

    def _ask(self) -> toys.Observation:
        observation = super()._ask()
        observation.text = f"{self._digit} {os.getpid()}"
        return observation


class Broken(toys.Echo):
    def __init__(self) -> None:
        raise OSError("there is no such environment")


def load(kind: Any) -> Callable[[], EnvSlot]:
    return lambda: EnvSlot(kind(), toys)  # type: ignore[arg-type]


def load_in_actor(kind: Any, pid_file: Path) -> Callable[[], EnvSlot]:
    pid_file.write_text(str(os.getpid()))
    return load(kind)


def make_pool(kind: Any, count: int, folder: Path, *, shared: bool = False) -> EnvPool:
    """The process id of each actor is written to a file in `folder`."""
    workers = [
        RayEnvWorker(partial(load_in_actor, kind, folder / str(number)), str(ROOT))
        for number in range(count)
    ]
    return EnvPool(load(kind), workers=workers, shared=shared)


def tasks(seeds: Sequence[int], level: int = 3) -> list[Assignment]:
    return [Assignment("train", level, seed) for seed in seeds]


def kill_first_actor(folder: Path) -> None:
    process = psutil.Process(int((folder / "0").read_text()))
    process.kill()
    process.wait()


def play(
    pool: EnvPool, seeds: Sequence[int], between: Callable[[int], None] = lambda turn: None
) -> list[RolloutEpisode]:
    """Play episodes; those of equal seeds get other completions from their second turn on."""
    episodes = pool.start(tasks(seeds))
    pool.wait(episodes)
    for turn in range(4):
        completions = [
            episode.observation if turn < 1 + number % 3 else str(number)
            for number, episode in enumerate(episodes)
        ]
        pool.submit_turns(episodes, completions)
        between(turn)
        pool.wait(episodes)
    return episodes


@pytest.mark.parametrize("shared", [False, True])
def test_episodes_are_those_of_this_process(ray_cluster: Any, tmp_path: Path, shared: bool) -> None:
    seeds = [1, 1, 1, 2, 2, 3]
    pool = make_pool(toys.Echo, 2, tmp_path, shared=shared)
    try:
        first = play(pool, seeds)
        pool.prefetch(tasks(seeds))
        second = play(pool, seeds)
    finally:
        pool.close()
    expected = play(EnvPool(load(toys.Echo), shared=shared), seeds)
    assert first == second == expected
    assert all(episode.done and len(episode.turns) == 4 for episode in first)


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("when", ["during", "between"])
def test_an_actor_that_dies_changes_no_episode(
    ray_cluster: Any, tmp_path: Path, shared: bool, when: str
) -> None:
    seeds = [1, 1, 1, 2, 2, 3]
    kind = Slow if when == "during" else toys.Echo
    pool = make_pool(kind, 2, tmp_path, shared=shared)
    deaths: list[int] = []

    def between(turn: int) -> None:
        if turn == 2:
            if when == "between":
                time.sleep(0.5)  # the turn is played, and its answer is not taken
            kill_first_actor(tmp_path)
            deaths.append(turn)

    try:
        episodes = play(pool, seeds, between)
    finally:
        pool.close()
    assert deaths == [2]
    assert episodes == play(EnvPool(load(toys.Echo), shared=shared), seeds)


def test_episodes_that_had_no_turn_when_their_actor_died_go_on(
    ray_cluster: Any, tmp_path: Path
) -> None:
    def in_halves(pool: EnvPool, between: Callable[[int], None]) -> list[RolloutEpisode]:
        episodes = pool.start(tasks(range(4)))
        pool.wait(episodes)
        for turn in range(4):
            for half in (episodes[:2], episodes[2:]):
                pool.submit_turns(half, [episode.observation for episode in half])
                pool.wait(half)
                between(turn)
        return episodes

    pool = make_pool(toys.Echo, 1, tmp_path)
    killed: list[int] = []

    def kill_once(turn: int) -> None:
        if turn == 1 and not killed:
            kill_first_actor(tmp_path)
            killed.append(turn)

    try:
        episodes = in_halves(pool, kill_once)
    finally:
        pool.close()
    assert killed == [1]
    assert all(episode.success for episode in episodes)
    assert episodes == in_halves(EnvPool(load(toys.Echo)), lambda turn: None)


@pytest.mark.parametrize("spares", [0, 1])
def test_a_node_that_leaves_in_mid_step_costs_only_its_episodes(
    ray_cluster: Any, tmp_path: Path, spares: int
) -> None:
    """Whether another node has free CPUs for its actors or they share those that are left."""
    node = ray_cluster.add_node(num_cpus=2)
    ray_cluster.wait_for_nodes()
    pool = make_pool(Slow, 6, tmp_path)  # as many as there are CPUs, so each node has two actors
    added = [ray_cluster.add_node(num_cpus=2) for _ in range(spares)]
    removed: list[int] = []

    def between(turn: int) -> None:
        if turn == 1:
            ray_cluster.remove_node(node, allow_graceful=False)
            removed.append(turn)

    seeds = list(range(12))
    try:
        episodes = play(pool, seeds, between)
    finally:
        pool.close()
        for spare in added:
            ray_cluster.remove_node(spare)
    assert removed == [1]
    assert episodes == play(EnvPool(load(toys.Echo)), seeds)


def test_actions_that_kill_their_actor_cost_their_episodes_alone(
    ray_cluster: Any, tmp_path: Path
) -> None:
    pool = make_pool(Deadly, 2, tmp_path)
    try:
        episodes = pool.start(tasks([1, 2]))
        pool.wait(episodes)
        pool.submit_turns(episodes, ["!", "7"])
        pool.wait(episodes)
        poisoned, good = episodes
        assert (poisoned.done, poisoned.failure, poisoned.success) == (True, "worker died", None)
        assert poisoned.detail is not None
        assert f"{MAX_LOSSES + 1} actors died" in poisoned.detail
        assert [turn.completion for turn in poisoned.turns] == ["!"]
        assert (good.done, good.failure, len(good.turns)) == (False, None, 1)
        again = play(pool, [5, 6])
        assert all(episode.failure is None for episode in again)
    finally:
        pool.close()


@pytest.mark.parametrize("turns", [0, 1])
def test_an_episode_that_cannot_be_played_again_is_given_up(
    ray_cluster: Any, tmp_path: Path, turns: int
) -> None:
    """Also if only the observation that the next completion answers has changed."""
    pool = make_pool(Unrepeatable, 1, tmp_path)
    try:
        (episode,) = episodes = pool.start(tasks([1]))
        pool.wait(episodes)
        for _ in range(turns):
            pool.submit_turns(episodes, ["1"])
            pool.wait(episodes)
        kill_first_actor(tmp_path)
        pool.submit_turns(episodes, ["1"])
        pool.wait(episodes)
        assert (episode.done, episode.failure) == (True, "replay differs")
    finally:
        pool.close()


def test_an_environment_that_cannot_be_loaded_ends_the_run(
    ray_cluster: Any, tmp_path: Path
) -> None:
    pool = make_pool(Broken, 1, tmp_path)
    try:
        episodes = pool.start(tasks([1]))
        with pytest.raises(WorkerDied, match="OSError: there is no such environment"):
            pool.wait(episodes)
    finally:
        pool.close()
