"""Keep the grid in balance for a day."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import GridDayAction, GridDayObservation, GridDayState
except ImportError:
    from models import GridDayAction, GridDayObservation, GridDayState

PERIODS = 16
GAS, RAMP, HYDRO = 200, 30, 60
TOLERANCE, BLACKOUT = 5, 40


def clamp(value: int, low: int, high: int) -> int:
    """The nearest value within the limits."""
    return max(low, min(high, value))


class GridDayEnvironment(Environment[GridDayAction, GridDayObservation, GridDayState]):
    """A control room with a gas plant, a hydro plant and some wind."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = GridDayState()
        self._demand: list[int] = []
        self._wind: list[int] = []
        self._gas = self._water = self._period = 0
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> GridDayObservation:
        """Start a day; the seed chooses it."""
        rng = random.Random() if seed is None else random.Random(f"day {seed}")
        self._gas = gas = rng.randrange(80, 121, 5)
        self._demand, self._wind, self._water = [], [], 0
        for _ in range(PERIODS):
            gas = clamp(gas + rng.choice((-30, -20, -10, 10, 20, 30)), 30, GAS)
            hydro = rng.choice((0, 0, 0, 20, 40, 60))
            wind = rng.randrange(0, 61)
            self._demand.append(gas + hydro + wind)
            self._wind.append(wind)
            self._water += hydro
        self._period = 0
        self._done = False
        self._state = GridDayState(episode_id=episode_id or str(uuid.uuid4()))
        return self._observation(0, "", None)

    def step(
        self, action: GridDayAction, timeout_s: float | None = None, **kwargs: Any
    ) -> GridDayObservation:
        """Run the plants for one period."""
        if self._done:
            return self._observation(0, "the day is over", 0.0)
        self._state.step_count += 1
        low, high = max(0, self._gas - RAMP), min(GAS, self._gas + RAMP)
        self._gas = clamp(action.gas, low, high)
        hydro = clamp(action.hydro, 0, min(HYDRO, self._water))
        self._water -= hydro
        gap = self._gas + hydro + self._wind[self._period] - self._demand[self._period]
        reward, note = 0.0, "off"
        if abs(gap) <= TOLERANCE:
            reward, note = 1.0 / PERIODS, "balanced"
            self._state.balanced += 1
        elif abs(gap) > BLACKOUT:
            note = "blackout"
            self._done = True
        self._period += 1
        self._done = self._done or self._period >= PERIODS
        return self._observation(gap, note, reward)

    @property
    def state(self) -> GridDayState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(self, gap: int, note: str, reward: float | None) -> GridDayObservation:
        return GridDayObservation(
            demand=self._demand[self._period :],
            wind=self._wind[self._period :],
            gas=self._gas,
            water=self._water,
            gap=gap,
            note=note,
            reward=reward,
            done=self._done,
        )
