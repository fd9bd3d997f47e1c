"""Drive a van to a customer, block by block: a delivery pays, each block costs a little fuel."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from openenv.core.env_server import create_fastapi_app
from pydantic import BaseModel, Field

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    SetupError,
    VerifiedAction,
    VerifiedEnvironment,
    VerifiedObservation,
    VerifiedState,
)

SIZE = 16
BLOCKS = {1: (2, 4), 2: (5, 8), 3: (12, 16)}
MAX_STEPS = 40
MOVES = {"north": (-1, 0), "south": (1, 0), "west": (0, -1), "east": (0, 1)}


class Place(BaseModel):
    """A crossing of the town."""

    row: int = Field(default=0, description="from 0 in the north")
    column: int = Field(default=0, description="from 0 in the west")


class VanAction(VerifiedAction):
    """Drive one block, or park for the day."""

    go: Literal["north", "south", "west", "east", "park"] = Field(
        default="park", description="park ends the tour"
    )


class VanObservation(VerifiedObservation):
    """Where the van and the customer are."""

    van: Place = Field(default_factory=Place, description="the crossing of the van")
    customer: Place = Field(default_factory=Place, description="the crossing of the customer")
    blocks_left: int = Field(default=0, description="blocks that the fuel allows")


@dataclass
class Tour:
    """A tour in progress."""

    van: Place
    customer: Place
    steps: int = 0
    drove: bool = False
    parked: bool = False


class VanEnvironment(VerifiedEnvironment[VanAction, VanObservation, VerifiedState, Tour]):
    """Pays 1 for a delivery, so that at every level it earns more than parking at once."""

    max_steps = MAX_STEPS
    reward = Reward(
        Column("delivered", lambda t: float(t.facts["delivered"]), kind="outcome"),
        Column("fuel", lambda t: -float(t.facts["drove"]), kind="cost", range=(-1, 0), weight=0.01),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Tour, VanObservation]:
        """Draw crossings whose distance fits the level."""
        level = 1 if setup.level is None else setup.level
        if level not in BLOCKS:
            raise SetupError(f"level must be one of {sorted(BLOCKS)}")
        low, high = BLOCKS[level]
        while True:
            a, b, c, d = (rng.randrange(SIZE) for _ in range(4))
            if low <= abs(a - c) + abs(b - d) <= high:
                break
        tour = Tour(Place(row=a, column=b), Place(row=c, column=d))
        return tour, self._observe(tour)

    def advance(self, game: Tour, action: VanAction) -> VanObservation:
        """Drive a block; at the edge of the town the van stays, and the fuel is used."""
        game.steps += 1
        game.parked = action.go == "park"
        game.drove = not game.parked
        down, right = MOVES.get(action.go, (0, 0))
        game.van = Place(
            row=min(max(game.van.row + down, 0), SIZE - 1),
            column=min(max(game.van.column + right, 0), SIZE - 1),
        )
        return self._observe(game)

    def facts(self, game: Tour) -> Mapping[str, Any]:
        """Whether the parcel is delivered, and whether fuel was used in this step."""
        return {"delivered": game.van == game.customer, "drove": game.drove}

    @staticmethod
    def _observe(tour: Tour) -> VanObservation:
        return VanObservation(
            van=tour.van,
            customer=tour.customer,
            blocks_left=MAX_STEPS - tour.steps,
            done=tour.van == tour.customer or tour.parked,
        )


app = create_fastapi_app(VanEnvironment, VanAction, VanObservation)
