"""`/play` on the server of a deployed environment: no secrets, and it can be switched off."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openenv")
from starlette.testclient import TestClient

from hallmark_rl.conformance.deploy.dockerfile_text import dockerfile_text
from hallmark_rl.sdk.env_server.connection_limits import Limits
from hallmark_rl.sdk.env_server.deployed_app import deployed_app
from hallmark_rl.sdk.subject.load import load_subject
from tests.sdk.play.browser import serving

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wordle() -> Any:
    return TestClient(deployed_app(ROOT / "envs" / "wordle", Limits()))


def test_it_is_offered_and_plays(wordle: Any) -> None:
    assert wordle.get("/").json()["routes"]["/play"] == "play it in a browser"
    assert "play/play_page.js" in wordle.get("/play").text
    body = {"options": {"seed": 3, "level": 1}, "actions": [{"word": "abc"}]}
    answer = wordle.post("/play/episode", json=body | {"address": "https://me.hf.space"}).json()
    assert answer["steps"][1]["agent"]["history"][0]["guess"] == "abc"
    assert "GenericEnvClient(base_url='https://me.hf.space')" in answer["script"]
    for kind in ("script", "test"):
        compile(answer[kind], kind, "exec")
    assert str(ROOT) not in str(answer)


def test_copied_scripts_play_on_the_server(tmp_path: Path) -> None:
    with serving(deployed_app(ROOT / "envs" / "wordle", Limits())) as address:
        body = {"options": {"seed": 3, "level": 1}, "actions": [{"word": "abc"}] * 6}
        request = urllib.request.Request(
            f"{address}/play/episode",
            json.dumps(body | {"address": address}).encode(),
            {"content-type": "application/json"},
        )
        answer = json.load(urllib.request.urlopen(request))
        (tmp_path / "copied.py").write_text(answer["script"])
        (tmp_path / "test_copied.py").write_text(answer["test"])
        for words in (["copied.py"], ["-m", "pytest", "-q", "test_copied.py"]):
            done = subprocess.run(
                [sys.executable, *words], cwd=tmp_path, capture_output=True, text=True
            )
            assert done.returncode == 0, done.stdout + done.stderr
            assert "abc" in done.stdout or "1 passed" in done.stdout


@pytest.mark.parametrize(
    ("name", "level", "action"),
    [("wordle", 4, {"word": "crane"}), ("coding", 2, {"code": "x"}), ("coding", 4, {"code": "x"})],
)
def test_shipped_environments_keep_their_secrets(
    name: str, level: int, action: dict[str, str]
) -> None:
    """With their proof.py beside them: the page must not use it."""
    folder = ROOT / "envs" / name
    options = {"seed": 7, "level": level}
    subject = load_subject(str(folder))
    env = subject.factory()
    env.reset(**options)
    assert subject.proof is not None
    secrets = subject.proof.secrets(env)
    assert secrets
    client = TestClient(deployed_app(folder, Limits()))
    texts = [client.get(path).text for path in ("/", "/play", "/play/about")]
    for policy in ("", "random", "oracle", "null"):
        body = {"options": options, "actions": [action], "policy": policy, "steps": 2}
        answer = client.post("/play/episode", json=body)
        texts += [answer.text, *(str(answer.json().get(part)) for part in ("steps", "script"))]
    assert any("'agent'" in text for text in texts)
    for text in texts:
        assert not [secret for secret in secrets if secret in text or repr(secret)[1:-1] in text]


def test_it_can_be_switched_off() -> None:
    client = TestClient(deployed_app(ROOT / "envs" / "wordle", Limits(), play=False))
    assert "/play" not in client.get("/").json()["routes"]
    for path in ("/play", "/play/about", "/play/play_page.js"):
        assert client.get(path).status_code == 404
    body = {"options": {"seed": 3}}
    assert client.post("/play/episode", json=body).status_code in (404, 405)


def test_an_environment_for_one_session_has_no_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "openenv.yaml").write_text("spec_version: 1\nname: single\n")
    (tmp_path / "server").mkdir()
    (tmp_path / "server" / "app.py").write_text(
        "from openenv.core.env_server import create_app\n"
        "from tests.sdk.play.raising import Heard, Raising, Say\n"
        "app = create_app(Raising, Say, Heard, env_name='single')\n"
    )
    monkeypatch.chdir(ROOT)
    client = TestClient(deployed_app(tmp_path, Limits()))
    assert client.get("/health").status_code == 200
    assert client.get("/play").status_code == 404


@pytest.mark.parametrize(("play", "line"), [(True, "HALLMARK_PLAY=1"), (False, "HALLMARK_PLAY=0")])
def test_the_dockerfile_says_whether(play: bool, line: str) -> None:
    text = dockerfile_text(
        "x", python="3.11", port=8000, idle_seconds=1, max_sessions=0, play=play, system_steps=[]
    )
    assert f" \\\n    {line}\n" in text
