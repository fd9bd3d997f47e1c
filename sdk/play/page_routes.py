"""The routes of the page: `/play`, its scripts and styles, and the episodes that it asks for."""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path
from typing import Any

from hallmark_rl.sdk.play.episode_request import RequestProblem
from hallmark_rl.sdk.play.local_pages import HEADERS, from_this_machine, page_files
from hallmark_rl.sdk.play.player import Busy, Player, TooSlow

PLAY_PATH = "/play"
_FILES = {
    "play_page.js": "text/javascript; charset=utf-8",
    "value_view.js": "text/javascript; charset=utf-8",
    "action_form.js": "text/javascript; charset=utf-8",
    "code_editor.js": "text/javascript; charset=utf-8",
    "play_page.css": "text/css; charset=utf-8",
}
_log = logging.getLogger("hallmark.play")


def play_routes(player: Player) -> list[Any]:
    """Starlette routes of the page; those of a private player answer only this machine's pages."""
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    here = Path(__file__).parent
    files = page_files(here, _FILES)
    page = (here / "play_page.html").read_bytes()

    def answer(body: bytes, kind: str, status: int = 200) -> Response:
        return Response(body, status, HEADERS, kind)

    def data(content: Any, status: int = 200) -> Response:
        return answer(json.dumps(content, allow_nan=False).encode(), "application/json", status)

    def refusal(request: Request) -> Response | None:
        if player.private and not from_this_machine(request.headers):
            return data({"detail": "the private page answers pages of this machine only"}, 403)
        return None

    async def page_route(request: Request) -> Response:
        return refusal(request) or answer(page, "text/html; charset=utf-8")

    async def file_route(request: Request) -> Response:
        found = files.get(request.path_params["name"])
        return answer(*found) if found else data({"detail": "there is no such file"}, 404)

    async def about_route(request: Request) -> Response:
        return refusal(request) or data(player.about())

    async def episode_route(request: Request) -> Response:
        if refused := refusal(request):
            return refused
        if not request.headers.get("content-type", "").startswith("application/json"):
            return data({"detail": "the body must be application/json"}, 415)
        try:
            body = json.loads(await request.body(), parse_constant=_no_constant)
        except (ValueError, RecursionError):
            return data({"detail": "the body is not JSON that can be read"}, 400)
        try:
            return data(await player.episode(body))
        except RequestProblem as problem:
            return data({"detail": str(problem)}, 400)
        except Busy as problem:
            return data({"detail": str(problem)}, 503)
        except TooSlow as problem:
            return data({"detail": str(problem)}, 504)
        except asyncio.CancelledError:  # Ctrl-C while the environment was being waited for
            return data({"detail": "the server ends"}, 503)
        except Exception as error:
            _log.exception("the page's request failed")
            return data({"detail": f"the server failed: {type(error).__name__}"}, 500)

    return [
        Route(PLAY_PATH, page_route, methods=["GET"]),
        Route(f"{PLAY_PATH}/about", about_route, methods=["GET"]),
        Route(f"{PLAY_PATH}/episode", episode_route, methods=["POST"]),
        Route(f"{PLAY_PATH}/{{name}}", file_route, methods=["GET"]),
    ]


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")
