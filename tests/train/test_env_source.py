"""What `--env` may name (a folder, a class, a server), and what is refused with which reason."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("openenv")

from hallmark_rl.sdk.common.errors import UnparsableCompletion
from hallmark_rl.sdk.environment.json_text import json_text_form
from hallmark_rl.train.config import RunConfig, RunRefused
from hallmark_rl.train.environments import env_source
from hallmark_rl.train.environments.env_pool import EnvPool
from hallmark_rl.train.environments.env_source import TrainingEnv, load_training_env
from hallmark_rl.train.environments.env_workers import WorkerDied
from hallmark_rl.train.environments.rollout_env import (
    ANY_LEVEL,
    Assignment,
    EnvSlot,
    RolloutEpisode,
)
from hallmark_rl.train.environments.session_limit import usable_sessions
from tests.sdk.guessing import Guess, Guessing, Reply
from tests.sdk.mortal_server import MortalServer

ROOT = Path(__file__).resolve().parents[2]
CLASS = "hallmark_rl.envs.wordle.server.wordle_environment:WordleEnvironment"


_loaded: dict[str, Any] = {}


@pytest.fixture(autouse=True)
def loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Load each environment once, as a run does."""
    original = env_source.load_subject

    def load(spec: str, **options: Any) -> Any:
        if spec not in _loaded:
            _loaded[spec] = original(spec, **options)
        return _loaded[spec]

    monkeypatch.setattr(env_source, "load_subject", load)


def config_for(env: str, **more: Any) -> RunConfig:
    return RunConfig.model_validate({"env": env, "out": "x", "unproved": True, **more})


def play(
    env: TrainingEnv, words: list[str], level: int = 1, processes: int = 0
) -> list[RolloutEpisode]:
    """Two episodes with the same completions."""
    pool = EnvPool(lambda: EnvSlot(env.make(), env.text, env.audit), processes)
    try:
        episodes = pool.start([Assignment("test", level, seed) for seed in (1, 2)], audited=True)
        pool.wait(episodes)
        for word in words:
            live = [episode for episode in episodes if not episode.done]
            pool.submit_turns(live, [word] * len(live))
            pool.wait(live)
        return episodes
    finally:
        pool.close()


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        descriptor, port = listener.fileno(), listener.getsockname()[1]
        command = [
            sys.executable,
            "-m",
            "uvicorn",
            "hallmark_rl.envs.wordle.server.app:app",
            "--fd",
            str(descriptor),
        ]
        server = subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[descriptor],
        )
    address = f"http://127.0.0.1:{port}"
    for _ in range(600):
        try:
            urllib.request.urlopen(f"{address}/health", timeout=1).close()
            break
        except OSError:
            time.sleep(0.1)
    yield address
    server.terminate()
    server.wait()


WORDS = ["abc", "bcd", "def", "fgh", "aha", "bad"]


@pytest.mark.parametrize("processes", [0, 2])
def test_folder_class_and_server_give_the_same_episodes(url: str, processes: int) -> None:
    folder = play(load_training_env(config_for("envs/wordle")), WORDS)
    assert all(episode.failure is None and episode.done for episode in folder)
    assert play(load_training_env(config_for(CLASS)), WORDS, processes=processes) == folder
    served = load_training_env(config_for(url, folder="envs/wordle"))
    assert play(served, WORDS, processes=processes) == folder
    assert served.audit is not None


def test_the_sessions_of_a_server_are_counted_and_given_back(url: str) -> None:
    """The app declares 64 sessions; a run would open 128."""
    config = config_for(url, folder="envs/wordle")
    make = load_training_env(config).make
    assert usable_sessions(make, config) == 64
    too_many = config_for(url, folder="envs/wordle", environment={"sessions": 80})
    with pytest.raises(RunRefused, match="accepts 64 sessions at once"):
        usable_sessions(make, too_many, patience_s=0)


def test_the_sessions_of_several_servers_are_counted_together() -> None:
    """One has few, and one cannot be reached."""
    servers = [MortalServer(guessing_app(sessions)) for sessions in (2, 9, 5)]
    servers[1].kill()
    urls = ",".join(server.url for server in servers)
    served = load_training_env(config_for(urls, model={"path": "some/model"}))
    assert served.is_remote
    assert usable_sessions(served.make, config_for(urls), patience_s=0) == 2 + 5
    for server in servers:
        server.kill()


def guessing_app(sessions: int) -> Any:
    from openenv.core.env_server import create_app

    return create_app(Guessing, Guess, Reply, env_name="guessing", max_concurrent_envs=sessions)


def test_a_server_without_a_folder_is_played_in_json(url: str) -> None:
    model = {"path": "some/model"}
    served = load_training_env(config_for(url, model=model))
    assert "word" in served.text.SYSTEM
    assert "metadata" not in served.text.SYSTEM
    completions = [f'I guess {{"word": "{word}"}}.' for word in WORDS]
    (first, second) = play(served, completions, level=ANY_LEVEL)
    assert first.failure is None
    assert first.done
    assert len(first.turns) <= 6
    assert '"history"' in second.turns[1].observation
    (bad, _) = play(served, ["no JSON"], level=ANY_LEVEL)
    assert (bad.done, bad.success, bad.failure) == (True, False, None)
    assert bad.turns[0].error == "unparsable"


def test_a_server_that_dies_in_mid_episode_costs_none() -> None:
    from hallmark_rl.envs.wordle.server.app import app

    servers = [MortalServer(app), MortalServer(app)]
    urls = ",".join(server.url for server in servers)
    folder = play(load_training_env(config_for("envs/wordle")), WORDS)
    served = load_training_env(config_for(urls, folder="envs/wordle"))
    pool = EnvPool(lambda: EnvSlot(served.make(), served.text))
    episodes = pool.start([Assignment("test", 1, seed) for seed in (1, 2)])
    for number, word in enumerate(WORDS):
        if number == 2:
            servers[0].kill()
        live = [episode for episode in episodes if not episode.done]
        pool.submit_turns(live, [word] * len(live))
    assert episodes == folder, "the same episodes, word for word"
    servers[1].kill()
    served.make.__self__._patience_s = 0  # type: ignore[attr-defined]
    with pytest.raises(WorkerDied, match=r"no server can be reached: http://127.0.0.1"):
        pool.start([Assignment("test", 1, 1)])
    pool.close()


def test_what_only_looks_like_an_error_or_a_column_is_shown_to_the_model() -> None:
    """An environment without the SDK may have fields of these names."""
    shown = SimpleNamespace(
        done=True, reward=1, error="no such file", columns=["a"], success="yes", score=3
    )
    env = SimpleNamespace(reset=lambda seed: SimpleNamespace(done=False), step=lambda _: shown)
    slot = EnvSlot(env, SimpleNamespace(render=lambda observation: "?", parse=str))
    slot.start(Assignment("train", ANY_LEVEL, 1))
    episode = slot.step("x")
    assert (episode.failure, episode.success, episode.total, episode.columns) == (None, True, 1, {})
    assert '"error": "no such file"' in json_text_form({}).render(shown)


def test_a_text_form_may_define_its_own_exception() -> None:
    class UnparsableCompletion(Exception):
        """Of a text.py that imports nothing."""

    def parse(completion: str) -> str:
        raise UnparsableCompletion if completion == "none" else OSError

    env = SimpleNamespace(reset=lambda seed: SimpleNamespace(done=False), step=None)
    slot = EnvSlot(env, SimpleNamespace(render=lambda observation: "?", parse=parse))
    slot.start(Assignment("train", ANY_LEVEL, 1))
    assert slot.step("none").failure is None
    assert slot.episode.success is False
    slot.start(Assignment("train", ANY_LEVEL, 1))
    assert slot.step("other").failure == "text.parse:OSError"


def test_a_class_outside_a_folder_uses_the_text_form_in_its_module() -> None:
    env = load_training_env(config_for("tests.train.toys:Typed"))
    assert env.text.SYSTEM == "Repeat the digit."
    with pytest.raises(RunRefused, match=r"no folder with a hallmark.json.*--unproved"):
        load_training_env(config_for("tests.train.toys:Typed", unproved=False))


def test_a_server_that_cannot_be_played_is_refused(url: str, tmp_path: Path) -> None:
    with pytest.raises(RunRefused, match=r"no text.py.*JSON.*--model"):
        load_training_env(config_for(url))
    with pytest.raises(RunRefused, match=r"a server cannot show.*--folder.*--unproved"):
        load_training_env(config_for(url, unproved=False))
    with pytest.raises(RunRefused, match="gives no schema"):
        load_training_env(config_for("http://127.0.0.1:9", model={"path": "x"}))


def test_servers_and_a_folder_in_one_list_are_refused() -> None:
    with pytest.raises(RunRefused, match=r"names servers and 'envs/wordle', which is no URL"):
        load_training_env(config_for("http://127.0.0.1:9,envs/wordle"))


def test_an_unproved_folder_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from hallmark_rl.sdk.subject.description import Subject

    subject = Subject("bare", "bare", root=tmp_path)
    monkeypatch.setattr(env_source, "load_subject", lambda spec, env_args: subject)
    with pytest.raises(RunRefused, match=r"gate.*--unproved"):
        load_training_env(config_for("bare", unproved=False))


def test_the_first_json_object_of_a_completion_is_the_action() -> None:
    text = json_text_form({"properties": {"a": {}}})
    assert text.parse('well: {"a": [1, {"b": 2}]} and so on').a == [1, {"b": 2}]
    for bad in ("", "{", "[1]", '{"a": }', "{" * 100_000):
        with pytest.raises(UnparsableCompletion):
            text.parse(bad)


def test_without_a_success_attribute_a_positive_return_is_success() -> None:
    for paid in (0.0, 0.5):
        env = SimpleNamespace(
            reset=lambda seed: SimpleNamespace(done=False, reward=None),
            step=lambda action, paid=paid: SimpleNamespace(done=True, reward=paid),
        )
        slot = EnvSlot(env, SimpleNamespace(render=lambda observation: "?", parse=str))
        slot.start(Assignment("train", ANY_LEVEL, 1))
        assert slot.step("x").success == (paid > 0)
