"""Match incoming orders with a book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, VerifiedEnvironment, VerifiedState

from ..models import BookMatchAction, BookMatchObservation, Fill, Order

INCOMING, RESTING = 4, 8
RULES = (
    "A buy order trades with resting sell orders at its price or less, the lowest price first. A "
    "sell order trades with resting buy orders at its price or more, the highest price first. "
    "Among equal prices the earlier time comes first. It trades as much as it can; what is left "
    "of it rests in the book. Give the trades of the incoming order: ids of resting orders with "
    "quantities, in the order in which they happen; an empty list if there are none."
)


@dataclass
class Market:
    """The book, the orders to come, and how many were matched rightly."""

    book: list[Order]
    queue: list[Order]
    right: int = 0
    done: int = 0


def ranked(book: list[Order], side: str) -> list[Order]:
    """Resting orders of a side, best first: by price, then by time."""
    orders = [order for order in book if order.side == side]
    if side == "buy":
        return sorted(orders, key=lambda order: (-order.price, order.time))
    return sorted(orders, key=lambda order: (order.price, order.time))


def match(book: list[Order], incoming: Order) -> list[Fill]:
    """The trades of an incoming order; the book stays as it is."""
    buying = incoming.side == "buy"
    fills, left = [], incoming.quantity
    for order in ranked(book, "sell" if buying else "buy"):
        meets = order.price <= incoming.price if buying else order.price >= incoming.price
        if not left or not meets:
            break
        quantity = min(left, order.quantity)
        fills.append(Fill(id=order.id, quantity=quantity))
        left -= quantity
    return fills


def settle(book: list[Order], incoming: Order, fills: list[Fill]) -> list[Order]:
    """The book after the trades."""
    taken = {fill.id: fill.quantity for fill in fills}
    taken[incoming.id] = sum(taken.values())
    after = []
    for order in (*book, incoming):
        rest = order.quantity - taken.get(order.id, 0)
        if rest:
            after.append(order.model_copy(update={"quantity": rest}))
    return sorted(after, key=lambda order: order.id)


def opening(rng: Random) -> Market:
    """Draw a book without crossed prices, and orders that come in."""
    count = RESTING + INCOMING
    ids = [f"{letter}{rng.randint(10, 99)}" for letter in rng.sample("ABCDEFGHJKLM", count)]
    orders = []
    for time, name in enumerate(ids, 1):
        side = rng.choice(("buy", "sell"))
        price = rng.randint(92, 99) if side == "buy" else rng.randint(101, 108)
        if time > RESTING:
            price = rng.randint(97, 107) if side == "buy" else rng.randint(93, 103)
        order = Order(id=name, side=side, price=price, quantity=rng.randint(1, 9), time=time)
        orders.append(order)
    book = sorted(orders[:RESTING], key=lambda order: order.id)
    return Market(book, orders[RESTING:])


class BookMatchEnvironment(
    VerifiedEnvironment[BookMatchAction, BookMatchObservation, VerifiedState, Market]
):
    """Match four orders."""

    max_steps = INCOMING
    reward = Reward(Column("matched", lambda t: float(t.facts["all_right"]), kind="outcome"))

    def begin(self, rng: Random, setup: Setup) -> tuple[Market, BookMatchObservation]:
        """Open the market."""
        market = opening(rng)
        while not any(match(market.book, order) for order in market.queue[:1]):
            market = opening(rng)
        return market, self._screen(market, "")

    def advance(self, game: Market, action: BookMatchAction) -> BookMatchObservation:
        """Compare the trades, and bring the book up to date."""
        incoming = game.queue[game.done]
        fills = match(game.book, incoming)
        right = action.fills == fills
        game.right += right
        game.book = settle(game.book, incoming, fills)
        game.done += 1
        return self._screen(game, "right" if right else "wrong")

    def facts(self, game: Market) -> Mapping[str, Any]:
        """What the reward reads."""
        return {"all_right": game.right == INCOMING}

    def _screen(self, market: Market, note: str) -> BookMatchObservation:
        left = INCOMING - market.done
        return BookMatchObservation(
            rules=RULES,
            book=[order.model_copy() for order in market.book],
            incoming=market.queue[market.done].model_copy() if left else None,
            left=left,
            note=note,
            done=not left,
        )
