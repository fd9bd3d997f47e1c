"""The routes of `hallmark view`: a page, the list of episodes, and one episode."""

from __future__ import annotations

import asyncio
import dataclasses
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from hallmark_rl.sdk import play
from hallmark_rl.sdk.play.local_pages import HEADERS, from_this_machine, page_files
from hallmark_rl.sdk.play.plain_values import plain
from hallmark_rl.train.reporting.recorded_episodes import (
    EpisodeFile,
    EpisodeFilter,
    EpisodeSummary,
)

VIEW_PATH = "/view"
PAGE_SIZE = 50
_SCRIPT, _STYLE = "text/javascript; charset=utf-8", "text/css; charset=utf-8"
_SHARED_FILES = {"value_view.js": _SCRIPT, "code_editor.js": _SCRIPT, "play_page.css": _STYLE}
"""Files of the page on which a person plays."""
_ORDERS: dict[str, tuple[Callable[[EpisodeSummary], Any], bool]] = {
    "first": (lambda episode: episode.number, False),
    "last": (lambda episode: episode.number, True),
    "highest return": (lambda episode: episode.total, True),
    "lowest return": (lambda episode: episode.total, False),
    "most turns": (lambda episode: episode.turns, True),
}
Number = TypeVar("Number", int, float)


class BadQuery(ValueError):
    """A query cannot be answered; the message says why."""


def view_app(name: str, files: list[EpisodeFile]) -> Any:
    """A Starlette application with the page at `/view`; it answers pages of this machine only.

    Args:
        name: what is shown, for the title.
        files: what `find_episode_files` returned.
    """
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import RedirectResponse, Response
    from starlette.routing import Route

    here = Path(__file__).parent
    assets = page_files(Path(str(play.__file__)).parent, _SHARED_FILES)
    assets |= page_files(here, {"view_page.js": _SCRIPT})
    page = (here / "view_page.html").read_bytes()

    def answer(body: bytes, kind: str, status: int = 200) -> Response:
        return Response(body, status, HEADERS, kind)

    def data(content: Any, status: int = 200) -> Response:
        return answer(json.dumps(content, allow_nan=False).encode(), "application/json", status)

    async def guarded(request: Request, work: Callable[[], Any]) -> Response:
        if not from_this_machine(request.headers):
            return data({"detail": "this page answers pages of this machine only"}, 403)
        try:
            return data(await asyncio.to_thread(work))
        except BadQuery as problem:
            return data({"detail": str(problem)}, 400)
        except OSError as error:
            return data({"detail": f"a file cannot be read: {error.strerror}"}, 500)

    async def about_route(request: Request) -> Response:
        return await guarded(request, lambda: _about(name, files))

    async def list_route(request: Request) -> Response:
        query = dict(request.query_params)
        return await guarded(request, lambda: episode_list(files, query))

    async def episode_route(request: Request) -> Response:
        query = dict(request.query_params)
        return await guarded(request, lambda: one_episode(files, query))

    async def page_route(request: Request) -> Response:
        return answer(page, "text/html; charset=utf-8")

    async def file_route(request: Request) -> Response:
        found = assets.get(request.path_params["name"])
        return answer(*found) if found else data({"detail": "there is no such file"}, 404)

    return Starlette(
        routes=[
            Route("/", lambda request: RedirectResponse(VIEW_PATH)),
            Route(VIEW_PATH, page_route),
            Route(f"{VIEW_PATH}/about", about_route),
            Route(f"{VIEW_PATH}/episodes", list_route),
            Route(f"{VIEW_PATH}/episode", episode_route),
            Route(f"{VIEW_PATH}/{{name}}", file_route),
        ]
    )


def _about(name: str, files: list[EpisodeFile]) -> dict[str, Any]:
    """What can be filtered, by file."""
    described = []
    for file in files:
        file.refresh()
        episodes = file.episodes
        described.append(
            {
                "name": file.path.name,
                "episodes": len(episodes),
                "unreadable": file.unreadable,
                "levels": sorted({each.level for each in episodes}),
                "splits": sorted({each.split for each in episodes}),
                "verdicts": sorted({each.verdict for each in episodes}),
                "errors": sorted({error for each in episodes for error in each.errors})[:200],
                "has_steps": any(each.step is not None for each in episodes),
            }
        )
    return {"name": plain(name), "files": plain(described), "orders": list(_ORDERS)}


def episode_list(files: list[EpisodeFile], query: Mapping[str, str]) -> dict[str, Any]:
    """One page of the episodes that the query's filter accepts.

    Args:
        files: the files.
        query: `file`, the fields of `EpisodeFilter`, `order`, and `offset` in the list.

    Returns:
        `total` (all episodes of the file), `matched`, and `episodes`, at most `PAGE_SIZE`.

    Raises:
        BadQuery: a value cannot be read, or there is no such file.
        OSError: the file cannot be read.
    """
    file = _file(files, query)
    wanted = EpisodeFilter(
        split=query.get("split", ""),
        level=_number(query, "level", int),
        verdict=query.get("verdict", ""),
        error=query.get("error", ""),
        first_step=_number(query, "first_step", int),
        last_step=_number(query, "last_step", int),
        least=_number(query, "least", float),
        most=_number(query, "most", float),
        text=query.get("text", ""),
    )
    order = query.get("order", "first")
    if order not in _ORDERS:
        raise BadQuery(f"there is no order {order!r:.60}")
    key, falling = _ORDERS[order]
    file.refresh()
    found = sorted(file.select(wanted), key=key, reverse=falling)
    start = max(0, _number(query, "offset", int) or 0)
    shown = [dataclasses.asdict(each) for each in found[start : start + PAGE_SIZE]]
    return {"total": len(file.episodes), "matched": len(found), "episodes": plain(shown)}


def one_episode(files: list[EpisodeFile], query: Mapping[str, str]) -> Any:
    """The whole record of the episode `number` of `file`, as JSON data.

    Raises:
        BadQuery: there is no such file or episode.
    """
    file = _file(files, query)
    try:
        return plain(file.record(_number(query, "number", int) or 0))
    except IndexError:
        raise BadQuery("there is no such episode") from None


def _file(files: list[EpisodeFile], query: Mapping[str, str]) -> EpisodeFile:
    wanted = query.get("file", files[0].path.name)
    for file in files:
        if file.path.name == wanted:
            return file
    raise BadQuery(f"there is no file {wanted!r:.80}")


def _number(query: Mapping[str, str], name: str, kind: type[Number]) -> Number | None:
    text = query.get(name, "").strip()
    if not text:
        return None
    try:
        return kind(text)
    except ValueError:
        raise BadQuery(f"{name} must be a number, not {text!r:.40}") from None
