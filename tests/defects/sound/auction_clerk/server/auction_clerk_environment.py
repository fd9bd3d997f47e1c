"""The rules of an episode, and the reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    SetupError,
    VerifiedEnvironment,
    VerifiedState,
)

from ..evening import LEVELS, Evening, draw_evening, read_report, right
from ..models import ClerkAction, ClerkObservation, Lot

_OPTIONS = ("split", "index", "level")


@dataclass
class Desk:
    """The evening to report on, and how the report was."""

    evening: Evening
    readable: bool = False
    right: bool = False


class AuctionClerkEnvironment(
    VerifiedEnvironment[ClerkAction, ClerkObservation, VerifiedState, Desk]
):
    """Read the log of an evening, and report what became of every lot."""

    max_steps = 1
    step_timeout_s = 5.0
    reward = Reward(
        Column("right", lambda t: float(t.facts["right"]), kind="outcome"),
        Column("readable", lambda t: float(t.facts["readable"]), kind="format", weight=0.0),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> ClerkObservation:
        """Begin an episode; options of other environments are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> ClerkObservation:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **_known(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Desk, ClerkObservation]:
        """Put the catalogue and the log on the desk."""
        level = 1 if setup.level is None else setup.level
        if level not in LEVELS:
            raise SetupError(f"there is no level {level}: choose one of {list(LEVELS)}")
        desk = Desk(draw_evening(rng, level))
        return desk, _observation(desk)

    def advance(self, game: Desk, action: ClerkAction) -> ClerkObservation:
        """Read the report."""
        report = read_report(action.report)
        game.readable = report is not None
        game.right = report is not None and right(report, game.evening.outcomes)
        return _observation(game)

    def facts(self, game: Desk) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"right": game.right, "readable": game.readable}


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name in _OPTIONS}


def _observation(desk: Desk) -> ClerkObservation:
    return ClerkObservation(
        catalogue=[
            Lot(number=offer.number, title=offer.title, reserve=offer.reserve)
            for offer in desk.evening.offers
        ],
        log=list(desk.evening.log),
        readable=desk.readable,
    )
