"""The episode: one shift at the lock."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

from ..lock import SIZES, Lock, new_shift
from ..models import LockAction, LockObservation

MAX_STEPS = 80


class CanalLockEnvironment(Environment[LockAction, LockObservation, State]):
    """Pass the boats through the lock before it closes."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._lock: Lock | None = None
        self._done = True
        self._state = State()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        **kwargs: Any,
    ) -> LockObservation:
        """Begin a shift; further arguments are ignored."""
        if level not in SIZES:
            raise ValueError(f"level must be one of {sorted(SIZES)}")
        self._lock = new_shift(random.Random(seed), level)
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        return self._look("the shift begins", 0.0)

    def step(
        self, action: LockAction, timeout_s: float | None = None, **kwargs: Any
    ) -> LockObservation:
        """Carry out one move."""
        if self._lock is None or self._done:
            return LockObservation(done=True, reward=0.0, note="no shift is running: call reset()")
        self._state.step_count += 1
        note = self._lock.play(action.move)
        self._done = self._lock.over or self._state.step_count >= MAX_STEPS
        share = len(self._lock.passed) / self._lock.total
        return self._look(note, share if self._done else 0.0)

    def _look(self, note: str, reward: float) -> LockObservation:
        lock = self._lock
        assert lock is not None
        return LockObservation(
            minute=lock.minute,
            closing=lock.closing,
            berths=lock.berths,
            level="high" if lock.full else "low",
            chamber=list(lock.chamber),
            waiting_low=list(lock.low),
            waiting_high=list(lock.high),
            passed=len(lock.passed),
            total=lock.total,
            note=note,
            reward=reward,
            done=self._done,
        )

    @property
    def state(self) -> State:
        """The id of the episode and the number of steps."""
        return self._state.model_copy()
