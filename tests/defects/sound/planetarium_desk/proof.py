"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import PlanetariumDeskAction, PlanetariumDeskObservation
from .sky import altitude

Policy = Callable[[Any, PlanetariumDeskObservation], PlanetariumDeskAction]

declared = {"max_steps": 8, "success_reward": 1.0, "options": {"dome": ["leeds", "oslo"]}}


def oracle(env: Any, observation: PlanetariumDeskObservation) -> PlanetariumDeskAction:
    """Computes the altitude from what the desk sees."""
    height = altitude(
        observation.ra_hours,
        observation.dec_degrees,
        observation.sidereal_time,
        observation.latitude,
    )
    return PlanetariumDeskAction(reply="It is up." if height > 0 else "It is down.")


def null(env: Any, observation: PlanetariumDeskObservation) -> PlanetariumDeskAction:
    """Says nothing."""
    return PlanetariumDeskAction(reply="")


def actions() -> st.SearchStrategy[PlanetariumDeskAction]:
    """Answers, and other texts."""
    texts = st.sampled_from(
        ["up", "down", "It is up now.", "Down, sorry.", "up or down", "no idea"]
    )
    return st.one_of(texts, st.text("updown .", max_size=20)).map(
        lambda reply: PlanetariumDeskAction(reply=reply)
    )


def invalid() -> list[PlanetariumDeskAction]:
    """Replies that are no answer."""
    return [PlanetariumDeskAction(reply=text) for text in ("", "up down", "maybe", "yes", "upward")]


def secrets(env: Any) -> list[str]:
    """The two answers are ordinary words; there is no text to hide."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Replies that do not answer the question."""
    yield "both", lambda env, seen: PlanetariumDeskAction(reply="up and down")
    yield "echo", lambda env, seen: PlanetariumDeskAction(reply=seen.star)
    yield "claims", lambda env, seen: PlanetariumDeskAction(metadata={"success": True})
