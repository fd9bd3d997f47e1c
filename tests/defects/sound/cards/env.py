"""Blackjack against a dealer who stands on 17; the deck is dealt by the seed."""

import random
from enum import StrEnum
from typing import Any
from uuid import uuid4

from openenv.core.env_server import Environment, create_fastapi_app
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class Move(StrEnum):
    """What a player may do."""

    HIT = "hit"
    STAND = "stand"


class CardAction(Action):
    """One move."""

    move: Move


class CardObservation(Observation):
    """The hands, as far as they are open."""

    hand: list[int] = Field(default_factory=list)
    total: int = 0
    dealer_shows: int = 0
    dealer: list[int] = Field(default_factory=list)
    result: str = ""


class CardsEnv(Environment):
    """+1 for a game won, 0 for one drawn, -1 for one lost."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._deck: list[int] | None = None
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kw: Any
    ) -> CardObservation:
        """Deal."""
        deck = [min(n, 10) for n in range(1, 14)] * 4
        random.Random(seed).shuffle(deck)
        self._deck = deck
        self._hand, self._dealer = [deck.pop(), deck.pop()], [deck.pop(), deck.pop()]
        self._result, self._over = "", False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._see(0.0)

    def step(
        self, action: CardAction, timeout_s: float | None = None, **kw: Any
    ) -> CardObservation:
        """Take a card, or let the dealer play."""
        if self._deck is None:
            raise RuntimeError("deal first: call reset()")
        if self._over:
            return self._see(0.0)
        self._state.step_count += 1
        if action.move is Move.HIT:
            self._hand.append(self._deck.pop())
            if total(self._hand) > 21:
                return self._end("lost", -1.0)
            return self._see(0.0)
        while total(self._dealer) < 17:
            self._dealer.append(self._deck.pop())
        ours, theirs = total(self._hand), total(self._dealer)
        if theirs > 21 or ours > theirs:
            return self._end("won", 1.0)
        return self._end("drawn", 0.0) if ours == theirs else self._end("lost", -1.0)

    def _end(self, result: str, reward: float) -> CardObservation:
        self._result, self._over = result, True
        return self._see(reward)

    def _see(self, reward: float) -> CardObservation:
        return CardObservation(
            hand=list(self._hand),
            total=total(self._hand),
            dealer_shows=self._dealer[0],
            dealer=list(self._dealer) if self._over else [],
            result=self._result,
            reward=reward,
            done=self._over,
        )

    @property
    def state(self) -> State:
        """A copy."""
        return self._state.model_copy()


def total(hand: list[int]) -> int:
    """An ace counts eleven where that does not lose."""
    value = sum(hand)
    return value + 10 if 1 in hand and value + 10 <= 21 else value


app = create_fastapi_app(CardsEnv, CardAction, CardObservation)
