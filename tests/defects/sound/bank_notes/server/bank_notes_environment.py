"""The desk of the teller."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import TellerAction, TellerObservation, TellerState
    from ..notes import DRAWER, Note, drawer
except ImportError:
    from models import TellerAction, TellerObservation, TellerState
    from notes import DRAWER, Note, drawer

HALF = DRAWER // 2


class BankNotesEnvironment(Environment[TellerAction, TellerObservation, TellerState]):
    """Judge a drawer of notes, one at a time."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = TellerState()
        self._notes: list[tuple[Note, bool]] = []
        self._right = 0

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> TellerObservation:
        """Open a drawer; the seed decides what lies in it."""
        rng = random.Random() if seed is None else random.Random(f"drawer {seed}")
        self._notes = drawer(rng)
        self._right = 0
        self._state = TellerState(episode_id=episode_id or str(uuid.uuid4()))
        return TellerObservation(text=self._desk(), reward=None, done=False)

    def step(
        self, action: TellerAction, timeout_s: float | None = None, **kwargs: Any
    ) -> TellerObservation:
        """Judge the note on the desk."""
        if self._state.checked >= len(self._notes):
            return TellerObservation(text="The drawer is empty.", reward=0.0, done=True)
        _, bad = self._notes[self._state.checked]
        verdict = action.verdict.strip().lower()
        self._right += verdict == ("refuse" if bad else "accept")
        self._state.checked += 1
        self._state.step_count += 1
        if self._state.checked < DRAWER:
            return TellerObservation(text=self._desk(), reward=0.0, done=False)
        reward = max(0, self._right - HALF) / HALF
        text = f"The drawer is empty. {self._right} of {DRAWER} verdicts were right."
        return TellerObservation(text=text, reward=reward, done=True)

    @property
    def state(self) -> TellerState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _desk(self) -> str:
        place = self._state.checked
        return f"Note {place + 1} of {DRAWER}: {self._notes[place][0]}."
