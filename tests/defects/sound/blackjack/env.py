"""One hand of cards against a dealer: even the best player loses often, which the author says."""

import random
from typing import Any, Literal
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

LIMIT = 12


class CardAction(Action):
    """Take a card or stop."""

    move: Literal["hit", "stand"]


class CardObservation(Observation):
    """The player's cards and the dealer's first one."""

    cards: list[int] = Field(default_factory=list)
    dealer: int = 0
    success: bool = False


def value(cards: list[int]) -> int:
    """The value of a hand, with an ace as 11 where that helps."""
    total = sum(cards)
    return total + 10 if 1 in cards and total <= 11 else total


class BlackjackEnvironment(Environment[CardAction, CardObservation, State]):
    """A win pays 1, a draw 0.5, a loss 0."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._deck: list[int] = []
        self._cards: list[int] = []
        self._over = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> CardObservation:
        """Shuffle and deal."""
        self._deck = [min(rank, 10) for rank in range(1, 14)] * 4
        random.Random(seed).shuffle(self._deck)
        self._cards = [self._deck.pop(), self._deck.pop()]
        self._dealer = [self._deck.pop()]
        self._over = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe(None)

    def step(
        self, action: CardAction, timeout_s: float | None = None, **options: Any
    ) -> CardObservation:
        """Play a move; the dealer draws to 17."""
        if not self._cards:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._over:
            return self._observe(0.0)
        self._state.step_count += 1
        if action.move == "hit":
            self._cards.append(self._deck.pop())
            self._over = value(self._cards) > 21
            return self._observe(0.0)
        self._over = True
        while value(self._dealer) < 17:
            self._dealer.append(self._deck.pop())
        own, other = value(self._cards), value(self._dealer)
        won = other > 21 or own > other
        return self._observe(1.0 if won else 0.5 if own == other else 0.0, won)

    def _observe(self, reward: float | None, won: bool = False) -> CardObservation:
        return CardObservation(
            cards=list(self._cards),
            dealer=self._dealer[0],
            success=won,
            reward=reward,
            done=self._over,
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
