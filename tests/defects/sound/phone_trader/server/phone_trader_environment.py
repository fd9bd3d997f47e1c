"""A day in a shop for second-hand phones."""

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

from ..lenient import IgnoresUnknownOptions
from ..market import SIZES, Shop, best_profit, draw_shop
from ..models import Held, Offer, PhoneTraderAction, PhoneTraderObservation

DEALS = 16


@dataclass
class Day:
    """The state of an episode."""

    shop: Shop
    start_cash: int
    best: int
    deals: int = 0
    refused: bool = False


class PhoneTraderEnvironment(
    IgnoresUnknownOptions,
    VerifiedEnvironment[PhoneTraderAction, PhoneTraderObservation, VerifiedState, Day],
):
    """Buy phones, look inside, sell or return them. The profit of the day is the outcome."""

    max_steps = DEALS
    step_timeout_s = 5.0
    reward = Reward(
        Column("profit", lambda t: t.facts["profit"], kind="outcome"),
        Column("allowed", lambda t: float(not t.facts["refused"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Day, PhoneTraderObservation]:
        """Fill the shelf: three phones in level 1, six in level 2."""
        level = 1 if setup.level is None else setup.level
        if level not in SIZES:
            raise SetupError(f"level must be one of {list(SIZES)}")
        shop = draw_shop(rng, level)
        day = Day(shop, shop.cash, best_profit(shop))
        return day, _look(day, "", done=False)

    def advance(self, day: Day, action: PhoneTraderAction) -> PhoneTraderObservation:
        """Make one deal; a deal that is refused changes nothing but is counted."""
        day.deals += 1
        if action.kind == "close":
            return _look(day, "", done=True)
        if action.kind == "buy":
            note = day.shop.buy(action.phones)
        elif len(action.phones) != 1:
            note = "name one phone"
        elif action.kind == "sell":
            note = day.shop.sell(action.phones[0])
        else:
            note = day.shop.give_back(action.phones[0])
        day.refused = bool(note)
        return _look(day, note, done=not day.shop.shelf and not day.shop.stock)

    def facts(self, day: Day) -> Mapping[str, Any]:
        """The profit as a share of the best one; a loss counts as 0."""
        share = (day.shop.cash - day.start_cash) / day.best
        return {"profit": min(1.0, max(0.0, share)), "refused": day.refused}


def _look(day: Day, note: str, *, done: bool) -> PhoneTraderObservation:
    shop = day.shop
    return PhoneTraderObservation(
        cash=shop.cash,
        start_cash=day.start_cash,
        shelf=[Offer(id=p.id, model=p.model, price=p.price) for p in shop.shelf.values()],
        stock=[
            Held(id=p.id, model=p.model, paid=shop.paid[p.id], worth=p.worth)
            for p in shop.stock.values()
        ],
        deals_left=DEALS - day.deals,
        note=note,
        done=done,
    )
