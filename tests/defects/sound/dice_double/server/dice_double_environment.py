"""Eight rounds of dice against the house."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import DiceAction, DiceObservation, DiceState
except ImportError:
    from models import DiceAction, DiceObservation, DiceState

ROUNDS = 8
STEPS = 24
MOVES = ("fold", "roll", "double")
TIMID = 2


def pay(move: str, house: int, own: int) -> tuple[int, str]:
    """Chips for the player, and the story."""
    if move == "fold":
        return -1, "you folded and paid 1"
    if move == "double" and house <= TIMID:
        return 1, "the house dropped and paid 1"
    stake = 4 if move == "double" else 2
    if own == house:
        return 0, f"you rolled {own}: a tie"
    if own > house:
        return stake, f"you rolled {own} and won {stake}"
    return -stake, f"you rolled {own} and lost {stake}"


def deal(rng: random.Random) -> list[tuple[int, int]]:
    """The dice of a game that is not hopeless."""
    while True:
        dice = [(rng.randint(1, 6), rng.randint(1, 6)) for _ in range(ROUNDS)]
        if sum(max(pay(move, *pair)[0] for move in MOVES) for pair in dice) > 0:
            return dice


class DiceDoubleEnvironment(Environment[DiceAction, DiceObservation, DiceState]):
    """Fold, roll or double."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = DiceState()
        self._dice: list[tuple[int, int]] = []
        self._round = 0
        self._chips = 0
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> DiceObservation:
        """Sit down at the table."""
        self._dice = deal(random.Random() if seed is None else random.Random(f"dice {seed}"))
        self._round = 0
        self._chips = 0
        self._done = False
        self._state = DiceState(episode_id=episode_id or str(uuid.uuid4()))
        return self._table("place your move", None)

    def step(
        self, action: DiceAction, timeout_s: float | None = None, **kwargs: Any
    ) -> DiceObservation:
        """Play a round."""
        if self._done:
            return self._table("the game is over", 0.0)
        self._state.step_count += 1
        move, reward = action.move.strip().lower(), 0.0
        if move in MOVES:
            won, message = pay(move, *self._dice[self._round])
            self._chips += won
            self._round += 1
        else:
            message = "the croupier waits"
        if self._round == ROUNDS:
            self._done = True
            reward = float((self._chips > 0) - (self._chips < 0))
        elif self._state.step_count >= STEPS:
            self._done = True
            reward = -1.0
        return self._table(message, reward)

    @property
    def state(self) -> DiceState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _table(self, message: str, reward: float | None) -> DiceObservation:
        playing = not self._done
        return DiceObservation(
            round=min(self._round + 1, ROUNDS),
            house=self._dice[self._round][0] if playing else 0,
            chips=self._chips,
            message=message,
            reward=reward,
            done=self._done,
        )
