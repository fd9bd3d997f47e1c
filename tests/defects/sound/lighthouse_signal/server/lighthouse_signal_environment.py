"""The watch: ten seconds at a time, then one report."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..chart import LIGHTS, Light, fits
    from ..models import LighthouseSignalAction, LighthouseSignalObservation
except ImportError:  # started inside the folder
    from chart import LIGHTS, Light, fits
    from models import LighthouseSignalAction, LighthouseSignalObservation

WATCHES = 6
SECONDS = 10
MAX_STEPS = 8
FOG = {1: 0.0, 2: 0.15}


class LighthouseSignalEnvironment(
    Environment[LighthouseSignalAction, LighthouseSignalObservation, State]
):
    """Tell which of 24 lights is seen."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State(step_count=0)
        self._light: Light | None = None
        self._lights: list[str] = []
        self._level = 1
        self._signal = ""
        self._record_id = ""
        self._watched = 0
        self._done = False

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int | None = None,
        **kwargs: Any,
    ) -> LighthouseSignalObservation:
        """Choose a light, the second at which the watch starts, and the fog."""
        self._level = level if level in FOG else 1
        seed = random.randrange(2**32) if seed is None else seed
        rng = random.Random(f"lighthouse {self._level} {seed}")
        self._light = rng.choice(LIGHTS)
        self._signal = _signal(rng, self._light, FOG[self._level])
        self._lights = [light.entry for light in LIGHTS]
        self._record_id = _archive_number(rng, self._light)
        self._watched, self._done = 0, False
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        return self._observe()

    def step(
        self, action: LighthouseSignalAction, timeout_s: float | None = None, **kwargs: Any
    ) -> LighthouseSignalObservation:
        """Play one command."""
        if self._light is None or self._done:
            return LighthouseSignalObservation(done=True, reward=0.0, note="no watch: reset first")
        self._state.step_count += 1
        reward, note = 0.0, ""
        command = action.command.strip().lower()
        names = {light.name.lower() for light in LIGHTS}
        name = action.name.strip().lower()
        if command == "watch":
            if self._watched < WATCHES:
                self._watched += 1
            else:
                note = "the watch is over: report"
        elif command == "report" and name in names:
            self._done = True
            reward = float(name == self._light.name.lower())
        elif command == "report":
            note = "no such light in the list"
        else:
            note = "unknown command"
        self._done = self._done or self._state.step_count >= MAX_STEPS
        return self._observe(reward, note)

    @property
    def state(self) -> State:
        """Episode id and step count."""
        return self._state.model_copy()

    def _observe(self, reward: float = 0.0, note: str = "") -> LighthouseSignalObservation:
        return LighthouseSignalObservation(
            record_id=self._record_id,
            level=self._level,
            lights=list(self._lights),
            log=self._signal[: self._watched * SECONDS],
            watches_left=WATCHES - self._watched,
            note=note,
            reward=reward,
            done=self._done,
        )


def _signal(rng: random.Random, light: Light, fog: float) -> str:
    """A minute of the light, drawn again until no other light explains it."""
    period = len(light.cycle)
    while True:
        phase = rng.randrange(period)
        marks = [light.cycle[(second + phase) % period] for second in range(WATCHES * SECONDS)]
        signal = "".join("?" if rng.random() < fog else mark for mark in marks)
        if [other for other in LIGHTS if fits(other, signal)] == [light]:
            return signal


def _archive_number(rng: random.Random, light: Light) -> str:
    """The number under which the record is filed."""
    return f"R{rng.randrange(10_000):04d}"
