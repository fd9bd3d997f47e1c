"""Answer questions about a sheet."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import SheetAction, SheetObservation, SheetState
    from ..sheets import SPLITS, make
except ImportError:
    from models import SheetAction, SheetObservation, SheetState
    from sheets import SPLITS, make


class SheetQuestionsEnvironment(Environment[SheetAction, SheetObservation, SheetState]):
    """One sheet, one question."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = SheetState()
        self._answer: str | None = None

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        split: str | None = None,
        index: int | None = None,
        **kwargs: Any,
    ) -> SheetObservation:
        """Open a sheet."""
        split = "train" if split is None else split
        if split not in SPLITS:
            raise ValueError(f"split must be one of {', '.join(SPLITS)}, not {split!r}")
        if index is None:
            rng = random.Random() if seed is None else random.Random(f"draw {split} {seed}")
            index = rng.randrange(SPLITS[split])
        if not 0 <= index < SPLITS[split]:
            raise ValueError(f"index must be from 0 to {SPLITS[split] - 1}, not {index}")
        task = make(split, index)
        self._answer = task.answer
        self._state = SheetState(
            episode_id=episode_id or str(uuid.uuid4()), split=split, index=index
        )
        return SheetObservation(sheet=task.sheet, question=task.question)

    def step(
        self, action: SheetAction, timeout_s: float | None = None, **kwargs: Any
    ) -> SheetObservation:
        """Check the answer."""
        if self._answer is None:
            return SheetObservation(verdict="no question is open", done=True, reward=0.0)
        self._state.step_count += 1
        right = action.answer.strip().lower().replace(",", "") == self._answer
        self._answer = None
        verdict = "right" if right else "wrong"
        return SheetObservation(verdict=verdict, done=True, reward=float(right))

    @property
    def state(self) -> SheetState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)
