"""A visit to the desk of the audio guide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Secret,
    Setup,
    SetupError,
    VerifiedEnvironment,
    VerifiedState,
)

from ..models import GuideTurn, MuseumObservation, Reply
from ..visitors import DISTRACTED, PROFILES, SAYINGS, print_ticket, tracks, wishes

TURNS = 8
LEVELS = (1, 2)


@dataclass
class Visit:
    """One visitor at the desk."""

    profile: Secret[int]
    ticket: str
    rng: Random
    distracted: set[str]
    talk: list[Reply] = field(default_factory=list)
    turns: int = 0
    fits: bool = False


class MuseumGuideEnvironment(
    VerifiedEnvironment[GuideTurn, MuseumObservation, VerifiedState, Visit]
):
    """Ask the visitor, then start the track that fits."""

    max_steps = TURNS
    step_timeout_s = 5.0
    reward = Reward(
        Column("fits", lambda t: float(t.facts["fits"]), kind="outcome"),
        Column("asked", lambda t: t.facts["asked"] / TURNS, kind="process", weight=0.0),
    )

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> Any:
        """Begin a visit; options other than `level` are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> Any:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **_known(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Visit, MuseumObservation]:
        """A visitor comes to the desk."""
        level = 1 if setup.level is None else setup.level
        if level not in LEVELS:
            raise SetupError(f"no level {level}: choose one of {list(LEVELS)}")
        profile = rng.randrange(len(PROFILES))
        distracted = {topic for topic in ("theme", "audience", "length") if rng.random() < 0.5}
        visit = Visit(
            Secret(profile),
            print_ticket(rng, profile),
            rng,
            distracted if level == 2 else set(),
        )
        return visit, _observation(visit)

    def advance(self, visit: Visit, action: GuideTurn) -> MuseumObservation:
        """Ask, or start a track."""
        visit.turns += 1
        if bool(action.ask) == bool(action.play):
            return _observation(visit, "one of ask and play")
        if action.ask:
            visit.talk.append(Reply(asked=action.ask, said=_answer(visit, action.ask)))
            return _observation(visit)
        if action.play > len(PROFILES):
            return _observation(visit, "no such track")
        visit.fits = action.play == visit.profile.reveal() + 1
        return _observation(visit, "started", done=True)

    def facts(self, visit: Visit) -> Mapping[str, Any]:
        """What the reward reads."""
        return {"fits": visit.fits, "asked": len(visit.talk)}


def _answer(visit: Visit, topic: str) -> str:
    if topic in visit.distracted:
        visit.distracted.remove(topic)
        return visit.rng.choice(DISTRACTED)
    return visit.rng.choice(SAYINGS[wishes(visit.profile.reveal())[topic]])


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name == "level"}


def _observation(visit: Visit, note: Any = "", done: bool = False) -> MuseumObservation:
    return MuseumObservation(
        ticket=visit.ticket,
        tracks=tracks(),
        talk=list(visit.talk),
        turns_left=TURNS - visit.turns,
        note=note,
        done=done,
    )
