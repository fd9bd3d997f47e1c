"""Mental arithmetic: the whole reply must be the number, so that listing numbers earns nothing."""

import random
from typing import Any
from uuid import uuid4

from models import QuizAction, QuizObservation
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State


class QuizEnvironment(Environment):
    """Two tries at one sum."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._terms: tuple[int, int] | None = None
        self._over = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> QuizObservation:
        """Ask a question."""
        rng = random.Random(seed)
        self._terms = rng.randint(100, 999), rng.randint(100, 999)
        self._over = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._say("", None)

    def step(
        self, action: QuizAction, timeout_s: float | None = None, **options: Any
    ) -> QuizObservation:
        """Grade a reply."""
        if self._terms is None:
            return QuizObservation(feedback="There is no question yet: call reset().", reward=0.0)
        if self._over:
            return self._say("The quiz is over: call reset().", 0.0)
        self._state.step_count += 1
        right = action.text.strip() == str(sum(self._terms))
        self._over = right or self._state.step_count >= 2
        if right:
            return self._say("Right.", 1.0 if self._state.step_count == 1 else 0.5)
        return self._say("That is not it.", 0.0)

    def _say(self, feedback: str, reward: float | None) -> QuizObservation:
        question = f"What is {self._terms[0]} + {self._terms[1]}?" if self._terms else ""
        return QuizObservation(question=question, feedback=feedback, reward=reward, done=self._over)

    @property
    def state(self) -> State:
        """A copy of the episode's public state."""
        return self._state.model_copy()
