"""A trick-taking game in which hearts are bad."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..hearts import Game, deal, legal
    from ..models import HandObservation, HandState, PlayAction
except ImportError:
    from hearts import Game, deal, legal
    from models import HandObservation, HandState, PlayAction

REFUSALS = 3
SPREAD = 3


class ShyHeartsEnvironment(Environment[PlayAction, HandObservation, HandState]):
    """One deal per episode."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = HandState()
        self._game: Game | None = None
        self._fewest = 0
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> HandObservation:
        """Deal the cards."""
        rng = random.Random() if seed is None else random.Random(f"hearts {seed}")
        self._game, self._fewest = deal(rng)
        self._done = False
        self._state = HandState(episode_id=episode_id or str(uuid.uuid4()))
        return self._table("", None)

    def step(
        self, action: PlayAction, timeout_s: float | None = None, **kwargs: Any
    ) -> HandObservation:
        """Play a card."""
        game = self._game
        if self._done or game is None:
            return HandObservation(done=True, reward=0.0, note="the game is over")
        self._state.step_count += 1
        card, note, reward = action.card.strip().upper(), "", 0.0
        if card not in game.hands[0]:
            note = "you do not have this card"
        elif card not in legal(game.hands[0], game.trick):
            note = "you must follow suit"
        else:
            game.play(card)
        if note:
            self._state.refused += 1
            self._done = self._state.refused >= REFUSALS
        elif game.over:
            reward = max(0.0, 1 - (game.points[0] - self._fewest) / SPREAD)
            self._done = True
        return self._table(note, reward)

    @property
    def state(self) -> HandState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _table(self, note: str, reward: float | None) -> HandObservation:
        game = self._game
        assert game is not None
        return HandObservation(
            hand=list(game.hands[0]),
            trick=list(game.trick),
            last_trick=list(game.last),
            unseen=game.unseen,
            points=list(game.points),
            note=note,
            reward=reward,
            done=self._done,
        )
