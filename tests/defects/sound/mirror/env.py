"""Say the mean of three shown readings: numpy numbers, an echo of metadata, NaN refused."""

from typing import Any
from uuid import uuid4

import numpy as np
from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class MirrorAction(Action):
    """The mean of the readings."""

    mean: float = Field(description="between 0 and 100; another number is refused")


class MirrorObservation(Observation):
    """The readings, and what became of the last answer."""

    readings: list[float] = Field(default_factory=list)
    note: str = ""


class MirrorEnvironment(Environment[MirrorAction, MirrorObservation, State]):
    """One answer; the client's metadata come back, so that it can match replies to requests."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._readings: np.ndarray | None = None
        self._done = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> MirrorObservation:
        """Three new readings."""
        self._readings = np.random.default_rng(seed).integers(0, 1001, 3) / 10
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._show(None, "say the mean", {})

    def step(
        self, action: MirrorAction, timeout_s: float | None = None, **options: Any
    ) -> MirrorObservation:
        """Compare the answer to the nearest tenth."""
        if self._readings is None:
            raise RuntimeError("there are no readings: call reset() before step()")
        if self._done:
            return self._show(np.float64(0.0), "over", dict(action.metadata))
        self._state.step_count += 1
        if not 0 <= action.mean <= 100:
            note = "invalid: the mean is a number between 0 and 100"
            return self._show(np.float64(0.0), note, dict(action.metadata))
        self._done = True
        right = abs(action.mean - self._readings.mean()) < 0.06
        return self._show(np.float64(right), "closed", dict(action.metadata))

    def _show(
        self, reward: np.float64 | None, note: str, metadata: dict[str, Any]
    ) -> MirrorObservation:
        self._done = self._done or self._state.step_count >= 5
        return MirrorObservation(
            readings=list(self._readings if self._readings is not None else ()),
            note=note,
            metadata=metadata,
            reward=reward,
            done=self._done,
        )

    @property
    def state(self) -> State:
        """A copy of the episode's public state."""
        return self._state.model_copy(deep=True)


app = create_app(
    MirrorEnvironment, MirrorAction, MirrorObservation, env_name="mirror", max_concurrent_envs=4
)
