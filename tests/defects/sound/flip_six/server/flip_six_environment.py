"""A small disc-flipping game."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import FlipAction, FlipObservation, FlipState
    from ..rules import SIDE, Board, flips, moves, name, play, start
except ImportError:
    from models import FlipAction, FlipObservation, FlipState
    from rules import SIDE, Board, flips, moves, name, play, start

OPPONENTS = ("greedy", "random")
FAULTS = 3


class FlipSixEnvironment(Environment[FlipAction, FlipObservation, FlipState]):
    """One game against a scripted opponent."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = FlipState()
        self._board: Board = {}
        self._rng = random.Random()
        self._played: list[str] = []
        self._faults = 0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        opponent: str | None = None,
        **kwargs: Any,
    ) -> FlipObservation:
        """Set up the board and play two random moves, one of each side.

        Raises:
            ValueError: there is no such opponent.
        """
        opponent = "greedy" if opponent is None else opponent
        if opponent not in OPPONENTS:
            raise ValueError(f"opponent must be one of {', '.join(OPPONENTS)}, not {opponent!r}")
        self._rng = random.Random() if seed is None else random.Random(f"flip {opponent} {seed}")
        self._board = start()
        for side in "XO":
            self._board = play(self._board, self._rng.choice(moves(self._board, side)), side)
        self._played, self._faults, self._done = [], 0, False
        self._state = FlipState(episode_id=episode_id or str(uuid.uuid4()), opponent=opponent)
        return self._observation(None)

    def step(
        self, action: FlipAction, timeout_s: float | None = None, **kwargs: Any
    ) -> FlipObservation:
        """Play a move, which the opponent answers."""
        if self._done:
            return FlipObservation(done=True, reward=0.0)
        self._state.step_count += 1
        self._played = []
        chosen = {name(m): m for m in moves(self._board, "X")}.get(action.move.strip().lower())
        if chosen is None:
            self._faults += 1
            self._done = self._faults >= FAULTS
            return self._observation(0.0)
        self._board = play(self._board, chosen, "X")
        while replies := moves(self._board, "O"):
            reply = self._reply(replies)
            self._board = play(self._board, reply, "O")
            self._played.append(name(reply))
            if moves(self._board, "X"):
                break
        self._done = not moves(self._board, "X")
        return self._observation(self._result() if self._done else 0.0)

    def _reply(self, replies: list[tuple[int, int]]) -> tuple[int, int]:
        """The opponent's choice; a greedy one turns over as many discs as it can."""
        if self._state.opponent == "greedy":
            most = max(len(flips(self._board, m, "O")) for m in replies)
            replies = [m for m in replies if len(flips(self._board, m, "O")) == most]
        return self._rng.choice(replies)

    def _result(self) -> float:
        """1, 0.5 or 0 for a game that is over."""
        discs = list(self._board.values())
        lead = discs.count("X") - discs.count("O")
        return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0

    @property
    def state(self) -> FlipState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(self, reward: float | None) -> FlipObservation:
        rows = ["".join(self._board.get((r, c), ".") for c in range(SIDE)) for r in range(SIDE)]
        return FlipObservation(
            board="\n".join(rows),
            legal=[] if self._done else [name(m) for m in moves(self._board, "X")],
            opponent=list(self._played),
            faults=self._faults,
            reward=reward,
            done=self._done,
        )
