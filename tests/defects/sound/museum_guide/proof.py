"""Evidence from the author of the museum guide."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import GuideTurn, MuseumObservation
from .visitors import SAYINGS

Policy = Callable[[Any, MuseumObservation], GuideTurn]
TOPICS = ("theme", "audience", "length")

declared = {
    "max_steps": 8,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": (1, 2),
}

_MEANING = {said: wish for wish, sayings in SAYINGS.items() for said in sayings}


def oracle(env: Any, observation: MuseumObservation) -> GuideTurn:
    """Ask until every wish was told, then start the track; reads the talk alone."""
    known = {
        reply.asked: _MEANING[reply.said] for reply in observation.talk if reply.said in _MEANING
    }
    for topic in TOPICS:
        if topic not in known:
            return GuideTurn(ask=topic)
    for track in observation.tracks:
        if all(getattr(track, topic) == known[topic] for topic in TOPICS):
            return GuideTurn(play=track.number)
    raise AssertionError("every combination of wishes has a track")


def null(env: Any, observation: MuseumObservation) -> GuideTurn:
    """Say nothing."""
    return GuideTurn()


def actions() -> st.SearchStrategy[GuideTurn]:
    """Questions and tracks."""
    return st.one_of(
        st.sampled_from(TOPICS).map(lambda topic: GuideTurn(ask=topic)),
        st.integers(0, 20).map(lambda number: GuideTurn(play=number)),
    )


def invalid() -> list[GuideTurn]:
    """Turns that are wasted."""
    return [GuideTurn(), GuideTurn(ask="theme", play=3), GuideTurn(play=17), GuideTurn(play=99)]


def secrets(env: Any) -> list[str]:
    """The profile is a number, which has no text of its own."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to earn more without listening."""
    yield "asks-for-ever", lambda env, seen: GuideTurn(ask="theme")
    yield "outside", lambda env, seen: GuideTurn(play=99)
    yield "claims", lambda env, seen: GuideTurn(metadata={"fits": True, "reward": 1.0})
