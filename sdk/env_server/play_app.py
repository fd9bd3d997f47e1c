"""The application of `hallmark play`: the page of one environment, and nothing else."""

from __future__ import annotations

from hallmark_rl.sdk.env_server.connection_limits import ConnectionLimits, Limits
from hallmark_rl.sdk.play.page_routes import PLAY_PATH, play_routes
from hallmark_rl.sdk.play.player import Player
from hallmark_rl.sdk.subject.description import Subject


def play_app(subject: Subject, *, private: bool) -> ConnectionLimits:
    """An ASGI application with the page at `/play`; `/` leads there.

    Args:
        subject: the environment.
        private: show what only the verifier knows; answers pages of this machine only.
    """
    from starlette.applications import Starlette
    from starlette.responses import RedirectResponse
    from starlette.routing import Route

    # An environment that is not made for several sessions is played once at a time.
    many = getattr(subject.env_class, "SUPPORTS_CONCURRENT_SESSIONS", False)
    player = Player(subject, private=private, workers=2 if many else 1)
    home = Route("/", lambda request: RedirectResponse(PLAY_PATH))
    return ConnectionLimits(Starlette(routes=[home, *play_routes(player)]), Limits())
