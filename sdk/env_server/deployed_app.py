"""The ASGI application of a deployed environment, made from its folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hallmark_rl.sdk.env_server.connection_limits import ConnectionLimits, Limits
from hallmark_rl.sdk.env_server.stamp_routes import add_routes, server_record
from hallmark_rl.sdk.environment.openenv_import import import_openenv
from hallmark_rl.sdk.play.page_routes import PLAY_PATH, play_routes
from hallmark_rl.sdk.play.player import Player
from hallmark_rl.sdk.subject.description import Subject
from hallmark_rl.sdk.subject.layouts import load_folder


def deployed_app(folder: Path, limits: Limits, *, play: bool = True) -> ConnectionLimits:
    """Load the environment's own app, add the routes of the stamp, and apply the limits.

    Args:
        folder: the environment, staged or not.
        limits: what clients may use.
        play: also serve the page `/play`, on which a person plays in a browser. An environment that
            is not safe for concurrent sessions has none: the page plays on instances of its own.

    Raises:
        SubjectError: the folder holds no environment that can be loaded; the message says why.
    """
    folder = folder.resolve()
    import_openenv()
    subject = load_folder(folder, {})
    app = subject.app if subject.app is not None else _new_app(subject)
    session_limit = _session_limit(subject, limits.max_sessions)
    _end_unattached_sessions(subject.server, limits.idle_seconds)
    play = play and bool(getattr(subject.env_class, "SUPPORTS_CONCURRENT_SESSIONS", False))
    if play:
        app.router.routes[:0] = play_routes(Player(subject, served=True))
    record = server_record(folder, limits, session_limit, PLAY_PATH if play else "")
    add_routes(app, folder, record)
    return ConnectionLimits(app, limits)


def _session_limit(subject: Subject, wanted: int | None) -> int:
    """The most sessions at a time: what is wanted, if the environment's server can give it.

    OpenEnv itself refuses sessions beyond its own limit. That is raised only for an environment
    that declares itself safe for concurrent sessions; `ConnectionLimits` applies a lower one.
    """
    server = subject.server
    own = int(getattr(server, "max_concurrent_envs", 1))
    safe = getattr(subject.env_class, "SUPPORTS_CONCURRENT_SESSIONS", False)
    if wanted and wanted > own and safe and hasattr(server, "_max_concurrent_envs"):
        server._max_concurrent_envs = wanted
        return wanted
    return min(own, wanted or own)


def _new_app(subject: Subject) -> Any:
    """An app for an environment whose folder defines none."""
    from openenv.core.env_server.http_server import create_app

    return create_app(
        subject.make, subject.action_type, subject.observation_type, env_name=subject.name
    )


def _end_unattached_sessions(server: Any, seconds: float | None) -> None:
    """Have OpenEnv end sessions that were opened by a plain request (`POST /mcp`) and are not used.

    OpenEnv reads the time-out when the server starts. It would count a session of a WebSocket as
    unused while one step runs, so the time is much longer than that of `ConnectionLimits`.
    """
    if seconds is not None and getattr(server, "_session_idle_timeout_s", 0) is None:
        server._session_idle_timeout_s = max(4 * seconds, 3600.0)
