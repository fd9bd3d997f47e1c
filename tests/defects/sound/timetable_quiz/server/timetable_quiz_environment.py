"""An episode of three questions."""

from __future__ import annotations

import uuid
from random import Random
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

from ..lines import SPLITS, Line, lines_of, timetable
from ..models import QuizAction, QuizObservation
from ..questions import LEVELS, Question, draw_questions, is_right

QUESTIONS = 3


class TimetableQuizEnvironment(Environment[QuizAction, QuizObservation, State]):
    """Answer three questions about a bus line."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._line: Line | None = None
        self._questions: list[Question] = []
        self._right = 0
        self._state = State(episode_id=str(uuid.uuid4()), step_count=0)

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        split: str = "train",
        **kwargs: Any,
    ) -> QuizObservation:
        """Choose a line of the split, and questions of the level."""
        if level not in LEVELS:
            raise ValueError(f"there is no level {level}: choose one of {LEVELS}")
        if split not in SPLITS:
            raise ValueError(f"there is no split {split!r}: choose one of {SPLITS}")
        rng = Random(seed)
        self._line = timetable(rng.choice(lines_of(split)))
        self._questions = draw_questions(rng, self._line, level, QUESTIONS)
        self._right = 0
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        return self._observe(None, reward=None)

    def step(
        self, action: QuizAction, timeout_s: float | None = None, **kwargs: Any
    ) -> QuizObservation:
        """Judge the reply and ask the next question."""
        if self._line is None or self._state.step_count >= QUESTIONS:
            return QuizObservation(done=True, reward=0.0)
        right = is_right(self._questions[self._state.step_count], action.text)
        self._state.step_count += 1
        before, self._right = self._right, self._right + right
        # The difference of two shares, so that three right answers add up to exactly 1.
        return self._observe(right, reward=self._right / QUESTIONS - before / QUESTIONS)

    @property
    def state(self) -> State:
        """The id of the episode and its step count."""
        return self._state

    def _observe(self, right: bool | None, reward: float | None) -> QuizObservation:
        assert self._line is not None
        asked = self._state.step_count
        done = asked >= QUESTIONS
        return QuizObservation(
            line=self._line.number,
            timetable=self._line.text(),
            question="" if done else self._questions[asked].text,
            number=min(asked + 1, QUESTIONS),
            last_was_right=right,
            done=done,
            reward=reward,
        )
