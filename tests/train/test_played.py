"""What `--env` may name: a folder, a class, a server; and what is refused, and why."""

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

from hallmark_rl.train.config import RunConfig
from hallmark_rl.train.environments import env_source as played_module
from hallmark_rl.train.environments.env_pool import Crew
from hallmark_rl.train.environments.env_source import Played, Refusal, find
from hallmark_rl.train.environments.json_text import plain_text
from hallmark_rl.train.environments.rollout_env import (
    ANY_LEVEL,
    Assignment,
    Episode,
    Seat,
    Unreadable,
)

ROOT = Path(__file__).resolve().parents[2]
CLASS = "hallmark_rl.envs.wordle.server.wordle_environment:WordleEnvironment"


_loaded: dict[str, Any] = {}


@pytest.fixture(autouse=True)
def loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a run, which loads an environment once in its process."""
    original = played_module.load_subject

    def load(spec: str, **options: Any) -> Any:
        if spec not in _loaded:
            _loaded[spec] = original(spec, **options)
        return _loaded[spec]

    monkeypatch.setattr(played_module, "load_subject", load)


def named(env: str, **more: Any) -> RunConfig:
    return RunConfig.model_validate({"env": env, "out": "x", "unproved": True, **more})


def guessed(played: Played, words: list[str], level: int = 1, processes: int = 0) -> list[Episode]:
    """Two episodes on two instances, each with these guesses."""
    crew = Crew(lambda: Seat(played.make(), played.text, played.audit), processes)
    try:
        episodes = crew.begin([Assignment("test", level, seed) for seed in (1, 2)], audited=True)
        crew.settle(episodes)
        for word in words:
            live = [episode for episode in episodes if not episode.done]
            crew.tell(live, [word] * len(live))
            crew.settle(live)
        return episodes
    finally:
        crew.close()


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        own, port = listener.fileno(), listener.getsockname()[1]
        command = [
            sys.executable,
            "-m",
            "uvicorn",
            "hallmark_rl.envs.wordle.server.app:app",
            "--fd",
            str(own),
        ]
        server = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=[own]
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
def test_folder_class_and_server_play_the_same(url: str, processes: int) -> None:
    folder = guessed(find(named("envs/wordle")), WORDS)
    assert all(episode.failure is None and episode.done for episode in folder)
    assert guessed(find(named(CLASS)), WORDS, processes=processes) == folder
    served = find(named(url, folder="envs/wordle"))
    assert guessed(served, WORDS, processes=processes) == folder
    assert served.audit is not None


def test_a_server_alone_is_played_in_json(url: str) -> None:
    model = {"path": "some/model"}
    served = find(named(url, model=model))
    assert "word" in served.text.SYSTEM
    assert "metadata" not in served.text.SYSTEM
    said = [f'I guess {{"word": "{word}"}}.' for word in WORDS]
    (one, two) = guessed(served, said, level=ANY_LEVEL)
    assert one.failure is None
    assert one.done
    assert len(one.turns) <= 6
    assert '"history"' in two.turns[1].shown
    (bad, _) = guessed(served, ["no JSON"], level=ANY_LEVEL)
    assert (bad.done, bad.success, bad.failure) == (True, False, None)
    assert bad.turns[0].error == "unreadable"


def test_a_class_in_no_folder_brings_its_own_text() -> None:
    played = find(named("tests.train.toys:Typed"))
    assert played.text.SYSTEM == "Repeat the digit."
    with pytest.raises(Refusal, match=r"no folder with a hallmark.json.*--unproved"):
        find(named("tests.train.toys:Typed", unproved=False))


def test_what_cannot_be_played_is_refused_with_the_reason(url: str, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match=r"no text.py.*JSON.*--model"):
        find(named(url))
    with pytest.raises(Refusal, match=r"a server cannot show.*--folder.*--unproved"):
        find(named(url, unproved=False))
    with pytest.raises(Refusal, match="gives no schema"):
        find(named("http://127.0.0.1:9", model={"path": "x"}))


def test_an_unproved_folder_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from hallmark_rl.sdk.subject.model import Subject

    subject = Subject("bare", "bare", root=tmp_path)
    monkeypatch.setattr(played_module, "load_subject", lambda spec, env_args: subject)
    with pytest.raises(Refusal, match=r"gate.*--unproved"):
        find(named("bare", unproved=False))


def test_json_is_found_in_what_a_model_says() -> None:
    text = plain_text({"properties": {"a": {}}})
    assert text.parse('well: {"a": [1, {"b": 2}]} and so on').a == [1, {"b": 2}]
    for bad in ("", "{", "[1]", '{"a": }', "{" * 100_000):
        with pytest.raises(Unreadable):
            text.parse(bad)


def test_an_environment_that_does_not_say_succeeds_by_its_return() -> None:
    for paid in (0.0, 0.5):
        env = SimpleNamespace(
            reset=lambda seed: SimpleNamespace(done=False, reward=None),
            step=lambda action, paid=paid: SimpleNamespace(done=True, reward=paid),
        )
        seat = Seat(env, SimpleNamespace(render=lambda seen: "?", parse=str))
        seat.begin(Assignment("train", ANY_LEVEL, 1))
        assert seat.say("x").success == (paid > 0)
