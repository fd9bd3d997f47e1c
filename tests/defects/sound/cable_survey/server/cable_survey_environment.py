"""The cable survey: probe the cells of a field, which are numbered from 0, for a break.

The answer to a probe is the distance in cells, rows apart plus columns apart. Eight probes; level 1
is a field of 5 x 5 cells, level 2 of 4 x 9, level 3 of 7 x 12.
"""

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..models import CableSurveyAction, CableSurveyObservation
except ImportError:
    from models import CableSurveyAction, CableSurveyObservation

SIZES = {1: (5, 5), 2: (4, 9), 3: (7, 12)}
MAX_PROBES = 8


class CableSurveyEnvironment(Environment):
    """Probe the field until the break is found."""

    SUPPORTS_CONCURRENT_SESSIONS: bool = True

    def __init__(self):
        super().__init__()
        self._state = State(episode_id=str(uuid4()), step_count=0)
        self._rows, self._cols = SIZES[1]
        self._break = (0, 0)
        self._probes: list[list[int]] = []
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        **kwargs: Any,
    ) -> CableSurveyObservation:
        """Break the cable somewhere. An unknown level is played as the nearest one."""
        rng = random.Random(seed)
        level = level if isinstance(level, int) else 1
        self._rows, self._cols = SIZES[min(max(level, min(SIZES)), max(SIZES))]
        self._break = (rng.randrange(self._rows), rng.randrange(self._cols))
        self._state = State(episode_id=episode_id or str(uuid4()), step_count=0)
        self._probes = []
        self._done = False
        return self._observe("probe a cell", -1, None)

    def step(
        self, action: CableSurveyAction, timeout_s: float | None = None, **kwargs: Any
    ) -> CableSurveyObservation:
        """Probe a cell."""
        if self._done:
            return self._observe("there is no survey: call reset", -1, 0.0)
        self._state.step_count += 1
        last = self._state.step_count >= MAX_PROBES
        if not self._in_field(action.row, action.col):
            self._done = last
            return self._observe("outside", -1, 0.0)
        distance = abs(action.row - self._break[0]) + abs(action.col - self._break[1])
        self._probes.append([action.row, action.col, distance])
        self._done = distance == 0 or last
        answer = "found" if distance == 0 else "not here"
        return self._observe(answer, distance, 1.0 if distance == 0 else 0.0)

    def _in_field(self, row: int, col: int) -> bool:
        return 0 <= row < self._rows and 0 <= col < self._cols

    def _observe(self, answer: str, distance: int, reward: float | None) -> CableSurveyObservation:
        return CableSurveyObservation(
            rows=self._rows,
            cols=self._cols,
            answer=answer,
            distance=distance,
            probes=[list(probe) for probe in self._probes],
            probes_left=MAX_PROBES - self._state.step_count,
            done=self._done,
            reward=reward,
        )

    @property
    def state(self) -> State:
        """Episode id and number of steps."""
        return self._state.model_copy()
