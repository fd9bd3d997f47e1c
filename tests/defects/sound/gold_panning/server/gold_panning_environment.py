"""The rules of a season, and the reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
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

from ..models import PannerAction, PannerObservation
from ..season import DAYS, PRICES, SLUICE_PRICE, START_CASH, Panner, Season, draw


@dataclass
class Claim:
    """Everything that changes during an episode."""

    season: Season
    panner: Panner = field(default_factory=Panner)
    day: int = 0


class PannerEnvironment(VerifiedEnvironment[PannerAction, PannerObservation, VerifiedState, Claim]):
    """Turn a creek into money."""

    max_steps = 20
    step_timeout_s = 5.0
    options: ClassVar[Mapping[str, Any]] = {"prices": "steady"}
    reward = Reward(Column("profit", lambda t: t.facts["profit"], kind="outcome"))

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> PannerObservation:
        """Begin an episode; options that this environment does not know are ignored."""
        return super().reset(seed, episode_id, **self._known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> PannerObservation:
        """The same without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **self._known(options))

    def _known(self, options: Mapping[str, Any]) -> dict[str, Any]:
        known = {"split", "index", "level", *self.options}
        return {name: value for name, value in options.items() if name in known}

    def begin(self, rng: Random, setup: Setup) -> tuple[Claim, PannerObservation]:
        """Draw a season."""
        level = 1 if setup.level is None else setup.level
        if level not in DAYS or setup.options["prices"] not in PRICES:
            raise SetupError(f"level is one of {list(DAYS)}, prices one of {list(PRICES)}")
        game = Claim(draw(rng, level, setup.options["prices"]))
        return game, _observation(game, "")

    def advance(self, game: Claim, action: PannerAction) -> PannerObservation:
        """Play one day."""
        panner, today = game.panner, game.day
        game.day += 1
        if action.op == "leave":
            return _observation(game, "left", done=True)
        if action.op == "pan":
            note = panner.pan(game.season, today)
        elif action.op == "sell":
            note = panner.sell(action.amount, game.season.gold_price[today])
        elif action.op == "buy":
            note = panner.buy(action.amount)
        else:
            note = panner.give_back(action.amount)
        return _observation(game, note)

    def facts(self, game: Claim) -> Mapping[str, Any]:
        """The profit as a share of the target."""
        profit = game.panner.cash - START_CASH
        return {"profit": min(1.0, max(0.0, profit / game.season.target))}


def _observation(game: Claim, note: str, done: bool = False) -> PannerObservation:
    season, panner = game.season, game.panner
    today = min(game.day, season.days - 1)
    return PannerObservation(
        day=today + 1,
        days=season.days,
        cash=panner.cash,
        grains=panner.grains,
        sluices=len(panner.paid),
        gold_price=season.gold_price[today],
        sluice_price=SLUICE_PRICE,
        target=season.target,
        note=note,
        done=done or game.day == season.days,
    )
