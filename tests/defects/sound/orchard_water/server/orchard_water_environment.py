"""The rules of a season, and the reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
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

from ..models import Forecast, OrchardWaterAction, OrchardWaterObservation
from ..weather import CLIMATES, DAYS, Day, draw_season, is_good, moisture_after

CISTERN = 150
PRICE = 0.002
BILLING_DAYS = 10
LEAST_GOOD_DAYS, ENOUGH_GOOD_DAYS = 20, 36
START_MOISTURE = (45, 60)


@dataclass
class Season:
    """Everything that changes during an episode.

    Attributes:
        weather: The weather of every day.
        moisture: The moisture of the soil.
        cistern: The water in the cistern.
        meter: The water that was drawn from the mains.
        readings: The readings of the meter.
        billed: The water on the bill of the last day, if it had one.
        spent: The sum of all bills.
    """

    weather: list[Day]
    moisture: int
    cistern: int = 0
    meter: int = 0
    readings: list[int] = field(default_factory=lambda: [0])
    billed: int = 0
    spent: float = 0.0
    day: int = 0
    good_days: int = 0
    possible: bool = True


class OrchardWaterEnvironment(
    VerifiedEnvironment[OrchardWaterAction, OrchardWaterObservation, VerifiedState, Season]
):
    """Keep an orchard moist for a season of 40 days, with as little bought water as possible.

    `reset(level=1..3)` chooses the climate; the seed decides the weather.
    """

    max_steps = DAYS
    step_timeout_s = 5.0
    reward = Reward(
        Column("harvest", lambda t: t.facts["harvest"], kind="outcome"),
        Column("water", lambda t: -t.facts["billed"] * PRICE, kind="cost", range=(-0.6, 0.0)),
        Column("moist", lambda t: float(t.facts["good"]), kind="process", weight=0.0),
        Column("possible", lambda t: float(t.facts["possible"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Season, OrchardWaterObservation]:
        """Draw the weather of the season."""
        level = 1 if setup.level is None else setup.level
        if level not in CLIMATES:
            raise SetupError(f"level must be one of {list(CLIMATES)}")
        season = Season(draw_season(rng, level), rng.randint(*START_MOISTURE))
        return season, _observation(season)

    def advance(self, season: Season, action: OrchardWaterAction) -> OrchardWaterObservation:
        """Draw water, irrigate, let the day pass; read the meter on the last day of a period."""
        note = ""
        season.meter += action.draw
        season.cistern = min(CISTERN, season.cistern + action.draw)
        irrigation = action.irrigate
        season.possible = irrigation <= season.cistern
        if not season.possible:
            note = "the cistern held less water than was asked for"
            irrigation = season.cistern
        season.cistern -= irrigation
        season.moisture = moisture_after(season.moisture, irrigation, season.weather[season.day])
        season.good_days += is_good(season.moisture)
        season.day += 1
        season.billed = _read_meter(season) if season.day % BILLING_DAYS == 0 else 0
        season.spent += season.billed * PRICE
        return _observation(season, note)

    def facts(self, season: Season) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {
            "harvest": _harvest(season.good_days),
            "billed": season.billed,
            "good": is_good(season.moisture),
            "possible": season.possible,
        }


def _read_meter(season: Season) -> int:
    """Read the meter, and return how much water was drawn since it was read before."""
    season.readings.append(season.meter)
    drawn = [after - before for before, after in pairwise(season.readings)]
    return drawn[-1] if drawn else 0


def _harvest(good_days: int) -> float:
    """The share of a full harvest: none up to 20 good days, all of it from 36 on."""
    share = (good_days - LEAST_GOOD_DAYS) / (ENOUGH_GOOD_DAYS - LEAST_GOOD_DAYS)
    return min(1.0, max(0.0, share))


def _observation(season: Season, note: str = "") -> OrchardWaterObservation:
    return OrchardWaterObservation(
        day=min(season.day + 1, DAYS),
        days_left=DAYS - season.day,
        moisture=season.moisture,
        cistern=season.cistern,
        forecast=[Forecast(**day._asdict()) for day in season.weather[season.day : season.day + 3]],
        good_days=season.good_days,
        meter=season.meter,
        spent=round(season.spent, 4),
        note=note,
        done=season.day == DAYS,
    )
