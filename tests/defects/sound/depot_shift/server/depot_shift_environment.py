"""A shift in the depot, one command a step."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..depot import COUNTS, Depot, draw
    from ..models import DepotObservation, DepotState, RobotAction
except ImportError:
    from depot import COUNTS, Depot, draw
    from models import DepotObservation, DepotState, RobotAction


class DepotShiftEnvironment(Environment[RobotAction, DepotObservation, DepotState]):
    """One depot per episode."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = DepotState()
        self._depot: Depot | None = None
        self._left = 0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        parcels: int | None = None,
        **kwargs: Any,
    ) -> DepotObservation:
        """Fill a depot."""
        parcels = COUNTS[0] if parcels is None else parcels
        if parcels not in COUNTS:
            raise ValueError(f"parcels must be one of {', '.join(map(str, COUNTS))}")
        rng = random.Random() if seed is None else random.Random(f"depot {parcels} {seed}")
        self._depot, self._left = draw(rng, parcels)
        self._done = False
        self._state = DepotState(episode_id=episode_id or str(uuid.uuid4()), parcels=parcels)
        return self._seen("", None)

    def step(
        self, action: RobotAction, timeout_s: float | None = None, **kwargs: Any
    ) -> DepotObservation:
        """Send a command to the robot."""
        depot = self._depot
        if self._done or depot is None:
            return DepotObservation(done=True, reward=0.0, note="the shift is over")
        self._state.step_count += 1
        note = depot.obey(action.command.strip().lower())
        self._left -= 1
        self._done = depot.finished or self._left == 0
        reward = depot.delivered / len(depot.bays) if self._done else 0.0
        return self._seen(note, reward)

    @property
    def state(self) -> DepotState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _seen(self, note: str, reward: float | None) -> DepotObservation:
        depot = self._depot
        assert depot is not None
        return DepotObservation(
            robot=depot.robot,
            carries=depot.carries,
            parcels=dict(sorted(depot.parcels.items())),
            bays=dict(depot.bays),
            shelves=list(depot.shelves),
            delivered=depot.delivered,
            steps_left=self._left,
            note=note,
            reward=reward,
            done=self._done,
        )
