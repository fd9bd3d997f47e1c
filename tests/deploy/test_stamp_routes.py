"""What a deployed environment says about itself, and how many sessions it admits."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("openenv")
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from hallmark_rl.sdk.env_server.connection_limits import Limits
from hallmark_rl.sdk.env_server.deployed_app import _session_limit
from hallmark_rl.sdk.env_server.stamp_routes import add_routes, server_record
from hallmark_rl.sdk.hallmark import Hallmark, content_hash
from hallmark_rl.sdk.subject.description import Subject


@pytest.fixture
def env(tmp_path: Path) -> Path:
    (tmp_path / "openenv.yaml").write_text("name: x\ndescription: a <game> & more\n")
    (tmp_path / "models.py").write_text("a = 1\n")
    return tmp_path


def stamp(folder: Path) -> None:
    Hallmark(
        name="my game",
        content_hash=content_hash(folder),
        made="2026-01-01",
        profile="default",
        seed=0,
        seconds=1.0,
        versions={},
        results={"reset.not_done": "pass", "time.step": "excluded"},
    ).save(folder)


def client(folder: Path, *routes: Route) -> TestClient:
    app = Starlette(routes=list(routes))
    add_routes(app, folder, server_record(folder, Limits(), 8))
    return TestClient(app)


def test_the_front_page_says_whether_it_was_proved(env: Path) -> None:
    assert client(env).get("/").json()["proof"] == "not proved: the folder has no hallmark.json"
    stamp(env)
    answer = client(env).get("/").json()
    assert answer["proof"] == "proved on 2026-01-01: 1 properties hold (profile default)"
    assert (answer["name"], answer["description"]) == ("my game", "a <game> & more")
    page = client(env).get("/", headers={"Accept": "text/html,*/*"}).text
    assert "a &lt;game&gt; &amp; more" in page
    assert "<script" not in page
    assert "http://" not in page
    (env / "models.py").write_text("a = 2\n")
    assert client(env).get("/").json()["proof"].startswith("changed since it was proved")
    (env / "hallmark.json").write_text("{}")
    assert client(env).get("/").json()["proof"].startswith("unknown: ValueError")


def test_the_stamp_is_told_with_the_hash_of_the_files(env: Path) -> None:
    stamp(env)
    told = client(env).get("/hallmark").json()
    assert told["content_hash"] == told["stamp"]["content_hash"] == content_hash(env)
    assert told["sessions"] == {"limit": 8, "idle_seconds": 900.0, "max_message_bytes": 4 * 2**20}
    assert (told["changed"], told["problem"]) == ([], "")
    assert "python" in told["versions"]


def test_an_apps_own_front_page_stays(env: Path) -> None:
    own = Route("/", lambda request: PlainTextResponse("own"))
    assert client(env, own).get("/").text == "own"


@pytest.mark.parametrize(
    ("own", "wanted", "safe", "limit"),
    [(8, None, True, 8), (8, 4, True, 4), (8, 64, True, 64), (1, 64, False, 1)],
)
def test_the_limit_is_raised_only_where_sessions_are_independent(
    own: int, wanted: int | None, safe: bool, limit: int
) -> None:
    server = SimpleNamespace(max_concurrent_envs=own, _max_concurrent_envs=own)
    kind: type[Any] = type("Env", (), {"SUPPORTS_CONCURRENT_SESSIONS": safe})
    assert _session_limit(Subject("x", "x", env_class=kind, server=server), wanted) == limit
    assert server._max_concurrent_envs == max(own, limit)
