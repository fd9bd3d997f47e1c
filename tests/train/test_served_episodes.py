"""The same checkpoint gives the same held-out episodes, wherever the environment runs."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openenv")

from hallmark_rl.train.config import RunConfig
from hallmark_rl.train.metrics.console import RunConsole
from hallmark_rl.train.metrics.evaluation import episode_to_dict
from hallmark_rl.train.pipeline import start_policy
from hallmark_rl.train.training.run_context import RunContext
from tests.sdk.mortal_server import MortalServer

EPISODES = 72  # more than the 64 sessions of a server


def config_for(name: str, out: Path, **more: Any) -> RunConfig:
    values: dict[str, Any] = {
        "env": f"envs/{name}",
        "out": str(out),
        "unproved": True,
        "threads": 1,
        "trackio": False,
        "model": {"hidden": 32, "layers": 1, "heads": 2},
        "warmup": {"steps": 60, "batch": 16, "demonstrations": 200},
        "environment": {"processes": 0},
    }
    return RunConfig.model_validate(values | more)


def held_out(config: RunConfig, checkpoint: Path) -> list[dict[str, Any]]:
    """The sampled and the greedy episodes of a checkpoint."""
    context = RunContext(config)
    try:
        context.load_policy(checkpoint)
        played = [
            context.evaluate(context.levels[0], EPISODES, greedy=greedy) for greedy in (False, True)
        ]
    finally:
        context.close()
    return [episode_to_dict(episode) for episodes in played for episode in episodes]


@pytest.fixture(params=["wordle", "coding"])
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def urls(name: str) -> Iterator[list[str]]:
    app = import_module(f"hallmark_rl.envs.{name}.server.app").app
    servers = [MortalServer(app) for _ in range(2)]
    yield [server.url for server in servers]
    for server in servers:
        server.kill()


@pytest.mark.slow
def test_a_checkpoint_says_the_same_over_a_url_and_in_process(
    name: str, urls: list[str], tmp_path: Path
) -> None:
    """Over a URL at most as many episodes are open at once as there are sessions."""
    config = config_for(name, tmp_path)
    context = RunContext(config)
    start_policy(context, RunConsole(), resume=False)
    context.close()
    here = held_out(config, context.start)
    assert all(episode["failure"] is None for episode in here)
    texts = [[turn["completion"] for turn in episode["turns"]] for episode in here]
    assert texts[:EPISODES] != texts[EPISODES:], "sampled episodes are not greedy"
    served = {"env": urls[0], "folder": f"envs/{name}"}
    assert held_out(config_for(name, tmp_path, **served), context.start) == here
    few = {"processes": 0, "sessions": 5, "lanes": 1}
    served |= {"env": ",".join(urls), "environment": few}
    assert held_out(config_for(name, tmp_path, **served), context.start) == here
