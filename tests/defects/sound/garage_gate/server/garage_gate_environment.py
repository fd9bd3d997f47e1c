"""A shift at the gate of a parking garage."""

from __future__ import annotations

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server import Environment

try:
    from ..garage import FLOORS, VEHICLES, Garage, draw_shift, strike_points
    from ..models import GateAction, GateObservation, GateState
except ImportError:
    from garage import FLOORS, VEHICLES, Garage, draw_shift, strike_points
    from models import GateAction, GateObservation, GateState

DECISIONS = 40
STRIKE_LIMIT = 3
INSPECTION_COST = 0.05


class GarageGateEnvironment(Environment[GateAction, GateObservation, GateState]):
    """Park the vehicles that arrive; which bays are taken is seen by inspecting a floor only."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = GateState(episode_id=None, step_count=0)
        self._garage = Garage({}, set())
        self._queue: list[str] = []
        self._arrived = 0
        self._points = 0
        self._inspected: set[int] = set()
        self._floors = 0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        **kwargs: Any,
    ) -> GateObservation:
        """Begin a shift; `level` 1 to 3 sets the size of the garage."""
        if level not in FLOORS:
            raise ValueError(f"level must be one of {sorted(FLOORS)}")
        seed = random.SystemRandom().randrange(2**32) if seed is None else seed
        self._garage, self._queue = draw_shift(random.Random(f"garage {seed} {level}"), level)
        self._floors = FLOORS[level][0]
        self._arrived = VEHICLES[level]
        self._points = 0
        self._inspected = set()
        self._done = False
        self._state = GateState(episode_id=episode_id or str(uuid4()), step_count=0)
        return self._observe("the shift begins", 0.0)

    def step(
        self, action: GateAction, timeout_s: float | None = None, **kwargs: Any
    ) -> GateObservation:
        """Carry out one decision."""
        if self._done:
            return self._observe("the shift is over: call reset()", 0.0)
        self._state.step_count += 1
        found: list[str] = []
        if action.kind == "inspect":
            note, reward, found = self._inspect(action.floor)
        elif action.kind == "assign":
            note, reward = self._assign(action.bay.strip())
        else:
            note, reward = "turned away", 0.0
            self._queue.pop(0)
        self._done = (
            not self._queue or self._points >= STRIKE_LIMIT or self._state.step_count >= DECISIONS
        )
        return self._observe(note, reward, found)

    def _inspect(self, floor: int) -> tuple[str, float, list[str]]:
        if not 1 <= floor <= self._floors:
            return "there is no such floor", 0.0, []
        if floor in self._inspected:
            return "the floor was inspected already", 0.0, []
        self._inspected.add(floor)
        return f"floor {floor} inspected", -INSPECTION_COST, self._garage.free_on(floor)

    def _assign(self, bay: str) -> tuple[str, float]:
        points, note = strike_points(self._garage, self._queue[0], bay)
        self._points += points
        if points:
            return note, 0.0
        self._garage.parked[bay] = self._queue.pop(0)
        self._state.parked = len(self._garage.parked)
        return note, 1.0 / self._arrived

    @property
    def state(self) -> GateState:
        """A copy of the public state."""
        return self._state.model_copy()

    def _observe(self, note: str, reward: float, found: list[str] | None = None) -> GateObservation:
        return GateObservation(
            plan=dict(self._garage.plan),
            vehicle="" if self._done else self._queue[0],
            waiting=len(self._queue),
            parked=dict(self._garage.parked),
            free_bays=found or [],
            strike_points=self._points,
            decisions_left=DECISIONS - self._state.step_count,
            note=note,
            reward=reward,
            done=self._done,
        )
