"""The mixing desk."""

from __future__ import annotations

import uuid
from random import Random
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import MixAction, MixObservation, MixState
    from ..songs import Song, brief, compose, grade
except ImportError:
    from models import MixAction, MixObservation, MixState
    from songs import Song, brief, compose, grade

LAST = 8


class MixEnvironment(Environment[MixAction, MixObservation, MixState]):
    """Balance a song."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = MixState()
        self._rng = Random(0)
        self._song: Song | None = None
        self._faders: dict[str, float] = {}
        self._meters: dict[str, float] = {}
        self._over = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> MixObservation:
        """Load a song."""
        self._rng = Random() if seed is None else Random(f"mix {seed}")
        self._song = compose(self._rng)
        self._faders = dict.fromkeys(self._song.raw, 0.0)
        self._over = False
        self._state = MixState(episode_id=episode_id or str(uuid.uuid4()), tracks=len(self._faders))
        self._read()
        return self._desk("ready", None)

    def step(
        self, action: MixAction, timeout_s: float | None = None, **kwargs: Any
    ) -> MixObservation:
        """Move faders, or deliver."""
        if self._over or self._song is None:
            return MixObservation(done=True, reward=0.0, message="no song is loaded")
        self._state.step_count += 1
        mode = action.mode.strip().lower()
        message = "refused"
        if mode == "bounce":
            self._over, message = True, "delivered"
        elif (
            mode == "set" and action.faders and all(name in self._faders for name in action.faders)
        ):
            self._faders.update(action.faders)
            self._read()
            message = "moved"
        if self._state.step_count >= LAST:
            self._over = True
        return self._desk(message, grade(self._song, self._faders) if self._over else 0.0)

    @property
    def state(self) -> MixState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _read(self) -> None:
        assert self._song is not None
        self._meters = {
            name: round(level + self._faders[name] + self._rng.uniform(-0.3, 0.3), 1)
            for name, level in self._song.raw.items()
        }

    def _desk(self, message: str, reward: float | None) -> MixObservation:
        assert self._song is not None
        return MixObservation(
            brief=brief(self._song),
            meters=dict(self._meters),
            faders=dict(self._faders),
            message=message,
            reward=reward,
            done=self._over,
        )
