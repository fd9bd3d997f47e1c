"""Get the cards of a board done in time."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..boards import LEVELS, LIMITS, Board, make_board
    from ..models import KanbanAction, KanbanObservation, KanbanState
except ImportError:
    from boards import LEVELS, LIMITS, Board, make_board
    from models import KanbanAction, KanbanObservation, KanbanState

STEPS = 100


class KanbanPlannerEnvironment(Environment[KanbanAction, KanbanObservation, KanbanState]):
    """A board with limits on work in progress."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = KanbanState()
        self._board = Board([])
        self._earned = 0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: str | None = None,
        **kwargs: Any,
    ) -> KanbanObservation:
        """Put up a board; the seed fixes its cards.

        Raises:
            ValueError: there is no such level.
        """
        level = "easy" if level is None else level
        if level not in LEVELS:
            raise ValueError(f"level must be one of {', '.join(LEVELS)}, not {level!r}")
        rng = random.Random() if seed is None else random.Random(f"board {level} {seed}")
        self._board = make_board(rng, level)
        self._earned = 0
        self._done = False
        self._state = KanbanState(episode_id=episode_id or str(uuid.uuid4()), level=level)
        return self._observation("Day 1.", None)

    def step(
        self, action: KanbanAction, timeout_s: float | None = None, **kwargs: Any
    ) -> KanbanObservation:
        """Move a card, or let a day pass."""
        if self._done:
            return KanbanObservation(done=True, reward=0.0, message="The board is closed.")
        self._state.step_count += 1
        board, reward = self._board, 0.0
        verb, _, name = action.command.strip().lower().partition(" ")
        card = board.cards.get(name.strip().upper())
        message = "Not possible."
        if verb == "day" and not name:
            board.pass_day()
            message = f"Day {board.day}."
        elif card and verb == "pull" and board.pull(card):
            message = f"{card.name} is in doing."
        elif card and verb == "review" and board.review(card):
            message = f"{card.name} is in review."
        elif card and verb == "ship" and board.ship(card):
            late = board.day > card.due
            message = f"{card.name} is done{', too late' if late else ''}."
            reward = 0.0 if late else self._pay(card.value)
        waiting = [c for c in board.cards.values() if c.column != "done"]
        self._done = all(c.due < board.day for c in waiting) or self._state.step_count >= STEPS
        return self._observation(message, reward)

    def _pay(self, value: int) -> float:
        """The share of a value in all values, so that the shares sum to 1."""
        total = sum(c.value for c in self._board.cards.values())
        before = round(self._earned / total, 4)
        self._earned += value
        return round(round(self._earned / total, 4) - before, 4)

    @property
    def state(self) -> KanbanState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(self, message: str, reward: float | None) -> KanbanObservation:
        lines = [
            f"day {self._board.day}; limits: doing {LIMITS['doing']}, review {LIMITS['review']}"
        ]
        for c in self._board.cards.values():
            lines.append(
                f"{c.name}: {c.column}, work {c.work}/{c.effort}, "
                f"reviewed {'yes' if c.checked else 'no'}, "
                f"due day {c.due}, value {c.value}, needs {c.needs or '-'}"
            )
        return KanbanObservation(
            board="\n".join(lines), message=message, reward=reward, done=self._done
        )
