"""Mate a lone king."""

from __future__ import annotations

import random
import uuid
from dataclasses import replace
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..endgame import Board, board_of, label, parse
    from ..models import ChessEndgameAction, ChessEndgameObservation, ChessEndgameState
    from ..positions import POSITIONS, SPLITS, positions_of
except ImportError:
    from endgame import Board, board_of, label, parse
    from models import ChessEndgameAction, ChessEndgameObservation, ChessEndgameState
    from positions import POSITIONS, SPLITS, positions_of

MISTAKES = 3


class ChessEndgameEnvironment(
    Environment[ChessEndgameAction, ChessEndgameObservation, ChessEndgameState]
):
    """One position."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = ChessEndgameState()
        self._rng = random.Random()
        self._board: Board | None = None
        self._left = 0
        self._mistakes = 0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        split: str | None = None,
        level: int | None = None,
        index: int | None = None,
        **kwargs: Any,
    ) -> ChessEndgameObservation:
        """Set up a position."""
        split, level = "train" if split is None else split, 1 if level is None else level
        if split not in SPLITS:
            raise ValueError(f"split must be one of {', '.join(SPLITS)}, not {split!r}")
        if level not in POSITIONS:
            raise ValueError(f"level must be 1 or 2, not {level!r}")
        listed = positions_of(split, level)
        self._rng = (
            random.Random() if seed is None else random.Random(f"chess {split} {level} {seed}")
        )
        if index is None:
            index = self._rng.randrange(len(listed))
        if not 0 <= index < len(listed):
            raise ValueError(f"index must be from 0 to {len(listed) - 1}, not {index}")
        self._board = board_of(listed[index])
        self._left = level
        self._mistakes = 0
        self._done = False
        self._state = ChessEndgameState(
            episode_id=episode_id or str(uuid.uuid4()), split=split, level=level
        )
        return self._observation("", None)

    def step(
        self, action: ChessEndgameAction, timeout_s: float | None = None, **kwargs: Any
    ) -> ChessEndgameObservation:
        """Move, and wait for the answer of Black."""
        if self._done or self._board is None:
            return self._observation("the game is over", 0.0)
        self._state.step_count += 1
        board = parse(action.move, self._board)
        if board is None:
            self._mistakes += 1
            self._done = self._mistakes >= MISTAKES
            return self._observation("illegal move", 0.0)
        self._board = board
        self._left -= 1
        replies = board.replies()
        if not replies:
            self._done = True
            return self._observation("Black cannot move", float(board.check()))
        if not self._left:
            self._done = True
            return self._observation("no moves left", 0.0)
        to = self._rng.choice(replies)
        self._board = replace(board, black=to)
        if to == board.piece:
            self._done = True
            return self._observation(f"Black takes on {label(to)}", 0.0)
        return self._observation(f"Black plays K{label(to)}", 0.0)

    @property
    def state(self) -> ChessEndgameState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(self, last: str, reward: float | None) -> ChessEndgameObservation:
        return ChessEndgameObservation(
            position=self._board.text() if self._board else "",
            moves_left=self._left,
            mistakes_left=MISTAKES - self._mistakes,
            last=last,
            reward=reward,
            done=self._done,
        )
