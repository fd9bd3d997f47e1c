"""One shift of the ferry: orders, clock and money."""

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..models import Booking, FerryAction, FerryObservation
    from ..timetable import FUEL, LEVELS, WAGE, Day, Vehicle, draw_day, other
except ImportError:
    from models import Booking, FerryAction, FerryObservation
    from timetable import FUEL, LEVELS, WAGE, Day, Vehicle, draw_day, other

COINS_PER_REWARD = 100


class FerryTideEnvironment(Environment[FerryAction, FerryObservation, State]):
    """Carry bookings while the tide allows it. Every order takes time or ends the shift."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State(episode_id=str(uuid4()), step_count=0)
        self._day: Day | None = None

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int | None = None,
        spring_tide: bool = False,
        **kwargs: Any,
    ) -> FerryObservation:
        """Begin a shift; options that are not named here are ignored."""
        self._day = None
        level = 1 if level is None else level
        if level not in LEVELS:
            raise ValueError(f"level must be one of {sorted(LEVELS)}, not {level!r}")
        if seed is None:
            seed = random.SystemRandom().getrandbits(48)
        rng = random.Random(f"ferry tide {seed} {level}")
        day = draw_day(rng, level, bool(spring_tide))
        self._state = State(episode_id=episode_id or str(uuid4()), step_count=0)
        self._minute = 0
        self._shore = day.start
        self._left: list[Vehicle] = list(day.vehicles)
        self._takings = 0
        self._done = False
        self._day = day
        return self._observe("The window is open.", None)

    def step(
        self, action: FerryAction, timeout_s: float | None = None, **kwargs: Any
    ) -> FerryObservation:
        """Carry out one order."""
        if self._day is None:
            return FerryObservation(note="No shift: call reset() first.", done=True, reward=0.0)
        if self._done:
            return self._observe("The shift is over.", 0.0)
        self._state.step_count += 1
        if action.order == "tie_up":
            coins, note = 0, "Tied up."
            self._done = True
        elif action.order == "wait":
            coins, note = self._wait(action.minutes)
        else:
            coins, note = self._cross(self._day, action.vehicles)
        if self._minute > self._day.closes or not self._left:
            self._done = True
        self._takings += coins
        return self._observe(note, coins / COINS_PER_REWARD)

    @property
    def state(self) -> State:
        """Episode id and number of orders."""
        return self._state.model_copy()

    def _wait(self, minutes: int) -> tuple[int, str]:
        """Let time pass; a wait that goes past the window ends the shift at its last minute."""
        until = self._day.closes
        if self._minute + minutes > until:
            minutes = until - self._minute
            self._done = True
        self._minute += minutes
        note = f"Waited {minutes} min."
        return -WAGE * minutes, note + (" The window has closed." if self._done else "")

    def _cross(self, day: Day, ids: list[str]) -> tuple[int, str]:
        known = {vehicle.id: vehicle for vehicle in self._left}
        problem = ""
        if len(set(ids)) < len(ids):
            problem = "a vehicle is named twice"
        for each in ids:
            vehicle = known.get(each)
            if vehicle is None:
                problem = f"there is no booking {each[:20]!r} to carry"
            elif vehicle.shore != self._shore:
                problem = f"{each} waits on the other shore"
            elif vehicle.ready > self._minute:
                problem = f"{each} is not ready before minute {vehicle.ready}"
        if not problem and sum(known[each].length for each in ids) > day.deck:
            problem = "the deck is too short for these vehicles"
        if problem:
            coins, note = self._wait(1)
            return coins, f"Not possible: {problem}. {note}"
        self._left = [vehicle for vehicle in self._left if vehicle.id not in ids]
        self._minute += day.crossing
        self._shore = other(self._shore)
        fares = sum(known[each].fare for each in ids)
        return fares - FUEL - WAGE * day.crossing, f"Crossed with {len(ids)} on board."

    def _observe(self, note: str, reward: float | None) -> FerryObservation:
        day = self._day
        return FerryObservation(
            minute=self._minute,
            closes=day.closes,
            shore=self._shore,
            crossing_minutes=day.crossing,
            deck_metres=day.deck,
            fuel=FUEL,
            wage=WAGE,
            bookings=[
                Booking(
                    id=v.id, kind=v.kind, shore=v.shore, length=v.length, fare=v.fare, ready=v.ready
                )
                for v in self._left
            ],
            takings=self._takings,
            note=note,
            done=self._done,
            reward=reward,
        )
