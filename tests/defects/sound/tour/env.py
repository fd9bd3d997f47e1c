"""Deliver at stops along a road, each while it is open: one plan, with waits that may vary."""

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, Field

NAMES = tuple("abcdefghijklmnopqrstuvw")
STOPS = 5
ROAD = 90
WINDOW = 60


class Leg(BaseModel):
    """Drive to a stop, wait there, and deliver."""

    stop: str
    wait: int = Field(default=0, ge=0, le=600, description="minutes before the delivery")


class TourAction(Action):
    """The whole plan."""

    legs: list[Leg] = Field(default_factory=list, max_length=20, description="in driving order")


class Stop(BaseModel):
    """A place on the road, and when it opens; it closes an hour later."""

    name: str
    kilometre: int = Field(description="the van drives one kilometre a minute, from 0")
    opens: int = Field(description="minutes after the start")


class TourObservation(Observation):
    """Where to deliver."""

    stops: list[Stop] = Field(default_factory=list)
    feedback: str = ""


class TourEnvironment(Environment[TourAction, TourObservation, State]):
    """Pays 1 if each stop has its one delivery while it is open, else nothing."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._stops: list[Stop] = []
        self._over = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> TourObservation:
        """Draw the stops along a drive that serves them all."""
        rng = random.Random(seed)
        self._stops, place, minute = [], 0, 0
        names = rng.sample(NAMES, STOPS)
        for name in names:
            kilometre = rng.randrange(ROAD)
            minute += abs(kilometre - place) + rng.randrange(90)
            opens = max(0, minute - rng.randrange(10, WINDOW - 10))
            self._stops.append(Stop(name=name, kilometre=kilometre, opens=opens))
            place = kilometre
        rng.shuffle(self._stops)
        self._over = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe("Plan the tour.", None)

    def step(
        self, action: TourAction, timeout_s: float | None = None, **options: Any
    ) -> TourObservation:
        """Drive a plan."""
        if not self._stops:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._over:
            return self._observe("The tour is over: call reset().", 0.0)
        self._state.step_count += 1
        self._over = True
        problem = self._problem(action.legs)
        return self._observe(problem or "All was delivered.", 0.0 if problem else 1.0)

    def _problem(self, legs: list[Leg]) -> str:
        """What is wrong with a plan; empty if nothing is."""
        stops = {stop.name: stop for stop in self._stops}
        if sorted(leg.stop for leg in legs) != sorted(stops):
            return "Each stop needs one delivery."
        place = minute = 0
        for leg in legs:
            stop = stops[leg.stop]
            minute += abs(stop.kilometre - place) + leg.wait
            place = stop.kilometre
            if not stop.opens <= minute <= stop.opens + WINDOW:
                return f"Stop {stop.name} was closed."
        return ""

    def _observe(self, feedback: str, reward: float | None) -> TourObservation:
        stops = [stop.model_copy() for stop in self._stops]
        return TourObservation(stops=stops, feedback=feedback, reward=reward, done=self._over)

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
