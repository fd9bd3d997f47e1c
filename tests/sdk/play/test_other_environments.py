"""The page plays environments that do not derive from `VerifiedEnvironment`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("openenv")

from hallmark_rl.sdk.subject.load import load_subject
from tests.sdk.play.conftest import client_of
from tests.sdk.play.raising import SECRET

PLACE = "tests.sdk.play.raising"
ROOT = Path(__file__).parents[3]
ENV = {**os.environ, "PYTHONPATH": str(ROOT)}


@pytest.mark.parametrize("name", ["Raising", "Unmade"])
@pytest.mark.parametrize("text", ["hello", "raise", "exit", "end", "tuple", "odd"])
@pytest.mark.parametrize("size", [2, 10])
def test_their_exceptions_state_and_metadata_are_private(name: str, text: str, size: int) -> None:
    body = {"options": {"seed": 4, "size": size}, "actions": [{"text": text}]}
    subject = load_subject(f"{PLACE}:{name}")
    with client_of(subject, private=False) as client:
        answer = client.post("/play/episode", json=body)
        assert answer.status_code == 200
        assert SECRET not in answer.text
    with client_of(subject, private=True) as client:
        assert SECRET in client.post("/play/episode", json=body).text


def test_an_episode() -> None:
    with client_of(load_subject(f"{PLACE}:Raising"), private=False) as client:
        assert [each["name"] for each in client.get("/play/about").json()["reset"]] == ["size"]
        actions = [{"text": "hello"}, {"text": "raise"}, {"text": "more"}]
        played = client.post(
            "/play/episode", json={"options": {"seed": 4, "size": 3}, "actions": actions}
        ).json()
    first, second, third = played["steps"]
    assert first["agent"]["echo"] == "4 3"
    assert (second["agent"]["echo"], second["reward"]) == ("hello", "nan")
    assert second["error"]["code"] == "reward_not_finite"
    assert third == {"failure": "step() raised ValueError; the server's log has the traceback"}
    assert (played["over"], played["total"], len(played["actions"])) == (True, 0.0, 2)


def test_an_asynchronous_environment() -> None:
    with client_of(load_subject(f"{PLACE}:Asynchronous"), private=False) as client:
        body = {"options": {"seed": 1}, "actions": [{"text": "x"}]}
        played = client.post("/play/episode", json=body).json()
    assert [step["agent"]["echo"] for step in played["steps"]] == ["asynchronous", "asynchronous x"]
    assert played["total"] == 0.5
    assert "run(env.step_async(" in played["script"]
    for kind in ("script", "test"):
        compile(played[kind], kind, "exec")


@pytest.mark.parametrize("kind", ["script", pytest.param("test", marks=pytest.mark.slow)])
def test_arguments_of_the_constructor_stand_in_copied_scripts(kind: str, tmp_path: Path) -> None:
    """Their values may be secrets: without --private the script has their names only."""
    subject = load_subject(f"{PLACE}:Keyed", env_args={"key": SECRET, "size": 7})
    body = {"options": {"seed": 1}, "actions": [{"text": SECRET}]}
    with client_of(subject, private=True) as client:
        played = client.post("/play/episode", json=body).json()
    assert (played["steps"][1]["agent"]["echo"], played["total"]) == ("size 7", 1.0)
    path = tmp_path / "test_copied.py"
    path.write_text(played[kind])
    words = [str(path)] if kind == "script" else ["-m", "pytest", "-q", str(path)]
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=ENV, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    body = {"options": {"seed": 1}, "actions": [{"text": "x"}]}
    with client_of(subject, private=False) as client:
        answer = client.post("/play/episode", json=body)
    assert answer.json()["steps"][1]["agent"]["echo"] == "size 7"
    assert SECRET not in answer.text
    assert "env_args = {'key': ..., 'size': ...}" in answer.json()[kind]
    compile(answer.json()[kind], kind, "exec")
