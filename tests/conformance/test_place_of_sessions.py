"""Where the sessions of an app are: at its root, at the path of a mount, or nowhere."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import FastAPI, WebSocket
from openenv.core.env_server.http_server import create_app

from hallmark_rl.conformance.client.server_process import openenv_path, running_server
from hallmark_rl.conformance.client.websocket import WebSocketDriver
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.server.server_under_test import new_session
from hallmark_rl.envs.wordle.models import Guess, WordleObservation
from hallmark_rl.envs.wordle.server.wordle_environment import WordleEnvironment


def outer_app() -> FastAPI:
    """An app with a WebSocket of its own at the place where OpenEnv has its sessions."""
    app = FastAPI()

    @app.websocket("/ws")
    async def own_protocol(socket: WebSocket) -> None:
        await socket.accept()
        await socket.send_json({"type": "welcome"})

    return app


def inner_app() -> Any:
    return create_app(WordleEnvironment, Guess, WordleObservation, env_name="wordle")


def test_the_path_of_the_mount_is_found() -> None:
    outer, outermost = outer_app(), FastAPI()
    assert openenv_path(inner_app()) == ""
    assert openenv_path(outer) is None
    outer.mount("/files", FastAPI())
    outer.mount("/openenv", inner_app())
    outermost.mount("/all", outer)
    assert openenv_path(outer) == "/openenv"
    assert openenv_path(outermost) == "/all/openenv"


def test_the_mounted_app_answers() -> None:
    outer = outer_app()
    outer.mount("/openenv", inner_app())
    subject: Any = SimpleNamespace(app=outer, env_args={})
    with running_server(subject) as server:
        driver = WebSocketDriver(server.address)
        assert driver.reset(seed=1).data is not None
        driver.close()


def test_an_app_without_sessions_is_a_violation_and_no_error_of_the_suite() -> None:
    subject: Any = SimpleNamespace(app=FastAPI(), env_args={}, url=None)
    context: Any = SimpleNamespace(subject=subject)
    with (
        running_server(subject) as server,
        pytest.raises(PropertyViolated, match="opens no WebSocket at /ws"),
    ):
        new_session(context, server.address)
