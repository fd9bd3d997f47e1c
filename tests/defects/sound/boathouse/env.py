"""Rent a boat: only a jetty, a boat of that jetty and a number of hours together are a contract."""

import copy
import random
from typing import Any, Literal
from uuid import uuid4

from openenv.core.env_server import Environment, create_fastapi_app
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

JETTIES: dict[str, dict[str, dict[str, int]]] = {
    "north": {
        "Heron": {"seats": 4, "price": 19, "free": 3},
        "Otter": {"seats": 2, "price": 11, "free": 2},
    },
    "south": {
        "Pike": {"seats": 6, "price": 31, "free": 2},
        "Swan": {"seats": 4, "price": 17, "free": 2},
    },
}
LIMIT = 8


class BoatAction(Action):
    """List a jetty's boats, look at one, or rent one."""

    kind: Literal["boats", "look", "rent"] = Field(description="what to do")
    jetty: str | None = Field(default=None, max_length=20, description="north or south")
    boat: str | None = Field(default=None, max_length=20)
    hours: int | None = Field(default=None, ge=1, le=12)


class BoatObservation(Observation):
    """The wish, and the answer to the last action."""

    wish: str = ""
    boats: list[str] = Field(default_factory=list)
    card: dict[str, int] = Field(default_factory=dict)
    error: str = ""


class BoatEnv(Environment[BoatAction, BoatObservation, State]):
    """1 for the cheapest boat with enough seats, for as long as it is wished."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._jetties: dict[str, dict[str, dict[str, int]]] = {}
        self._people = self._hours = 0
        self._over = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> BoatObservation:
        """Draw a wish; all boats are at their jetties."""
        rng = random.Random(seed)
        self._jetties = copy.deepcopy(JETTIES)
        self._people, self._hours = rng.randint(1, 6), rng.randint(1, 12)
        self._over = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._see(reward=None)

    def step(
        self, action: BoatAction, timeout_s: float | None = None, **options: Any
    ) -> BoatObservation:
        """Answer."""
        if not self._jetties:
            raise RuntimeError("there is no wish: call reset() before step()")
        if self._over:
            return self._see(error="the boathouse is closed")
        self._state.step_count += 1
        self._over = self._state.step_count >= LIMIT
        boats = self._jetties.get(action.jetty or "", {})
        if action.kind == "boats":
            return self._see(boats=sorted(boats), error="" if boats else "no such jetty")
        boat = boats.get(action.boat or "")
        if boat is None:
            return self._see(error="no such boat at this jetty")
        if action.kind == "look":
            return self._see(card=dict(boat))
        if action.hours is None or not boat["free"]:
            return self._see(error="hours are missing" if boat["free"] else "none is free")
        boat["free"] -= 1
        self._over = True
        right = action.hours == self._hours and boat["price"] == self._least_price()
        return self._see(card=dict(boat), reward=float(right))

    def _least_price(self) -> int:
        every = [boat for boats in self._jetties.values() for boat in boats.values()]
        return min(boat["price"] for boat in every if boat["seats"] >= self._people)

    def _see(
        self,
        boats: list[str] | None = None,
        card: dict[str, int] | None = None,
        error: str = "",
        reward: float | None = 0.0,
    ) -> BoatObservation:
        people = "one person" if self._people == 1 else f"{self._people} people"
        return BoatObservation(
            wish=f"A boat for {people}, for hours: {self._hours}. As cheap as possible.",
            boats=boats or [],
            card=card or {},
            error=error,
            reward=reward,
            done=self._over,
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()


app = create_fastapi_app(BoatEnv, BoatAction, BoatObservation)
