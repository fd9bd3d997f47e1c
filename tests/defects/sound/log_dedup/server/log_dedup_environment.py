"""Delete the repeated events of a log."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..logs import LEVELS, Line, make_log
    from ..models import LogDedupAction, LogDedupObservation, LogDedupState
except ImportError:
    from logs import LEVELS, Line, make_log
    from models import LogDedupAction, LogDedupObservation, LogDedupState


class LogDedupEnvironment(Environment[LogDedupAction, LogDedupObservation, LogDedupState]):
    """One log, one clean-up."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = LogDedupState()
        self._lines: list[Line] = []
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: str | None = None,
        **kwargs: Any,
    ) -> LogDedupObservation:
        """Open a log."""
        level = "easy" if level is None else level
        if level not in LEVELS:
            raise ValueError(f"level must be one of {', '.join(LEVELS)}, not {level!r}")
        rng = random.Random() if seed is None else random.Random(f"log {level} {seed}")
        self._lines = make_log(rng, LEVELS[level])
        self._done = False
        self._state = LogDedupState(episode_id=episode_id or str(uuid.uuid4()), level=level)
        return self._observation("", None)

    def step(
        self, action: LogDedupAction, timeout_s: float | None = None, **kwargs: Any
    ) -> LogDedupObservation:
        """Delete lines and see what is left."""
        if self._done:
            return self._observation("the log is closed", 0.0)
        self._done = True
        self._state.step_count += 1
        drop = set(action.drop)
        if not drop <= {line.number for line in self._lines}:
            return self._observation("no such line", 0.0)
        events = {line.event for line in self._lines}
        lost = len(events - {line.event for line in self._lines if line.number not in drop})
        spare = len(self._lines) - len(events)
        reward = max(0.0, (len(drop) - 3 * lost) / spare)
        return self._observation(f"{len(drop)} lines deleted, {lost} events lost", reward)

    @property
    def state(self) -> LogDedupState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(self, verdict: str, reward: float | None) -> LogDedupObservation:
        return LogDedupObservation(
            log="\n".join(line.text for line in self._lines),
            lines=len(self._lines),
            verdict=verdict,
            reward=reward,
            done=self._done,
        )
