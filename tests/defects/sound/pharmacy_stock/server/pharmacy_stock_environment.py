"""The rules of an episode, and the reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, VerifiedEnvironment, VerifiedState

from ..models import StockAction, StockObservation

DAYS = 10
COST = 4.0
PRICE = 7.0
STORAGE = 0.5
SPREAD = 6
FULL_SHARE = 0.9
WEEK = (18, 22, 25, 24, 30, 34, 12)


@dataclass
class Shop:
    """The shelf, the money, and the demand of every day."""

    forecasts: list[int]
    demands: list[int]
    day: int = 0
    stock: int = 0
    profit: float = 0.0
    sold: int = 0
    lost: int = 0

    @property
    def best_profit(self) -> float:
        """The profit of an order of exactly the demand, every day."""
        return (PRICE - COST) * sum(self.demands)


class StockEnvironment(VerifiedEnvironment[StockAction, StockObservation, VerifiedState, Shop]):
    """Order a medicine every morning for ten days. Unsold boxes cost storage."""

    max_steps = DAYS
    step_timeout_s = 5.0
    reward = Reward(
        Column("profit", lambda t: t.facts["profit"], kind="outcome"),
        Column("service", lambda t: t.facts["service"], kind="process", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Shop, StockObservation]:
        """Draw the forecasts, and the demand around them."""
        start = rng.randrange(len(WEEK))
        factor = rng.uniform(0.7, 1.3)
        forecasts = [round(WEEK[(start + day) % len(WEEK)] * factor) for day in range(DAYS)]
        demands = [forecast + rng.randint(-SPREAD, SPREAD) for forecast in forecasts]
        shop = Shop(forecasts, demands)
        return shop, _observation(shop)

    def advance(self, game: Shop, action: StockAction) -> StockObservation:
        """Receive the order, sell, and pay for what is left."""
        demand = game.demands[game.day]
        game.stock += action.boxes
        game.profit -= COST * action.boxes
        game.sold = max(0, min(game.stock, demand))
        game.lost = demand - game.sold
        game.stock -= game.sold
        game.profit += PRICE * game.sold - STORAGE * game.stock
        game.day += 1
        return _observation(game)

    def facts(self, game: Shop) -> Mapping[str, Any]:
        """What the reward columns read."""
        share = game.profit / (FULL_SHARE * game.best_profit)
        asked = game.sold + game.lost
        return {
            "profit": min(1.0, max(0.0, share)),
            "service": game.sold / asked if asked else 0.0,
        }


def _observation(shop: Shop) -> StockObservation:
    done = shop.day == DAYS
    return StockObservation(
        day=shop.day + 1,
        stock=shop.stock,
        forecast=0 if done else shop.forecasts[shop.day],
        sold=shop.sold,
        lost=shop.lost,
        profit=shop.profit,
        done=done,
    )
