"""A duel over heaps of pebbles."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..heaps import COUNTS, STYLES, after, choose, deal, moves
    from ..models import DuelState, HeapsObservation, TakeAction
except ImportError:
    from heaps import COUNTS, STYLES, after, choose, deal, moves
    from models import DuelState, HeapsObservation, TakeAction

REFUSALS = 3


class HeapDuelEnvironment(Environment[TakeAction, HeapsObservation, DuelState]):
    """One duel per episode."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = DuelState()
        self._rng = random.Random()
        self._heaps: list[int] = []
        self._refused = 0
        self._reply = ""
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        style: str | None = None,
        heaps: int | None = None,
        **kwargs: Any,
    ) -> HeapsObservation:
        """Lay out the heaps."""
        style = STYLES[0] if style is None else style
        heaps = 3 if heaps is None else heaps
        if style not in STYLES:
            raise ValueError(f"style must be one of {', '.join(STYLES)}")
        if heaps not in COUNTS:
            raise ValueError(f"heaps must be one of {', '.join(map(str, COUNTS))}")
        text = f"heaps {style} {heaps} {seed}"
        self._rng = random.Random() if seed is None else random.Random(text)
        self._heaps = deal(self._rng, heaps)
        self._refused, self._reply, self._done = 0, "", False
        self._state = DuelState(
            episode_id=episode_id or str(uuid.uuid4()), style=style, heaps=heaps
        )
        return self._table("", None)

    def step(
        self, action: TakeAction, timeout_s: float | None = None, **kwargs: Any
    ) -> HeapsObservation:
        """Take pebbles."""
        if self._done:
            return HeapsObservation(done=True, reward=0.0, note="the duel is over")
        self._state.step_count += 1
        move, note, reward = (action.heap - 1, action.take), "", 0.0
        if move in moves(self._heaps):
            self._heaps = after(self._heaps, move)
        else:
            self._refused += 1
            note = "this move is not legal"
        if self._refused >= REFUSALS:
            self._done = True
        elif not any(self._heaps):
            self._done, note, reward = True, "you took the last pebble", 1.0
        elif not note:
            self._answer()
            note = "the opponent took the last pebble" if self._done else ""
        return self._table(note, reward)

    def _answer(self) -> None:
        index, take = choose(self._heaps, self._state.style, self._rng)
        self._heaps = after(self._heaps, (index, take))
        self._reply = f"{take} from heap {index + 1}"
        self._done = not any(self._heaps)

    @property
    def state(self) -> DuelState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _table(self, note: str, reward: float | None) -> HeapsObservation:
        return HeapsObservation(
            heaps=list(self._heaps),
            reply=self._reply,
            style=self._state.style,
            refused=self._refused,
            note=note,
            reward=reward,
            done=self._done,
        )
