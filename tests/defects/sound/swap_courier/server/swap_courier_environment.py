"""A courier on an e-bike whose battery is swapped on the way."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..city import FULL, SWAP_MINUTES, Ride, found
    from ..models import CourierAction, CourierObservation, CourierState
except ImportError:
    from city import FULL, SWAP_MINUTES, Ride, found
    from models import CourierAction, CourierObservation, CourierState

REFUSALS, MOVES = 3, 30


class SwapCourierEnvironment(Environment[CourierAction, CourierObservation, CourierState]):
    """One tour per episode."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._ride: Ride | None = None
        self._state = CourierState()
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> CourierObservation:
        """Draw a city."""
        rng = random.Random() if seed is None else random.Random(f"courier {seed}")
        self._ride, self._done = found(rng), False
        self._state = CourierState(episode_id=episode_id or str(uuid.uuid4()))
        return self._view(self._ride, "", None)

    def step(
        self, action: CourierAction, timeout_s: float | None = None, **kwargs: Any
    ) -> CourierObservation:
        """Ride or swap."""
        ride = self._ride
        if self._done or ride is None:
            return CourierObservation(done=True, reward=0.0, note="the tour is over")
        self._state.step_count += 1
        note = self._move(ride, action)
        ride.refused += bool(note)
        late = ride.clock > ride.deadline
        out = ride.refused >= REFUSALS or self._state.step_count >= MOVES
        self._done = late or out or not ride.parcels
        self._state.clock = ride.clock
        return self._view(ride, note, float(not ride.parcels and not late))

    def _move(self, ride: Ride, action: CourierAction) -> str:
        """Make a move; the text says why it was refused."""
        if action.kind == "swap":
            if ride.stock.get(ride.at, 0) < 1:
                return "no full battery here"
            ride.stock[ride.at] -= 1
            ride.charge = FULL
            ride.clock += SWAP_MINUTES
            return ""
        if action.kind == "wait":
            return "a courier does not wait"
        minutes = ride.roads[ride.at].get(action.to)
        if minutes is None:
            return "no road leads there"
        if minutes > ride.charge:
            return "the battery does not last"
        ride.at = action.to
        ride.charge -= minutes
        ride.clock += minutes
        ride.parcels.discard(ride.at)
        return ""

    @property
    def state(self) -> CourierState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _view(self, ride: Ride, note: str, reward: float | None) -> CourierObservation:
        return CourierObservation(
            roads={place: dict(ways) for place, ways in ride.roads.items()},
            stock=dict(ride.stock),
            parcels=sorted(ride.parcels),
            at=ride.at,
            charge=ride.charge,
            clock=ride.clock,
            deadline=ride.deadline,
            note=note,
            reward=reward,
            done=self._done,
        )
