"""A week at the desk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    SetupError,
    VerifiedEnvironment,
    VerifiedState,
)

from ..bookings import LEVELS, NIGHTS, PRICES, RELOCATION, ROOMS, Night, make_week
from ..models import DeskAction, DeskObservation

FULL_REWARD_SHARE = 0.6  # of what a desk that knows who comes gains over one without overbooking


@dataclass
class Week:
    """The nights, and what was earned."""

    nights: list[Night]
    played: int = 0
    profit: int = 0
    last_shows: int = 0
    last_walked: int = 0


def _gain(facts: Mapping[str, Any]) -> float:
    """The share of the possible gain, from 0 to 1."""
    possible = FULL_REWARD_SHARE * (facts["best"] - facts["plain"])
    return min(1.0, max(0.0, (facts["profit"] - facts["plain"]) / possible))


class HotelEnvironment(VerifiedEnvironment[DeskAction, DeskObservation, VerifiedState, Week]):
    """Overbook for seven nights."""

    max_steps = NIGHTS
    step_timeout_s = 5.0
    options: ClassVar[Mapping[str, Any]] = {"season": "low"}
    reward = Reward(Column("gain", lambda t: _gain(t.facts), kind="outcome"))

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> DeskObservation:
        """Begin an episode; options that this environment does not know are ignored."""
        return super().reset(seed, episode_id, **self._known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> DeskObservation:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **self._known(options))

    def _known(self, options: Mapping[str, Any]) -> dict[str, Any]:
        known = ("split", "index", "level", *self.options)
        return {name: value for name, value in options.items() if name in known}

    def begin(self, rng: Random, setup: Setup) -> tuple[Week, DeskObservation]:
        """Make the week of this level and season."""
        level = LEVELS[0] if setup.level is None else setup.level
        season = str(setup.options["season"])
        if level not in LEVELS:
            raise SetupError(f"level must be one of {list(LEVELS)}")
        if season not in PRICES:
            raise SetupError(f"season must be one of {sorted(PRICES)}")
        week = Week(make_week(rng, level, season))
        return week, self._observe(week)

    def advance(self, game: Week, action: DeskAction) -> DeskObservation:
        """Play one night."""
        night = game.nights[game.played]
        game.profit += night.profit(action.accept, action.voucher)
        game.last_shows = night.shows(min(action.accept, night.requests))
        game.last_walked = max(0, game.last_shows - ROOMS)
        game.played += 1
        return self._observe(game)

    def facts(self, game: Week) -> Mapping[str, Any]:
        """The profit, and the two profits that it is compared with."""
        return {
            "profit": game.profit,
            "plain": sum(night.profit(ROOMS, night.fair_voucher) for night in game.nights),
            "best": sum(night.best_profit() for night in game.nights),
        }

    def _observe(self, week: Week) -> DeskObservation:
        over = week.played == NIGHTS
        seen = DeskObservation(
            night=week.played,
            nights_left=NIGHTS - week.played,
            rooms=ROOMS,
            relocation=RELOCATION,
            last_shows=week.last_shows,
            last_walked=week.last_walked,
            profit=week.profit,
            done=over,
        )
        if not over:
            night = week.nights[week.played]
            seen.requests, seen.no_show_rate = night.requests, night.no_show_rate
            seen.price, seen.fair_voucher = night.price, night.fair_voucher
        return seen
