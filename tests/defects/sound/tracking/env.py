"""Say where a parcel is: look up the customer's order, track it, answer once."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from openenv.core.env_server import create_fastapi_app
from pydantic import Field

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    VerifiedAction,
    VerifiedEnvironment,
    VerifiedObservation,
    VerifiedState,
)

CUSTOMERS = ("Abena", "Bruno", "Chidi", "Dagny", "Elif", "Farid", "Greta", "Hana")
DEPOTS = ("Aarhus", "Basel", "Cadiz", "Derry", "Espoo", "Faro", "Ghent", "Izmir", "Jena", "Kiruna")
MAX_CALLS = 6


class TrackingAction(VerifiedAction):
    """One call of a tool."""

    tool: Literal["orders", "track", "answer"] = Field(
        default="orders", description="orders: of a customer; track: an order"
    )
    argument: str = Field(default="", max_length=40, description="a customer, an order or a depot")


class TrackingObservation(VerifiedObservation):
    """The question, and what the last tool returned."""

    question: str = Field(default="", description="what the customer wants to know")
    result: str = Field(default="", description="what the last tool returned")
    calls_left: int = Field(default=0, description="calls that remain")


@dataclass
class Desk:
    """The records of this episode."""

    asked: str
    order_of: dict[str, str]
    depot_of: dict[str, str]
    calls: int = 0
    answered: bool = False
    right: bool = False


class TrackingEnvironment(
    VerifiedEnvironment[TrackingAction, TrackingObservation, VerifiedState, Desk]
):
    """Pays 1 for the depot that holds the parcel; all records are drawn anew in every episode."""

    max_steps = MAX_CALLS
    reward = Reward(Column("right", lambda t: float(t.facts["right"]), kind="outcome"))

    def begin(self, rng: Random, setup: Setup) -> tuple[Desk, TrackingObservation]:
        """Draw the orders and the depots."""
        numbers = rng.sample(range(10_000, 100_000), len(CUSTOMERS))
        order_of = {name: f"N{number}" for name, number in zip(CUSTOMERS, numbers, strict=True)}
        depot_of = {order: rng.choice(DEPOTS) for order in order_of.values()}
        desk = Desk(rng.choice(CUSTOMERS), order_of, depot_of)
        return desk, self._observe(desk, "")

    def advance(self, game: Desk, action: TrackingAction) -> TrackingObservation:
        """Run a tool, or check the answer."""
        game.calls += 1
        argument = action.argument.strip()
        if action.tool == "answer":
            game.answered = True
            game.right = argument == game.depot_of[game.order_of[game.asked]]
            return self._observe(game, "thank you")
        records = game.order_of if action.tool == "orders" else game.depot_of
        return self._observe(game, records.get(argument, "nothing found"))

    def facts(self, game: Desk) -> Mapping[str, Any]:
        """Whether the answer was right."""
        return {"right": game.right}

    @staticmethod
    def _observe(desk: Desk, result: str) -> TrackingObservation:
        return TrackingObservation(
            question=f"Where is the parcel of {desk.asked}?",
            result=result,
            calls_left=MAX_CALLS - desk.calls,
            done=desk.answered,
        )


app = create_fastapi_app(TrackingEnvironment, TrackingAction, TrackingObservation)
