"""Two heaps of stones against an opponent."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..heaps import OPPONENTS, Game, Move, deal
    from ..models import HeapAction, HeapObservation, HeapState
except ImportError:
    from heaps import OPPONENTS, Game, Move, deal
    from models import HeapAction, HeapObservation, HeapState

REFUSALS = 3


class StoneHeapsEnvironment(Environment[HeapAction, HeapObservation, HeapState]):
    """One game per episode."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = HeapState()
        self._game: Game | None = None
        self._refused = 0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        opponent: str = OPPONENTS[0],
        **kwargs: Any,
    ) -> HeapObservation:
        """Lay out the heaps; the opponent makes its first turn."""
        if opponent not in OPPONENTS:
            raise ValueError(f"opponent must be one of {', '.join(OPPONENTS)}")
        rng = random.Random() if seed is None else random.Random(f"heaps {opponent} {seed}")
        self._game = deal(rng, opponent)
        self._refused, self._done = 0, False
        self._state = HeapState(episode_id=episode_id or str(uuid.uuid4()), opponent=opponent)
        return self._seen("", None)

    def step(
        self, action: HeapAction, timeout_s: float | None = None, **kwargs: Any
    ) -> HeapObservation:
        """Take stones; the opponent replies."""
        game = self._game
        if self._done or game is None:
            return HeapObservation(done=True, reward=0.0, note="the game is over")
        self._state.step_count += 1
        move = _read(action.move)
        if move not in game.moves():
            self._refused += 1
            self._done = self._refused >= REFUSALS
            return self._seen("this move is not legal", 0.0)
        game.play(move)
        if not game.reply(self._state.opponent):
            self._done = True
            return self._seen("the opponent has no move: you win", 1.0)
        if not game.moves():
            self._done = True
            return self._seen("you have no move: you lose", 0.0)
        return self._seen("", 0.0)

    @property
    def state(self) -> HeapState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _seen(self, note: str, reward: float | None) -> HeapObservation:
        game = self._game
        assert game is not None
        return HeapObservation(
            a=game.a,
            b=game.b,
            last=game.last,
            opponent=self._state.opponent,
            note=note,
            reward=reward,
            done=self._done,
        )


def _read(text: str) -> Move | None:
    word = text.strip().upper()
    if len(word) != 2 or word[0] not in "AB" or word[1] not in "123":
        return None
    return "AB".index(word[0]), int(word[1])
