"""The episode: one colour card."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

from ..mixing import LEVELS, PIGMENTS, Job, blend, new_job
from ..models import BenchAction, BenchObservation

MAX_STEPS = 60


class PaintMixingEnvironment(Environment[BenchAction, BenchObservation, State]):
    """Match the colour of a card."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._job: Job | None = None
        self._done = True
        self._state = State()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        **kwargs: Any,
    ) -> BenchObservation:
        """Begin with a new card; further arguments are ignored."""
        if level not in LEVELS:
            raise ValueError(f"level must be one of {sorted(LEVELS)}")
        self._job = new_job(random.Random(seed), level)
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        return self._look()

    def step(
        self, action: BenchAction, timeout_s: float | None = None, **kwargs: Any
    ) -> BenchObservation:
        """Pour, empty the can, or deliver it."""
        job = self._job
        if job is None or self._done:
            return BenchObservation(done=True, reward=0.0, note="no card: call reset()")
        self._state.step_count += 1
        note, reward = "", 0.0
        if action.act == "pour":
            note = job.pour(action.pigment, action.tenths)
        elif action.act == "empty":
            job.can.clear()
        else:
            reward, self._done = job.payment(), True
        self._done = self._done or self._state.step_count >= MAX_STEPS
        return self._look(note, reward)

    def _look(self, note: str = "", reward: float = 0.0) -> BenchObservation:
        job = self._job
        assert job is not None
        return BenchObservation(
            card=list(job.card),
            shelf={name: list(PIGMENTS[name]) for name in job.shelf},
            can_tenths=dict(job.can),
            colour=blend(job.can),
            bill=job.bill,
            quote=job.quote,
            limit=job.limit,
            note=note,
            reward=reward,
            done=self._done,
        )

    @property
    def state(self) -> State:
        """The id of the episode and the number of steps."""
        return self._state.model_copy()
