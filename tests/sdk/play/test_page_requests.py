"""What anybody may send to the page's server: it answers, and stays within its limits."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

import pytest

pytest.importorskip("openenv")

from hallmark_rl.sdk.play.episode_request import MAX_ACTIONS, RequestProblem, read_request
from hallmark_rl.sdk.play.local_pages import from_this_machine
from hallmark_rl.sdk.play.player import Busy, Player, TooSlow
from hallmark_rl.sdk.subject.description import Subject

JSON = {"content-type": "application/json"}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"options": {"seed": NaN}}',
        b'{"options": {"seed": 1}, "actions": [{"metadata": {"x": Infinity}}]}',
        b'{"options": {"seed": ' + b"9" * 5000 + b"}}",
        b"null",
        b"[]",
        b'{"options": []}',
        b'{"options": {}}',
        b'{"options": {"seed": true}}',
        b'{"options": {"seed": 1, "__class__": 1}}',
        b'{"options": {"seed": 1, "episode_id": "x"}}',
        b'{"options": {"seed": 1}, "actions": {}}',
        b'{"options": {"seed": 1}, "policy": 3}',
        b'{"options": {"seed": 1}, "policy": "no such"}',
        b'{"options": {"seed": 1}, "steps": -1}',
        b'{"options": {"seed": 1}, "steps": 1e99}',
        b'{"options": {"seed": 1}, "address": ["x"]}',
    ],
)
def test_a_wrong_request_is_answered_with_400(public: Any, body: bytes) -> None:
    answer = public.post("/play/episode", content=body, headers=JSON)
    assert answer.status_code == 400, answer.text
    assert answer.json()["detail"]


@pytest.mark.parametrize(
    "action",
    [1, [], {"door": "\ud800"}, {"nothing": 1}, {"door": "x" * 41}, {"extra": [[[]]]}, {"": {}}],
)
def test_a_wrong_action_is_refused_and_not_played(public: Any, action: Any) -> None:
    body = json.dumps({"options": {"seed": 1}, "actions": [action]})
    answer = public.post("/play/episode", content=body, headers=JSON)
    assert answer.status_code == 200
    played = answer.json()
    assert played["actions"] in ([], [action])
    assert played["problem"].startswith("the action is not valid") or played["actions"]


def test_wrong_options_are_answered(public: Any) -> None:
    for options in ({"level": 99}, {"index": -5}, {"split": []}, {"mode": {"a": [1]}}):
        body = {"options": {"seed": 1, **options}}
        assert public.post("/play/episode", json=body).status_code == 200


def test_a_form_of_another_site_cannot_post(public: Any) -> None:
    answer = public.post("/play/episode", content="{}", headers={"content-type": "text/plain"})
    assert answer.status_code == 415


def test_limits_of_a_request(public: Any) -> None:
    with pytest.raises(RequestProblem, match="at most 500"):
        read_request({"options": {"seed": 1}, "actions": [{}] * (MAX_ACTIONS + 1)}, [])
    large = b'{"options": {"seed": 1, "mode": "' + b"x" * (4 * 2**20) + b'"}}'
    assert public.post("/play/episode", content=large, headers=JSON).status_code == 413


def test_pages_load_nothing_from_elsewhere(public: Any) -> None:
    page = public.get("/play")
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    for name in ("", "/play_page.js", "/value_view.js", "/action_form.js", "/code_editor.js"):
        text = public.get(f"/play{name}").text
        assert "://" not in text.replace('partition("://")', "")
        assert "innerHTML" not in text


def test_hosts() -> None:
    assert from_this_machine({"host": "localhost:8010"})
    assert not from_this_machine({})
    assert not from_this_machine({"host": "localhost", "origin": "http://localhost.evil.example"})


def test_large_observations_end_an_episode(public: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hallmark_rl.sdk.play.replayed_episode.MAX_RESULT_CHARS", 1500)
    body = {"options": {"seed": 1}, "policy": "random", "steps": 500}
    played = public.post("/play/episode", json=body).json()
    assert played["problem"] == "the observations are too large: not every action was played"
    assert 0 < len(played["actions"]) < 4


def test_no_step_is_begun_after_the_time_limit(maze: Subject) -> None:
    body = {"options": {"seed": 1}, "actions": [{"door": "a"}]}
    played = asyncio.run(Player(maze, seconds=-1.0).episode(body))
    assert played["problem"] == "the environment takes too long: not every action was played"
    assert (len(played["steps"]), played["actions"]) == (1, [])


class Slow:
    """An environment whose constructor waits until the test lets it go on."""

    gate = threading.Event()

    def __init__(self) -> None:
        self.gate.wait(30)


def player_of_slow(maze: Subject, seconds: float) -> Player:
    from dataclasses import replace

    return Player(replace(maze, make=Slow), workers=1, waiting=1, seconds=seconds)


def test_more_requests_than_places_are_refused_at_once(maze: Subject) -> None:
    async def ask() -> list[Any]:
        player = player_of_slow(maze, 30.0)
        body = {"options": {"seed": 1}}
        first = [asyncio.create_task(player.episode(body)) for _ in range(2)]
        await asyncio.sleep(0.1)
        with pytest.raises(Busy):
            await player.episode(body)
        Slow.gate.set()
        return await asyncio.gather(*first)

    Slow.gate.clear()
    answers = asyncio.run(ask())
    assert len(answers) == 2


def test_a_request_ends_although_the_environment_does_not(
    maze: Subject, monkeypatch: pytest.MonkeyPatch
) -> None:
    Slow.gate.clear()
    monkeypatch.setattr("hallmark_rl.sdk.play.player.GRACE_S", 0.1)

    async def ask() -> None:
        with pytest.raises(TooSlow):
            await player_of_slow(maze, 0.1).episode({"options": {"seed": 1}})
        Slow.gate.set()

    asyncio.run(ask())
