"""Count along for two hundred steps: nothing is paid before the end, and then all at once."""

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

LENGTH = 200


class MarathonAction(Action):
    """The side on which the light was."""

    side: int = Field(ge=0, le=1, description="0 for left, 1 for right")


class MarathonObservation(Observation):
    """The side of the light now."""

    light: int = 0
    remaining: int = LENGTH


class MarathonEnvironment(Environment[MarathonAction, MarathonObservation, State]):
    """Name each light; the share of right names above one half is paid at the end."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._lights: list[int] = []
        self._right = 0
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> MarathonObservation:
        """Draw the lights: as many on the left as on the right."""
        self._lights = [0, 1] * (LENGTH // 2)
        random.Random(seed).shuffle(self._lights)
        self._right = 0
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe(None)

    def step(
        self, action: MarathonAction, timeout_s: float | None = None, **options: Any
    ) -> MarathonObservation:
        """Name the light that is shown."""
        if not self._lights:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._state.step_count >= LENGTH:
            return self._observe(0.0)
        self._right += action.side == self._lights[self._state.step_count]
        self._state.step_count += 1
        final = self._state.step_count >= LENGTH
        return self._observe(max(0.0, 2 * self._right / LENGTH - 1) if final else 0.0)

    def _observe(self, reward: float | None) -> MarathonObservation:
        count = self._state.step_count
        over = count >= LENGTH
        return MarathonObservation(
            light=0 if over else self._lights[count],
            remaining=LENGTH - count,
            reward=reward,
            done=over,
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
