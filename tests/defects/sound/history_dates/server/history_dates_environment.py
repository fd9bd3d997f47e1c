"""A quiz about when things happened."""

from __future__ import annotations

import random
import re
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..events import EVENTS, Question, quiz
    from ..models import HistoryDatesAction, HistoryDatesObservation, HistoryDatesState
except ImportError:
    from events import EVENTS, Question, quiz
    from models import HistoryDatesAction, HistoryDatesObservation, HistoryDatesState


def clean(answer: str) -> str:
    """The answer in capitals, without separators."""
    return re.sub(r"[\s,;<>-]+", "", answer).upper()


class HistoryDatesEnvironment(
    Environment[HistoryDatesAction, HistoryDatesObservation, HistoryDatesState]
):
    """Four questions."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = HistoryDatesState()
        self._questions: list[Question] = []
        self._at = 0

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        split: str = "train",
        **kwargs: Any,
    ) -> HistoryDatesObservation:
        """Start a quiz.

        Raises:
            ValueError: there is no such split.
        """
        if split not in tuple(EVENTS):
            raise ValueError(f"split must be train or test, not {split!r}")
        rng = random.Random() if seed is None else random.Random(f"quiz {split} {seed}")
        self._questions = quiz(rng, split)
        self._at = 0
        self._state = HistoryDatesState(episode_id=episode_id or str(uuid.uuid4()), split=split)
        return self._screen("", None)

    def step(
        self, action: HistoryDatesAction, timeout_s: float | None = None, **kwargs: Any
    ) -> HistoryDatesObservation:
        """Answer the question on the screen."""
        if self._at >= len(self._questions):
            return self._screen("", 0.0)
        right = clean(action.answer) == self._questions[self._at].answer
        reward = 1.0 / len(self._questions) if right else 0.0
        self._at += 1
        self._state.step_count += 1
        self._state.score += reward
        return self._screen("right" if right else "wrong", reward)

    @property
    def state(self) -> HistoryDatesState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _screen(self, last: str, reward: float | None) -> HistoryDatesObservation:
        done = self._at >= len(self._questions)
        return HistoryDatesObservation(
            number=0 if done else self._at + 1,
            question="" if done else self._questions[self._at].text,
            last=last,
            reward=reward,
            done=done,
        )
