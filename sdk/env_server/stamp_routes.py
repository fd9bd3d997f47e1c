"""`/hallmark` and `/`: what the server runs, whether it was proved, and how to play it.

`hallmark check URL` reads `/hallmark` and compares it with a stamp.
"""

from __future__ import annotations

import html
import platform
from collections import Counter
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import yaml

from hallmark_rl.sdk.env_server.connection_limits import Limits
from hallmark_rl.sdk.hallmark import Hallmark, content_hash, read_hallmark
from hallmark_rl.sdk.staged_files import read_staged_files

STAMP_PATH = "/hallmark"


def server_record(
    folder: Path, limits: Limits, session_limit: int, play: str = ""
) -> dict[str, Any]:
    """What `/hallmark` answers. Computed from the files as they are when the server starts.

    Args:
        folder: the environment's folder, staged or not.
        limits: what the server allows.
        session_limit: the most sessions at a time.
        play: the path of the page on which a person plays; empty if there is none.

    Returns:
        `name`, `content_hash` (computed from the files, as for a stamp), `stamp` (the content of
        `hallmark.json`, or None), `changed` (staged files that differ from what was written),
        `problem` (why a hash or the stamp could not be read, or ""), `versions`, `sessions` and
        `play`.
    """
    problem = ""
    stamp: Hallmark | None = None
    digest, changed = "", list[str]()
    try:
        digest = content_hash(folder)
        staged = read_staged_files(folder)
        changed = staged.changed(folder) if staged else []
        stamp = read_hallmark(folder)
    except (OSError, ValueError) as error:
        problem = f"{type(error).__name__}: {' '.join(str(error).split())}"
    return {
        "name": stamp.name if stamp else folder.resolve().name,
        "content_hash": digest,
        "stamp": stamp.model_dump(mode="json") if stamp else None,
        "changed": changed,
        "problem": problem,
        "versions": _versions(),
        "sessions": {
            "limit": session_limit,
            "idle_seconds": limits.idle_seconds,
            "max_message_bytes": limits.max_message_bytes,
        },
        "play": play,
    }


def add_routes(app: Any, folder: Path, record: dict[str, Any]) -> None:
    """Add `/hallmark` to a Starlette or FastAPI application, and `/` if it has none.

    Args:
        app: the application.
        folder: the environment's folder.
        record: what `server_record` returned.
    """
    from starlette.requests import Request
    from starlette.responses import HTMLResponse, JSONResponse, Response
    from starlette.routing import Route

    async def stamp_route(request: Request) -> Response:
        return JSONResponse(record)

    async def front_page(request: Request) -> Response:
        if "text/html" in request.headers.get("accept", ""):
            return HTMLResponse(_page(summary))
        return JSONResponse(summary)

    summary = _summary(folder, record)
    paths = {getattr(route, "path", None) for route in app.router.routes}
    routes = [Route(STAMP_PATH, stamp_route)]
    if "/" not in paths:
        routes.append(Route("/", front_page))
    app.router.routes[:0] = routes


def _summary(folder: Path, record: dict[str, Any]) -> dict[str, Any]:
    """The content of the front page."""
    return {
        "name": record["name"],
        "description": _description(folder),
        "proof": _proof_line(record),
        "sessions": f"at most {record['sessions']['limit']} at a time",
        "routes": {
            "/ws": "WebSocket: one session for each connection",
            "/health": "whether the server runs",
            "/schema": "JSON schemas of action, observation and state",
            "/docs": "every route",
            STAMP_PATH: "the stamp, and the hash of the files that run",
            **({record["play"]: "play it in a browser"} if record["play"] else {}),
        },
        "play": 'from openenv.core import GenericEnvClient; GenericEnvClient("ADDRESS").sync()',
    }


def _proof_line(record: dict[str, Any]) -> str:
    """One sentence on whether this server runs what was proved."""
    stamp = record["stamp"]
    if record["problem"]:
        return f"unknown: {record['problem']}"
    if stamp is None:
        return "not proved: the folder has no hallmark.json"
    if stamp["content_hash"] != record["content_hash"]:
        return f"changed since it was proved on {stamp['made']}"
    passed = Counter(stamp["results"].values())["pass"]
    return f"proved on {stamp['made']}: {passed} properties hold (profile {stamp['profile']})"


def _description(folder: Path) -> str:
    try:
        content = yaml.safe_load((folder / "openenv.yaml").read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError, UnicodeDecodeError):
        return ""
    return str(content.get("description", "")) if isinstance(content, dict) else ""


def _page(summary: dict[str, Any]) -> str:
    """The summary as a page without scripts or external resources."""
    text = {key: html.escape(str(value)) for key, value in summary.items()}
    rows = "".join(
        f'<li><a href="{html.escape(path)}">{html.escape(path)}</a>: {html.escape(what)}</li>'
        for path, what in summary["routes"].items()
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{text['name']}</title><style>:root{{color-scheme:light dark}}"
        "body{font:16px/1.5 system-ui,sans-serif;max-width:42em;margin:2em auto;padding:0 1em}"
        "code{overflow-wrap:anywhere}</style></head><body>"
        f"<h1>{text['name']}</h1><p>{text['description']}</p><p>{text['proof']}</p>"
        f"<p>Sessions: {text['sessions']}.</p><ul>{rows}</ul>"
        f"<p><code>{text['play']}</code></p></body></html>"
    )


def _versions() -> dict[str, str]:
    versions = {"python": platform.python_version()}
    for name in ("hallmark-rl", "openenv", "openenv-core", "pydantic"):
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            continue
    return versions
