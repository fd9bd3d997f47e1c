"""A shift at the belt."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..models import ConveyorAction, ConveyorObservation
    from ..waste import PIECES, right_bin
except ImportError:
    from models import ConveyorAction, ConveyorObservation
    from waste import PIECES, right_bin

LENGTH = 16
PLACES = ("city", "village")


class ConveyorEnvironment(Environment[ConveyorAction, ConveyorObservation, State]):
    """Sort pieces."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._belt: list[str] = []
        self._place = "city"
        self._right = 0
        self._info = State()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        place: str | None = None,
        **kwargs: Any,
    ) -> ConveyorObservation:
        """Start the belt."""
        place = "city" if place is None else place
        if place not in PLACES:
            raise ValueError(f"place must be city or village, not {place!r}")
        rng = random.Random() if seed is None else random.Random(f"belt {place} {seed}")
        self._belt[:] = rng.sample(sorted(PIECES), LENGTH)
        self._place = place
        self._right = 0
        self._info = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        return self._look(None)

    def step(
        self, action: ConveyorAction, timeout_s: float | None = None, **kwargs: Any
    ) -> ConveyorObservation:
        """Sort the piece at hand."""
        if not self._belt:
            return self._look(0.0)
        self._info.step_count += 1
        piece = self._belt.pop(0)
        good = action.bin.strip().lower() == right_bin(piece, self._place)
        self._right += good
        return self._look(1 / LENGTH if good else 0.0)

    @property
    def state(self) -> State:
        """The public state."""
        return self._info.model_copy()

    def _look(self, reward: float | None) -> ConveyorObservation:
        return ConveyorObservation(
            piece=self._belt[0] if self._belt else "",
            remaining=len(self._belt),
            right=self._right,
            done=not self._belt,
            reward=reward,
        )
