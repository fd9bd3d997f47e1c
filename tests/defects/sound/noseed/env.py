"""Higher or lower: every episode is drawn by chance, and reset() takes nothing at all."""

import secrets
from typing import Literal

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State


class CardsAction(Action):
    """A guess at the next card."""

    guess: Literal["higher", "lower"]


class CardsObservation(Observation):
    """The card on the table."""

    card: int = 0
    streak: int = 0


class CardsEnvironment(Environment[CardsAction, CardsObservation, State]):
    """Five cards; equal cards never follow one another."""

    def __init__(self) -> None:
        super().__init__()
        self._cards: list[int] = []
        self._state = State()

    def reset(self) -> CardsObservation:
        """Deal."""
        self._cards = [secrets.randbelow(13)]
        while len(self._cards) < 6:
            card = secrets.randbelow(13)
            if card != self._cards[-1]:
                self._cards.append(card)
        self._right = 0
        self._state = State(episode_id=secrets.token_hex(8))
        return CardsObservation(card=self._cards[0])

    def step(self, action: CardsAction) -> CardsObservation:
        """Turn the next card."""
        if not self._cards:
            raise RuntimeError("there is no episode: call reset() before step()")
        place = self._state.step_count
        if place >= 5:
            return CardsObservation(card=self._cards[5], streak=self._right, reward=0.0, done=True)
        self._state.step_count += 1
        up = self._cards[place + 1] > self._cards[place]
        right = up == (action.guess == "higher")
        self._right += right
        return CardsObservation(
            card=self._cards[place + 1],
            streak=self._right,
            reward=0.2 if right else 0.0,
            done=place == 4,
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
