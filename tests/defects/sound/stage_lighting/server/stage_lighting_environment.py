"""A lighting desk with a cue list that has to be changed after the director's notes."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..models import DeskAction, DeskObservation
    from ..show import LEVELS, PATCH, Cues, Show, apply, make_show, share_done
except ImportError:
    from models import DeskAction, DeskObservation
    from show import LEVELS, PATCH, Cues, Show, apply, make_show, share_done

MAX_STEPS = 16


class StageLighting(Environment[DeskAction, DeskObservation, State]):
    """`reset(seed=..., level=1..3)` loads a show. `done` or the last command ends the episode."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._show: Show | None = None
        self._cues: Cues = {}
        self._done = False
        self._state = State(episode_id=None, step_count=0)

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        **kwargs: Any,
    ) -> DeskObservation:
        """Load a show. An unknown level is read as 1."""
        if seed is None:
            seed = random.SystemRandom().randrange(2**31)
        level = level if level in LEVELS else 1
        self._show = make_show(random.Random(f"show {seed} level {level}"), level)
        self._cues = {cue: dict(channels) for cue, channels in self._show.start.items()}
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        return self._observe("show loaded")

    def step(
        self, action: DeskAction, timeout_s: float | None = None, **kwargs: Any
    ) -> DeskObservation:
        """Carry out one command; at the end, compare the cue list with the notes."""
        if self._show is None:
            return DeskObservation(message="call reset first", done=True, reward=0.0)
        if self._done:
            return self._observe("the show is saved", reward=0.0)
        self._state.step_count += 1
        if action.command.strip().lower() == "done":
            message, self._done = "saved", True
        else:
            message = apply(self._cues, action.command)
            self._done = self._state.step_count >= MAX_STEPS
        reward = share_done(self._show, self._cues) if self._done else 0.0
        return self._observe(message, reward=reward)

    def _observe(self, message: str, reward: float | None = None) -> DeskObservation:
        assert self._show is not None
        return DeskObservation(
            cues={cue: dict(channels) for cue, channels in self._cues.items()},
            before={cue: dict(channels) for cue, channels in self._show.start.items()},
            patch=dict(PATCH),
            notes=list(self._show.notes),
            commands_left=MAX_STEPS - self._state.step_count,
            message=message,
            done=self._done,
            reward=reward,
        )

    @property
    def state(self) -> State:
        """The episode's id and the number of commands."""
        return self._state.model_copy()
