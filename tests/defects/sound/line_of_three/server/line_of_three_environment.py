"""A game on the board."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..board import FREE, OPPONENTS, SIZES, choose, free, put, won
    from ..models import BoardObservation, BoardState, MarkAction
except ImportError:
    from board import FREE, OPPONENTS, SIZES, choose, free, put, won
    from models import BoardObservation, BoardState, MarkAction

REFUSALS = 3


class LineOfThreeEnvironment(Environment[MarkAction, BoardObservation, BoardState]):
    """One game per episode."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = BoardState()
        self._rng = random.Random()
        self._board = ""
        self._reply = -1
        self._refused = 0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        opponent: str | None = None,
        size: int | None = None,
        **kwargs: Any,
    ) -> BoardObservation:
        """Clear the board."""
        opponent = OPPONENTS[0] if opponent is None else opponent
        size = SIZES[0] if size is None else size
        if opponent not in OPPONENTS:
            raise ValueError(f"opponent must be one of {', '.join(OPPONENTS)}")
        if size not in SIZES:
            raise ValueError(f"size must be one of {', '.join(map(str, SIZES))}")
        text = f"line {opponent} {size} {seed}"
        self._rng = random.Random() if seed is None else random.Random(text)
        self._board = FREE * size**2
        self._reply, self._refused, self._done = -1, 0, False
        self._state = BoardState(
            episode_id=episode_id or str(uuid.uuid4()), opponent=opponent, size=size
        )
        return self._seen("", None)

    def step(
        self, action: MarkAction, timeout_s: float | None = None, **kwargs: Any
    ) -> BoardObservation:
        """Mark a square."""
        if self._done:
            return BoardObservation(done=True, reward=0.0, note="the game is over")
        self._state.step_count += 1
        size = self._state.size
        if action.square not in free(self._board):
            self._refused += 1
            self._done = self._refused >= REFUSALS
            return self._seen("this square is not free", 0.0)
        self._board = put(self._board, action.square, "X")
        if won(self._board, size, "X"):
            self._done = True
            return self._seen("you have a line", 1.0)
        if free(self._board):
            self._reply = choose(self._board, size, self._state.opponent, self._rng)
            self._board = put(self._board, self._reply, "O")
            if won(self._board, size, "O"):
                self._done = True
                return self._seen("the opponent has a line", 0.0)
        self._done = not free(self._board)
        return self._seen("a draw" if self._done else "", 0.0)

    @property
    def state(self) -> BoardState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _seen(self, note: str, reward: float | None) -> BoardObservation:
        return BoardObservation(
            board=self._board,
            size=self._state.size,
            opponent=self._state.opponent,
            reply=self._reply,
            note=note,
            reward=reward,
            done=self._done,
        )
