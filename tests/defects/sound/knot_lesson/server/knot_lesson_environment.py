"""A lesson: instructions, a learner's patience, and a rope that may slip."""

from __future__ import annotations

import secrets
import uuid
from random import Random
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..knots import LEVELS, STRAIGHT, Lesson, draw_lesson
    from ..models import Card, LessonAction, LessonObservation
except ImportError:
    from knots import LEVELS, STRAIGHT, Lesson, draw_lesson
    from models import Card, LessonAction, LessonObservation

PATIENCE = 4
PUZZLED, LOST = 1, 2
MAX_STEPS = 60
SLIP_CHANCE = 0.25


class KnotLessonEnvironment(Environment[LessonAction, LessonObservation, State]):
    """Talk a learner through a knot; the finished knot is paid 1."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State()
        self._lesson: Lesson | None = None
        self._rng = Random(0)
        self._tied = 0
        self._patience = 0
        self._slips = 0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int | None = None,
        **kwargs: Any,
    ) -> LessonObservation:
        """Begin a lesson; `level` is 1 to 3."""
        level = 1 if level is None else level
        if level not in LEVELS:
            raise ValueError(f"level must be one of {list(LEVELS)}, not {level!r}")
        seed = secrets.randbits(48) if seed is None else seed
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        self._rng = Random(f"lesson {level} {seed}")
        self._lesson = draw_lesson(self._rng, LEVELS[level])
        self._tied = 0
        self._patience = PATIENCE
        self._slips = LEVELS[level].slips
        self._done = False
        return self._look("I am ready.", reward=None)

    def step(
        self, action: LessonAction, timeout_s: float | None = None, **kwargs: Any
    ) -> LessonObservation:
        """Say one instruction."""
        lesson = self._lesson
        if lesson is None or self._done:
            return self._look("The lesson is over: call reset for another.")
        self._state.step_count += 1
        reply = self._follow(lesson, action)
        if self._tied == len(lesson.chain):
            self._done = True
            return self._look("There it is!", reward=1.0)
        if self._patience <= 0:
            self._done = True
            return self._look("I give up.")
        self._done = self._state.step_count >= MAX_STEPS
        return self._look(reply)

    def _follow(self, lesson: Lesson, action: LessonAction) -> str:
        """Change the rope or the patience; returns what the learner says."""
        if not lesson.understands(action.verb, action.part, action.side):
            self._patience -= LOST
            return "I do not know these words."
        move = lesson.chain[self._tied]
        wanted = (move.verb, move.part, lesson.side_for_learner(move.side))
        if (action.verb, action.part, action.side) != wanted:
            self._patience -= PUZZLED
            return "That does not work from here."
        self._tied += 1
        finished = self._tied == len(lesson.chain)
        if self._slips and not finished and self._rng.random() < SLIP_CHANCE:
            self._slips -= 1
            self._tied -= 1
            return "Done. Oh, it slipped back."
        return "Done."

    def _look(self, reply: str, reward: float | None = 0.0) -> LessonObservation:
        lesson = self._lesson
        if lesson is None:
            return LessonObservation(reply=reply, done=True, reward=reward)
        return LessonObservation(
            cards=[Card(**vars(card)) for card in lesson.cards],
            hand=lesson.hand,
            place=lesson.place,
            rope=lesson.chain[self._tied - 1].then if self._tied else STRAIGHT,
            goal=lesson.chain[-1].then,
            patience=max(0, self._patience),
            steps_left=MAX_STEPS - self._state.step_count,
            reply=reply,
            done=self._done,
            reward=reward,
        )

    @property
    def state(self) -> State:
        """The episode's id and how many instructions were given."""
        return self._state.model_copy()
