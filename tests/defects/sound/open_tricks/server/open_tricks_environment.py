"""A trick-taking game with open hands."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..game import STYLES, Game, deal, legal
    from ..models import CardAction, TableObservation, TableState
except ImportError:
    from game import STYLES, Game, deal, legal
    from models import CardAction, TableObservation, TableState

REFUSALS = 3


class OpenTricksEnvironment(Environment[CardAction, TableObservation, TableState]):
    """One deal per episode."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = TableState()
        self._game: Game | None = None
        self._target = 0
        self._refused = 0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        style: str | None = None,
        **kwargs: Any,
    ) -> TableObservation:
        """Deal the cards."""
        style = STYLES[0] if style is None else style
        if style not in STYLES:
            raise ValueError(f"style must be one of {', '.join(STYLES)}")
        rng = random.Random() if seed is None else random.Random(f"deal {style} {seed}")
        self._game, self._target = deal(rng, style)
        self._refused, self._done = 0, False
        self._state = TableState(episode_id=episode_id or str(uuid.uuid4()), style=style)
        return self._table("", None)

    def step(
        self, action: CardAction, timeout_s: float | None = None, **kwargs: Any
    ) -> TableObservation:
        """Play a card."""
        game = self._game
        if self._done or game is None:
            return TableObservation(done=True, reward=0.0, note="the game is over")
        self._state.step_count += 1
        card, note, reward = action.card.strip().upper(), "", 0.0
        if card not in game.hands[0]:
            note = "you do not have this card"
        elif card not in legal(game.hands[0], game.trick):
            note = "you must follow suit"
        else:
            game.play(card)
        if note:
            self._refused += 1
            self._done = self._refused >= REFUSALS
        elif game.over:
            reward = float(game.won[0] >= self._target)
            self._done = True
        return self._table(note, reward)

    @property
    def state(self) -> TableState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _table(self, note: str, reward: float | None) -> TableObservation:
        game = self._game
        assert game is not None
        you, left, right = (list(hand) for hand in game.hands)
        return TableObservation(
            you=you,
            left=left,
            right=right,
            trump=game.trump,
            trick=list(game.trick),
            won=list(game.won),
            target=self._target,
            style=self._state.style,
            note=note,
            reward=reward,
            done=self._done,
        )
