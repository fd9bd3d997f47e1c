"""Without `--private` no response holds a secret: every route, every way to play, every error."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

pytest.importorskip("openenv")

from hallmark_rl.sdk.play.page_routes import _FILES
from hallmark_rl.sdk.subject.description import Subject
from tests.sdk.play.conftest import client_of, episode

SECRETS = ("sesame-one", "basalt-one", "quartz-one", "quartz-two")
ACTIONS: tuple[Any, ...] = (
    {"door": "a"},
    {"door": "a", "quiet": True},
    {"note": "crash"},
    {"note": "refuse"},
    {"times": 99},
    {"door": 3},
    "text",
    None,
    {"metadata": {"timeout_s": -1}},
)


def responses(client: Any) -> list[str]:
    """Everything that the page's server answers to a curious client."""
    paths = ["/", "/play", "/play/about", "/play/nothing", *(f"/play/{name}" for name in _FILES)]
    found = [client.get(path) for path in paths]
    settings = itertools.product((1, 2), ("train", "test"), ACTIONS, ("", "random", "oracle"))
    for level, split, action, policy in settings:
        body = {
            "options": {"seed": 3, "level": level, "split": split, "index": None},
            "actions": [{"door": "b"}, action],
            "policy": policy,
            "steps": 3,
        }
        found.append(client.post("/play/episode", json=body))
    for body in ({}, [], {"options": {"seed": 1, "private": True}}, {"options": {"seed": "x"}}):
        found.append(client.post("/play/episode", json=body))
    return [f"{answer.text} {dict(answer.headers)}" for answer in found]


def test_no_response_of_a_public_page_holds_a_secret(public: Any) -> None:
    texts = responses(public)
    assert len(texts) > 100
    assert sum('"steps"' in text for text in texts) > 60, "episodes were played"
    assert any("KeyError" in text for text in texts), "the crash was played"
    for text in texts:
        assert not [secret for secret in SECRETS if secret in text.casefold()]
        assert not [name for name in ("verifier", "evidence") if f'"{name}": ' in text]
        assert "claims-a-win" not in text


def test_the_search_would_find_them(maze: Subject) -> None:
    """The same requests to the private page: the search is not blind."""
    with client_of(maze, private=True) as client:
        found = [secret for text in responses(client) for secret in SECRETS if secret in text]
    assert set(found) == set(SECRETS)


def test_a_public_page_never_uses_the_proof(maze: Subject, public: Any) -> None:
    about = public.get("/play/about").json()
    assert (about["policies"], about["private"]) == (["random"], False)
    body = {"options": {"seed": 3}, "policy": "oracle", "steps": 1}
    assert public.post("/play/episode", json=body).status_code == 400
    drawn = episode(public, policy="random", steps=4)["actions"]
    assert "drawn-by-the-author" not in str(drawn)


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": "127.0.0.1.evil.example"},
        {"host": ""},
        {"origin": "https://evil.example"},
        {"origin": "null"},
    ],
)
def test_a_private_page_answers_pages_of_this_machine_only(
    private: Any, headers: dict[str, str]
) -> None:
    for path in ("/play", "/play/about"):
        assert private.get(path, headers=headers).status_code == 403
    body = {"options": {"seed": 3}}
    assert private.post("/play/episode", json=body, headers=headers).status_code == 403


@pytest.mark.parametrize("host", ["127.0.0.1:8010", "localhost", "LOCALHOST:1", "[::1]:80"])
def test_a_private_page_answers_this_machine(private: Any, host: str) -> None:
    headers = {"host": host, "origin": f"http://{host}"}
    assert private.get("/play/about", headers=headers).json()["private"] is True
