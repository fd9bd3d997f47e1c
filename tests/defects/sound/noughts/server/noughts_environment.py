"""A game of tic-tac-toe against the opponent of a level."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

from ..board import EMPTY, FREE, LEVELS, is_over, put, reply, winner
from ..models import NoughtsAction, NoughtsObservation


class NoughtsEnvironment(Environment[NoughtsAction, NoughtsObservation, State]):
    """The agent is X; a draw of the seed decides who begins."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._rng = random.Random()
        self._board = EMPTY
        self._level = 1
        self._result = ""
        self._running = False
        self._state = State()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int | None = None,
        **kwargs: Any,
    ) -> NoughtsObservation:
        """Begin a game.

        Args:
            seed: decides who begins and the choices of the opponent.
            episode_id: an id for the episode; by default a new one.
            level: 1, 2 or 3; 1 by default.
            **kwargs: ignored.
        """
        level = 1 if level is None else level
        if level not in LEVELS:
            raise ValueError(f"level must be one of {sorted(LEVELS)}, not {level!r}")
        self._rng = random.Random(seed)
        self._board = EMPTY
        self._level = level
        self._result = ""
        self._running = True
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        if self._rng.random() < 0.5:
            self._opponent_moves()
        return self._observe(None)

    def step(
        self, action: NoughtsAction, timeout_s: float | None = None, **kwargs: Any
    ) -> NoughtsObservation:
        """Play X on a square; the opponent replies."""
        if not self._running:
            return self._observe(0.0)
        self._state.step_count += 1
        if not 0 <= action.square < len(EMPTY) or self._board[action.square] != FREE:
            return self._end("illegal move")
        self._board = put(self._board, action.square, "X")
        if not is_over(self._board):
            self._opponent_moves()
        if is_over(self._board):
            return self._end({"X": "won", "O": "lost", None: "drawn"}[winner(self._board)])
        return self._observe(0.0)

    @property
    def state(self) -> State:
        return self._state.model_copy()

    def _opponent_moves(self) -> None:
        square = reply(LEVELS[self._level], self._board, "O", self._rng)
        self._board = put(self._board, square, "O")

    def _end(self, result: str) -> NoughtsObservation:
        self._running = False
        self._result = result
        return self._observe(1.0 if result in ("won", "drawn") else 0.0)

    def _observe(self, reward: float | None) -> NoughtsObservation:
        return NoughtsObservation(
            board=self._board,
            opponent=LEVELS[self._level],
            level=self._level,
            result=self._result,
            done=not self._running,
            reward=reward,
        )
