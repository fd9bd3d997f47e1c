"""Thermo Cal: find gain and offset of a linear sensor.

It pays 1 if `gain * raw + offset` is within half a degree of the truth for every bath of the final
inspection, which is not shown. An episode has at most eight actions; three baths are shown first.
"""

from __future__ import annotations

import math
import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import Reading, ThermoCalAction, ThermoCalObservation, ThermoCalState
except ImportError:
    from models import Reading, ThermoCalAction, ThermoCalObservation, ThermoCalState

MAX_ACTIONS = 8
INSPECTED = 12
TOLERANCE = 0.5


class ThermoCalEnvironment(Environment[ThermoCalAction, ThermoCalObservation, ThermoCalState]):
    """One sensor per episode; everything about it follows from the seed."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._rng = random.Random(0)
        self._gain = self._offset = 0.0
        self._readings: list[Reading] = []
        self._inspection: list[Reading] = []
        self._running = False
        self._steps = 0
        self._episode_id: str | None = None

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> ThermoCalObservation:
        """Draw a sensor, and show it in three baths."""
        self._rng = random.Random(seed)
        self._gain = self._rng.choice((-1, 1)) * self._rng.uniform(0.02, 0.2)
        self._offset = self._rng.uniform(-40.0, 40.0)
        self._readings = [self._bath(low) for low in (0.0, 30.0, 60.0)]
        self._inspection = [self._bath(self._rng.uniform(0.0, 70.0)) for _ in range(INSPECTED)]
        self._running, self._steps = True, 0
        self._episode_id = episode_id or str(uuid4())
        return self._observe("Three baths were measured.")

    def step(
        self, action: ThermoCalAction, timeout_s: float | None = None, **kwargs: Any
    ) -> ThermoCalObservation:
        """Measure another bath, or inspect the calibration."""
        if not self._running:
            return self._observe(
                "There is no running episode: call reset().", done=True, reward=0.0
            )
        self._steps += 1
        if action.kind == "commit":
            passed = self._inspect(action.gain, action.offset)
            self._running = False
            message = "The calibration passed." if passed else "The calibration failed."
            return self._observe(message, done=True, reward=1.0 if passed else 0.0)
        self._readings.append(self._bath(self._rng.uniform(0.0, 70.0)))
        self._running = self._steps < MAX_ACTIONS
        message = "Measured." if self._running else "Measured; no actions are left."
        return self._observe(message, done=not self._running, reward=0.0)

    @property
    def state(self) -> ThermoCalState:
        """The public state: a copy."""
        return ThermoCalState(
            episode_id=self._episode_id, step_count=self._steps, baths=len(self._readings)
        )

    def _bath(self, low: float) -> Reading:
        """The sensor in a bath somewhat warmer than `low`; the noise is at most 0.1 degrees."""
        celsius = round(low + self._rng.uniform(0.0, 20.0), 2)
        seen = celsius + self._rng.uniform(-0.1, 0.1)
        return Reading(raw=round((seen - self._offset) / self._gain, 2), celsius=celsius)

    def _inspect(self, gain: float, offset: float) -> bool:
        """Whether a calibration is within the tolerance for every bath of the inspection."""
        if not (math.isfinite(gain) and math.isfinite(offset)):
            return False
        for reading in self._inspection:
            error = gain * reading.raw + offset - reading.celsius
            if abs(error) > TOLERANCE:
                return False
        return True

    def _observe(
        self, message: str, *, done: bool = False, reward: float = 0.0
    ) -> ThermoCalObservation:
        return ThermoCalObservation(
            readings=[reading.model_copy() for reading in self._readings],
            actions_left=max(0, MAX_ACTIONS - self._steps),
            message=message,
            done=done,
            reward=reward,
        )
