"""A simulation that needs a quarter of a second for a step."""

import random
import time
from typing import Any, Literal
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State


class SlowAction(Action):
    """Which lever to pull."""

    lever: Literal["left", "right"]


class SlowObservation(Observation):
    """Which lamp is lit."""

    lamp: str = ""


class SlowEnvironment(Environment[SlowAction, SlowObservation, State]):
    """Pull the lever under the lamp, four times."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._lamps: list[str] = []
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> SlowObservation:
        """Choose the lamps."""
        rng = random.Random(seed)
        self._lamps = [rng.choice(("left", "right")) for _ in range(4)]
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe(0.0)

    def step(
        self, action: SlowAction, timeout_s: float | None = None, **options: Any
    ) -> SlowObservation:
        """Pull one lever and wait for the machine."""
        if not self._lamps:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._state.step_count >= len(self._lamps):
            return self._observe(0.0)
        time.sleep(0.25)
        right = action.lever == self._lamps[self._state.step_count]
        self._state.step_count += 1
        return self._observe(0.25 if right else -0.25)

    def _observe(self, reward: float) -> SlowObservation:
        count = self._state.step_count
        over = count >= len(self._lamps)
        return SlowObservation(lamp="" if over else self._lamps[count], reward=reward, done=over)

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
