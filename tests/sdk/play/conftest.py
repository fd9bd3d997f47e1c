"""Fixtures: the maze, and clients of its page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl.sdk.subject.description import Subject

HERE = Path(__file__).parent
Ask = Callable[..., dict[str, Any]]


@pytest.fixture(scope="session")
def maze() -> Subject:
    from hallmark_rl.sdk.subject.load import load_subject

    return load_subject("tests.sdk.play.maze:Maze", proof=HERE / "maze_proof.py")


@contextmanager
def client_of(subject: Subject, *, private: bool) -> Iterator[Any]:
    pytest.importorskip("httpx")
    from starlette.testclient import TestClient

    from hallmark_rl.sdk.env_server.play_app import play_app

    with TestClient(play_app(subject, private=private), base_url="http://127.0.0.1") as client:
        yield client


@pytest.fixture
def public(maze: Subject) -> Iterator[Any]:
    """A client of the page as a public server has it."""
    with client_of(maze, private=False) as client:
        yield client


@pytest.fixture
def private(maze: Subject) -> Iterator[Any]:
    """A client of the page with `--private`."""
    with client_of(maze, private=True) as client:
        yield client


def episode(client: Any, *actions: Any, **more: Any) -> dict[str, Any]:
    """The answer to a request for an episode; `options` default to seed 3 at level 1."""
    body = {"options": {"seed": 3, "level": 1}, "actions": list(actions), **more}
    answer = client.post("/play/episode", json=body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())
