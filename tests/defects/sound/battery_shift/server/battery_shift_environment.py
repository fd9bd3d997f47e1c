"""The rules of an episode, and the reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from hallmark_rl.sdk import (
    Column,
    Reward,
    Secret,
    Setup,
    SetupError,
    VerifiedEnvironment,
    VerifiedState,
)

from ..market import (
    CAPACITY,
    HOURS,
    SEASONS,
    best_plan,
    cash,
    draw_forecasts,
    draw_market,
    draw_prices,
    fits,
    settlement,
)
from ..models import BatteryShiftAction, BatteryShiftObservation


@dataclass
class Shift:
    """Everything that changes during an episode."""

    season: str
    prices: Secret[list[int]]
    forecasts: Secret[list[list[int]]]
    owed: int
    best: int
    charge: int
    hour: int = 0
    balance: int = 0
    refused: bool = False

    @property
    def share(self) -> float:
        """How much of the best possible earnings was earned, from 0 to 1."""
        return min(1.0, max(0, self.balance) / max(1, self.best))


class BatteryShiftEnvironment(
    VerifiedEnvironment[BatteryShiftAction, BatteryShiftObservation, VerifiedState, Shift]
):
    """Earn as much as possible with a battery in 24 hours.

    `reset(season="winter"|"spring"|"summer"|"autumn")` plays a day in the market of that season,
    which is the same for every seed; without it, the market is drawn for the episode too.
    """

    max_steps = HOURS
    step_timeout_s = 5.0
    options: ClassVar[Mapping[str, Any]] = {"season": None}
    reward = Reward(
        Column("share", lambda t: t.facts["share"], kind="outcome"),
        Column(
            "refused",
            lambda t: -float(t.facts["refused"]),
            kind="cost",
            range=(-1, 0),
            weight=0.02,
        ),
        Column("ahead", lambda t: float(t.facts["balance"] > 0), kind="process", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Shift, BatteryShiftObservation]:
        """Draw the market, unless the season gives it, and then the day."""
        season = setup.options["season"]
        if season is not None and season not in SEASONS:
            raise SetupError(f"season must be None or one of {', '.join(SEASONS)}")
        charge = rng.randrange(1, CAPACITY - 1)
        source = rng if season is None else Random(f"market of {season}")
        market = draw_market(source)
        prices = draw_prices(rng, market)
        forecasts = draw_forecasts(rng, prices)
        best, _ = best_plan(prices, 0, charge, charge)
        shift = Shift(season or "", Secret(prices), Secret(forecasts), charge, best, charge)
        return shift, _observation(shift)

    def advance(self, shift: Shift, action: BatteryShiftAction) -> BatteryShiftObservation:
        """Move the blocks, if they fit, and go on to the next hour; settle after the last."""
        prices = shift.prices.reveal()
        shift.refused = not fits(shift.charge, action.blocks)
        if not shift.refused:
            shift.charge += action.blocks
            shift.balance += cash(prices[shift.hour], action.blocks)
        shift.hour += 1
        if shift.hour == HOURS:
            shift.balance += settlement(prices, shift.charge, shift.owed)
        return _observation(shift)

    def facts(self, shift: Shift) -> Mapping[str, Any]:
        """What the reward columns read; the agent never sees it."""
        return {"share": shift.share, "refused": shift.refused, "balance": shift.balance}


def _observation(shift: Shift) -> BatteryShiftObservation:
    over = shift.hour == HOURS
    return BatteryShiftObservation(
        hour=shift.hour,
        season=shift.season,
        price=0 if over else shift.prices.reveal()[shift.hour],
        forecast=[] if over else shift.forecasts.reveal()[shift.hour],
        charge=shift.charge,
        capacity=CAPACITY,
        owed=shift.owed,
        balance=shift.balance,
        refused=shift.refused,
        done=over,
    )
