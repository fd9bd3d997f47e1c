"""Charge parties at the counter of a museum."""

from __future__ import annotations

import random
import re
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import MuseumTicketsAction, MuseumTicketsObservation, MuseumTicketsState
    from ..prices import Party, describe, draw, due
except ImportError:
    from models import MuseumTicketsAction, MuseumTicketsObservation, MuseumTicketsState
    from prices import Party, describe, draw, due

PARTIES = 4
AMOUNT = re.compile(r"(?:€|EUR)?\s*([0-9]{1,6})(?:[.,]([0-9]{1,2}))?\s*(?:€|EUR)?", re.IGNORECASE)


def cents(text: str) -> int | None:
    """An amount in cents, or None if it is not one."""
    match = AMOUNT.fullmatch(text.strip())
    return int(match[1]) * 100 + int((match[2] or "").ljust(2, "0")) if match else None


class MuseumTicketsEnvironment(
    Environment[MuseumTicketsAction, MuseumTicketsObservation, MuseumTicketsState]
):
    """A counter with four parties in line."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = MuseumTicketsState()
        self._parties: list[Party] = []

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> MuseumTicketsObservation:
        """Open the counter; the seed chooses the parties."""
        rng = random.Random() if seed is None else random.Random(f"counter {seed}")
        self._parties = [draw(rng) for _ in range(PARTIES)]
        self._state = MuseumTicketsState(episode_id=episode_id or str(uuid.uuid4()))
        return self._observation(None)

    def step(
        self, action: MuseumTicketsAction, timeout_s: float | None = None, **kwargs: Any
    ) -> MuseumTicketsObservation:
        """Charge the party at the counter."""
        if not self._parties:
            return self._observation(0.0)
        self._state.step_count += 1
        right = cents(action.answer) == due(self._parties.pop(0))
        self._state.parties_right += right
        return self._observation(right / PARTIES)

    @property
    def state(self) -> MuseumTicketsState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(self, reward: float | None) -> MuseumTicketsObservation:
        left = len(self._parties)
        return MuseumTicketsObservation(
            party=describe(self._parties[0]) if left else "",
            number=PARTIES - left + 1 if left else 0,
            parties_right=self._state.parties_right,
            reward=reward,
            done=not left,
        )
