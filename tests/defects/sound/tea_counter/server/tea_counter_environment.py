"""The rules of an episode, and the reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    SetupError,
    Transition,
    VerifiedEnvironment,
    VerifiedState,
)

from ..models import CounterAction, CounterObservation, Holding, ShelfTea
from ..orders import LEVELS, NOTES, TIN, Order, Tea, brought, draw_order

MAX_STEPS = 24
_OPTIONS = ("split", "index", "level")


@dataclass
class Stock:
    """What the blender has of one tea. Tea from an opened tin is loose, but was not bought so."""

    loose: int = 0
    tins: int = 0
    bought_loose: int = 0


@dataclass
class Visit:
    """An order, and what was done for it."""

    order: Order
    purse: int
    stock: dict[str, Stock] = field(default_factory=dict)
    steps: int = 0
    met: bool = False


def _pay(step: Transition) -> float:
    """What the cheapest blend costs, as a share of what was spent on one that meets the order."""
    if not step.facts["met"]:
        return 0.0
    par, spent = step.facts["par"], step.facts["spent"]
    return par / spent if spent > par else 1.0


class TeaCounterEnvironment(
    VerifiedEnvironment[CounterAction, CounterObservation, VerifiedState, Visit]
):
    """Buy tea and blend it; a blend that meets the order is paid by how little was spent."""

    max_steps = MAX_STEPS
    step_timeout_s = 5.0
    reward = Reward(
        Column("pay", _pay, kind="outcome"),
        Column("met", lambda t: float(t.facts["met"]), kind="process", weight=0.0),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> CounterObservation:
        """Begin an episode; options of other environments are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> CounterObservation:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **_known(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Visit, CounterObservation]:
        """Take an order of the level."""
        level = 1 if setup.level is None else setup.level
        if level not in LEVELS:
            raise SetupError(f"there is no level {level}: choose one of {list(LEVELS)}")
        order = draw_order(rng, level)
        visit = Visit(order, order.purse, {tea.name: Stock() for tea in order.shelf})
        return visit, _observation(visit)

    def advance(self, game: Visit, action: CounterAction) -> CounterObservation:
        """Do one thing at the counter."""
        game.steps += 1
        if action.kind == "blend":
            game.met = _meets(game)
            return _observation(game, done=True)
        tea = next((each for each in game.order.shelf if each.name == action.tea), None)
        if tea is None:
            return _observation(game, "there is no such tea on the shelf")
        return _observation(game, _trade(game, tea, action.kind, action.count))

    def facts(self, game: Visit) -> Mapping[str, Any]:
        """What the reward columns read."""
        spent = game.order.purse - game.purse
        return {"met": game.met, "par": game.order.par, "spent": spent}


def _trade(game: Visit, tea: Tea, kind: str, count: int) -> str:
    """Buy, open or return; returns why it was refused, or ""."""
    stock = game.stock[tea.name]
    price = count * (tea.price if kind.endswith("loose") else tea.tin_price)
    if kind.startswith("buy"):
        if price > game.purse:
            return f"that costs {price} cents"
        game.purse -= price
        if kind == "buy_loose":
            stock.loose += count
            stock.bought_loose += count
        else:
            stock.tins += count
        return ""
    have = stock.bought_loose if kind == "return_loose" else stock.tins
    if count > have:
        return f"there are only {have} to {'open' if kind == 'open_tins' else 'return'}"
    if kind == "return_loose":
        stock.loose -= count
        stock.bought_loose -= count
    else:
        stock.tins -= count
    if kind == "open_tins":
        stock.loose += TIN * count
    else:
        game.purse += price
    return ""


def _meets(game: Visit) -> bool:
    order = game.order
    amounts = [game.stock[tea.name].loose for tea in order.shelf]
    return sum(amounts) == order.measures and all(
        brought(order.shelf, amounts, name) == wanted for name, wanted in order.notes.items()
    )


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name in _OPTIONS}


def _observation(game: Visit, note: str = "", *, done: bool = False) -> CounterObservation:
    return CounterObservation(
        shelf=[
            ShelfTea(
                name=tea.name,
                notes=dict(zip(NOTES, tea.notes, strict=True)),
                loose_price=tea.price,
                tin_price=tea.tin_price,
            )
            for tea in game.order.shelf
        ],
        wanted_measures=game.order.measures,
        wanted_notes=dict(game.order.notes),
        purse=game.purse,
        held={
            name: Holding(loose=stock.loose, tins=stock.tins) for name, stock in game.stock.items()
        },
        steps_left=MAX_STEPS - game.steps,
        note=note,
        done=done,
    )
