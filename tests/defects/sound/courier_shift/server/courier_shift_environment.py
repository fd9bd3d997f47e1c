"""The rules of an episode, and the reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Literal

from hallmark_rl.sdk import (
    Column,
    Reward,
    Secret,
    Setup,
    SetupError,
    VerifiedEnvironment,
    VerifiedState,
)

from ..city import DEPOT, PACE, SHIFT, Order, Place, draw_orders, minutes_between
from ..models import CourierShiftAction, CourierShiftObservation, OpenOrder

MOVES = 60
Outcome = Literal["on time", "late", "declined", "missed"]


@dataclass
class Day:
    """Everything that changes during an episode. `outcomes` says what became of an order."""

    orders: dict[int, Order]
    tour: Secret[list[int]]
    place: Place = DEPOT
    minute: int = 0
    moves: int = 0
    outcomes: dict[int, Outcome] = field(default_factory=dict)
    delay: int = 0
    declines: bool = False

    @property
    def open(self) -> list[Order]:
        """The orders that came in and wait for the courier."""
        return [
            order
            for order in self.orders.values()
            if order.placed <= self.minute and order.number not in self.outcomes
        ]

    def count(self, outcome: Outcome) -> int:
        """How many orders ended like this."""
        return list(self.outcomes.values()).count(outcome)

    def settle(self) -> None:
        """At the end of the day, every order that has no outcome is missed."""
        for number in self.orders:
            self.outcomes.setdefault(number, "missed")


class CourierShiftEnvironment(
    VerifiedEnvironment[CourierShiftAction, CourierShiftObservation, VerifiedState, Day]
):
    """Serve the orders of a day: every order ends on time, late, declined or missed.

    The reward is the share that was on time, less what late, declined and missed orders cost.
    `reset(busy=True)` plays a day with about twice as many orders.
    """

    max_steps = MOVES
    step_timeout_s = 5.0
    options: ClassVar[Mapping[str, Any]] = {"busy": False}
    reward = Reward(
        Column("served", lambda t: t.facts["served"], kind="outcome"),
        Column(
            "delay",
            lambda t: -min(1.0, t.facts["delay"] / 60),
            kind="cost",
            range=(-1, 0),
            weight=0.1,
        ),
        Column(
            "declined",
            lambda t: -float(t.facts["declines"]),
            kind="cost",
            range=(-1, 0),
            weight=0.05,
        ),
        Column("missed", lambda t: -t.facts["missed"], kind="cost", range=(-1, 0), weight=0.5),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Day, CourierShiftObservation]:
        """Draw the orders of the day."""
        busy = setup.options["busy"]
        if not isinstance(busy, bool):
            raise SetupError("busy must be True or False")
        orders = draw_orders(rng, busy=busy)
        tour = Secret([order.number for order in orders])
        day = Day({order.number: order for order in sorted(orders, key=lambda o: o.number)}, tour)
        return day, _observation(day)

    def advance(self, day: Day, action: CourierShiftAction) -> CourierShiftObservation:
        """Deliver, decline or wait. The day is over after the shift, or if nothing is left."""
        day.moves += 1
        day.delay, day.declines = 0, False
        note: Literal["", "no such order"] = ""
        order = next((order for order in day.open if order.number == action.order), None)
        if action.kind == "wait":
            _wait(day, action.minutes)
        elif order is None:
            note = "no such order"
        elif action.kind == "decline":
            day.outcomes[order.number] = "declined"
            day.declines = True
        else:
            day.minute += minutes_between(day.place, order.place)
            day.place = order.place
            day.delay = max(0, day.minute - order.due)
            day.outcomes[order.number] = "late" if day.delay else "on time"
        over = day.minute >= SHIFT or day.moves >= MOVES or len(day.outcomes) == len(day.orders)
        if over:
            day.settle()
        return _observation(day, note, done=over)

    def facts(self, day: Day) -> Mapping[str, Any]:
        """What the reward columns read; the agent never sees it."""
        settled = max(1, len(day.outcomes))
        return {
            "served": day.count("on time") / settled,
            "missed": day.count("missed") / settled,
            "delay": day.delay,
            "declines": day.declines,
        }


def _wait(day: Day, minutes: int) -> None:
    """Wait until an order comes in, but at most so long."""
    news = [order.placed for order in day.orders.values() if order.placed > day.minute]
    day.minute = min([day.minute + minutes, SHIFT, *news])


def _observation(
    day: Day, note: Literal["", "no such order"] = "", *, done: bool = False
) -> CourierShiftObservation:
    return CourierShiftObservation(
        minute=day.minute,
        shift=SHIFT,
        moves_left=MOVES - day.moves,
        x=day.place[0],
        y=day.place[1],
        minutes_per_block=PACE,
        orders=[
            OpenOrder(order=order.number, x=order.place[0], y=order.place[1], due=order.due)
            for order in day.open
        ],
        on_time=day.count("on time"),
        note=note,
        done=done,
    )
