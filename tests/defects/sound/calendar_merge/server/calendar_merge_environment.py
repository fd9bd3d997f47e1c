"""The rules of the calendar merge."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

from ..merging import CLOSES, OPENS, build, clashes, meeting
from ..models import CalendarAction, CalendarObservation, Entry

MAX_STEPS = 20
LEVELS = (1, 2, 3)


class CalendarEnvironment(Environment[CalendarAction, CalendarObservation, State]):
    """Merge two calendars into one without doubles and overlaps."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State(episode_id=None, step_count=0)
        self._days = 0
        self._entries: dict[str, Entry] = {}
        self._meetings: list[tuple[str, int]] = []
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, level: int = 1, **kwargs: Any
    ) -> CalendarObservation:
        """Import two calendars. Unknown options are ignored."""
        if level not in LEVELS:
            raise ValueError(f"level must be one of {LEVELS}")
        rng = random.Random() if seed is None else random.Random(f"calendar {seed} {level}")
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        self._days = level
        imported = build(rng, level)
        self._entries = {entry.id: entry for entry in imported}
        self._meetings = sorted({meeting(entry) for entry in imported})
        self._done = False
        return self._observation("")

    def step(
        self, action: CalendarAction, timeout_s: float | None = None, **kwargs: Any
    ) -> CalendarObservation:
        """Play one operation."""
        if self._done:
            return self._observation("the calendar is closed: call reset()")
        self._state.step_count += 1
        if action.op == "finish":
            self._done = True
            return self._observation("handed in", float(self._is_merged()))
        note = self._drop(action.id) if action.op == "drop" else self._move(action)
        self._done = self._state.step_count >= MAX_STEPS
        return self._observation(note)

    def _drop(self, entry_id: str) -> str:
        return "dropped" if self._entries.pop(entry_id, None) else "unknown id"

    def _move(self, action: CalendarAction) -> str:
        entry = self._entries.get(action.id)
        if entry is None:
            return "unknown id"
        if not entry.movable:
            return "fixed entry"
        inside = action.start >= OPENS and action.start + entry.hours <= CLOSES
        if not (1 <= action.day <= self._days and inside):
            return "outside the calendar"
        moved = entry.model_copy(update={"day": action.day, "start": action.start})
        self._entries[action.id] = moved
        return "moved"

    def _is_merged(self) -> bool:
        """Whether every meeting is there once, and nothing overlaps."""
        kept = sorted(meeting(entry) for entry in self._entries.values())
        if kept != self._meetings:
            return False
        return not clashes(list(self._entries.values()))

    def _observation(self, note: str, reward: float = 0.0) -> CalendarObservation:
        return CalendarObservation(
            days=self._days,
            entries=[entry.model_copy() for entry in self._entries.values()],
            steps_left=MAX_STEPS - self._state.step_count,
            note=note,
            reward=reward,
            done=self._done,
        )

    @property
    def state(self) -> State:
        """The id and the number of steps of the episode."""
        return self._state.model_copy()
