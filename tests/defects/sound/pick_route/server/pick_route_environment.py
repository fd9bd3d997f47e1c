"""One picking list, one route."""

from __future__ import annotations

import uuid
from random import Random
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..models import PickRouteAction, PickRouteObservation
    from ..warehouse import Place, draw, length, shortest
except ImportError:
    from models import PickRouteAction, PickRouteObservation
    from warehouse import Place, draw, length, shortest


class PickRouteEnvironment(Environment[PickRouteAction, PickRouteObservation, State]):
    """Visit all stops on a short way."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State()
        self._stops: dict[str, Place] = {}
        self._open = False

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, stops: int = 6, **kwargs: Any
    ) -> PickRouteObservation:
        """Print a picking list with 4 to 7 stops."""
        if stops not in (4, 5, 6, 7):
            raise ValueError("stops must be from 4 to 7")
        rng = Random() if seed is None else Random(f"picking {seed}")
        self._stops = dict(zip("ABCDEFG", draw(rng, int(stops)), strict=False))
        self._open = True
        self._state = State(episode_id=episode_id or str(uuid.uuid4()))
        return PickRouteObservation(stops=dict(self._stops))

    def step(
        self, action: PickRouteAction, timeout_s: float | None = None, **kwargs: Any
    ) -> PickRouteObservation:
        """Walk the route."""
        if not self._open:
            return PickRouteObservation(message="closed", done=True, reward=0.0)
        self._open = False
        self._state.step_count += 1
        route = [name.strip().upper() for name in action.route]
        if sorted(route) != sorted(self._stops):
            return PickRouteObservation(
                stops=dict(self._stops), message="refused", done=True, reward=0.0
            )
        walked = length([self._stops[name] for name in route])
        detour = walked / shortest(list(self._stops.values())) - 1
        return PickRouteObservation(
            stops=dict(self._stops),
            length=walked,
            message="picked",
            done=True,
            reward=min(1.0, max(0.0, 1 - 2 * detour)),
        )

    @property
    def state(self) -> State:
        """Id and step count."""
        return self._state.model_copy(deep=True)
