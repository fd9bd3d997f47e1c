"""A shift at the question desk: eight visitors."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar

from hallmark_rl.sdk import Column, Reward, Setup, VerifiedEnvironment, VerifiedState
from hallmark_rl.sdk.environment.episode import SetupError

from ..models import PlanetariumDeskAction, PlanetariumDeskObservation
from ..sky import DOMES, Star, altitude, draw_question

VISITORS = 8
NEEDED = 7
_OPTIONS = ("dome",)
_PHRASES = (
    "Can I see {star} right now?",
    "My daughter is looking for {star}. Is it above the horizon?",
    "Would {star} be in the sky at this hour?",
    "Is {star} up?",
)


@dataclass
class Shift:
    """The visitors of a shift, and how they were answered."""

    latitude: float
    questions: list[tuple[Star, float]]
    phrases: list[str]
    right: int = 0
    answered: int = 0
    clear: list[bool] = field(default_factory=list)


def read_reply(text: str) -> str:
    """`up`, `down`, or "" if the text says both or neither."""
    words = set(re.findall(r"[a-z]+", text.lower())) & {"up", "down"}
    return words.pop() if len(words) == 1 else ""


class PlanetariumDeskEnvironment(
    VerifiedEnvironment[PlanetariumDeskAction, PlanetariumDeskObservation, VerifiedState, Shift]
):
    """Tell visitors whether a star is up."""

    max_steps = VISITORS
    step_timeout_s = 5.0
    options: ClassVar[Mapping[str, Any]] = {"dome": "leeds"}
    reward = Reward(
        Column("shift", lambda t: float(t.facts["right"] >= NEEDED), kind="outcome"),
        Column("clear", lambda t: float(t.facts["clear"]), kind="format", weight=0.0),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> PlanetariumDeskObservation:
        """Begin an episode; options that this environment does not know are ignored."""
        known = {name: value for name, value in options.items() if name in _OPTIONS}
        return super().reset(seed, episode_id, **known)

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> PlanetariumDeskObservation:
        """`reset` without blocking the event loop."""
        known = {name: value for name, value in options.items() if name in _OPTIONS}
        return await super().reset_async(seed, episode_id, **known)

    def begin(self, rng: Random, setup: Setup) -> tuple[Shift, PlanetariumDeskObservation]:
        """Draw the visitors' questions."""
        dome = setup.options["dome"]
        if dome not in DOMES:
            raise SetupError(f"dome must be one of {', '.join(DOMES)}")
        latitude = DOMES[dome]
        questions = [draw_question(rng, latitude) for _ in range(VISITORS)]
        shift = Shift(latitude, questions, [rng.choice(_PHRASES) for _ in questions])
        return shift, _observation(shift)

    def advance(self, game: Shift, action: PlanetariumDeskAction) -> PlanetariumDeskObservation:
        """Take the reply for the visitor at the desk, and call the next."""
        star, lst = game.questions[game.answered]
        truth = "up" if altitude(star.ra, star.dec, lst, game.latitude) > 0 else "down"
        reply = read_reply(action.reply)
        game.right += reply == truth
        game.clear.append(bool(reply))
        game.answered += 1
        return _observation(game, "" if reply else "unclear")

    def facts(self, game: Shift) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"right": game.right, "clear": bool(game.clear and game.clear[-1])}


def _observation(shift: Shift, note: str = "") -> PlanetariumDeskObservation:
    left = VISITORS - shift.answered
    if not left:
        return PlanetariumDeskObservation(latitude=shift.latitude, note=note, done=True)
    star, lst = shift.questions[shift.answered]
    return PlanetariumDeskObservation(
        question=shift.phrases[shift.answered].format(star=star.name),
        star=star.name,
        ra_hours=star.ra,
        dec_degrees=star.dec,
        sidereal_time=lst,
        latitude=shift.latitude,
        visitors_left=left,
        note=note,
    )
