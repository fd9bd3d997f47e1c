"""Run the battery of a solar home."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..house import HOURS, Day, best, choices, draw
    from ..models import SolarHomeAction, SolarHomeObservation, SolarHomeState
except ImportError:
    from house import HOURS, Day, best, choices, draw
    from models import SolarHomeAction, SolarHomeObservation, SolarHomeState


class SolarHomeEnvironment(Environment[SolarHomeAction, SolarHomeObservation, SolarHomeState]):
    """A day of 24 hours."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = SolarHomeState()
        self._day = Day((), (), ())
        self._battery = 0
        self._most = 1
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> SolarHomeObservation:
        """Begin a day at midnight."""
        rng = random.Random() if seed is None else random.Random(f"solar {seed}")
        self._day = draw(rng)
        self._most = best(self._day, 0, 0)[0]
        self._battery = 0
        self._done = False
        self._state = SolarHomeState(episode_id=episode_id or str(uuid.uuid4()))
        return self._observation("", None)

    def step(
        self, action: SolarHomeAction, timeout_s: float | None = None, **kwargs: Any
    ) -> SolarHomeObservation:
        """Charge, discharge or idle for an hour."""
        if self._done:
            return SolarHomeObservation(done=True, reward=0.0, note="the day is over")
        hour, charge, note = self._state.step_count, action.charge, ""
        if charge not in choices(self._battery):
            charge, note = 0, "refused"
        saving = self._day.saving(hour, charge)
        self._battery += charge
        self._state.saved += saving
        self._state.step_count += 1
        self._done = self._state.step_count == HOURS
        return self._observation(note, saving / self._most)

    @property
    def state(self) -> SolarHomeState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(self, note: str, reward: float | None) -> SolarHomeObservation:
        return SolarHomeObservation(
            hour=self._state.step_count,
            battery=self._battery,
            prices=list(self._day.prices),
            demand=list(self._day.demand),
            sun=list(self._day.sun),
            note=note,
            reward=reward,
            done=self._done,
        )
