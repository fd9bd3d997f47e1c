"""The genealogy desk: one question, one answer."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server import Environment

try:
    from ..models import AnswerAction, DeskState, QuestionObservation
    from ..parish import LEVELS, Inquiry, inquiry, read_answer
except ImportError:
    from models import AnswerAction, DeskState, QuestionObservation
    from parish import LEVELS, Inquiry, inquiry, read_answer


class GenealogyDeskEnvironment(Environment[AnswerAction, QuestionObservation, DeskState]):
    """Find an ancestor in a parish register."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._inquiry: Inquiry | None = None
        self._level = 1
        self._answered = False
        self._episode_id: str | None = None

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int | None = None,
        **kwargs: Any,
    ) -> QuestionObservation:
        """Open the register of this level and seed."""
        level = 1 if level is None else level
        if level not in LEVELS:
            raise ValueError(f"level must be one of {sorted(LEVELS)}, not {level!r}")
        if seed is None:
            seed = random.SystemRandom().getrandbits(62)
        self._inquiry = inquiry(level, seed)
        self._level = level
        self._answered = False
        self._episode_id = episode_id or str(uuid.uuid4())
        return self._observe("", None)

    def step(
        self, action: AnswerAction, timeout_s: float | None = None, **kwargs: Any
    ) -> QuestionObservation:
        """Judge the answer."""
        if self._inquiry is None:
            return QuestionObservation(
                note="there is no question: call reset", done=True, reward=0.0
            )
        if self._answered:
            return self._observe("the question was answered", 0.0)
        self._answered = True
        number = read_answer(action.answer)
        if number is None:
            return self._observe("the answer must have one number", 0.0)
        right = number == self._inquiry.number
        return self._observe("right" if right else "wrong", float(right))

    @property
    def state(self) -> DeskState:
        """Public facts about the episode."""
        return DeskState(
            episode_id=self._episode_id,
            step_count=int(self._answered),
            level=self._level,
            answered=self._answered,
        )

    def _observe(self, note: str, reward: float | None) -> QuestionObservation:
        assert self._inquiry is not None
        return QuestionObservation(
            level=self._level,
            register_lines=list(self._inquiry.lines),
            question=self._inquiry.question,
            note=note,
            reward=reward,
            done=self._answered,
        )
