"""Six sums with four answers each, as a written exam: a letter answers the question and goes on."""

import random
from typing import Any, Literal
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

QUESTIONS = 6
LETTERS = ("a", "b", "c", "d")


class ExamAction(Action):
    """The letter of an answer."""

    answer: Literal["a", "b", "c", "d"] = Field(description="the letter of the right answer")


class ExamObservation(Observation):
    """The question and its answers."""

    question: str = ""
    choices: dict[str, int] = Field(default_factory=dict)
    right_so_far: int = 0


class ExamEnvironment(Environment[ExamAction, ExamObservation, State]):
    """One for the whole exam; a sixth for each right answer."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._questions: list[tuple[int, int, list[int]]] = []
        self._right = 0
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> ExamObservation:
        """Draw the questions."""
        rng = random.Random(seed)
        self._questions = []
        for _ in range(QUESTIONS):
            one, other = rng.randint(11, 99), rng.randint(11, 99)
            wrong = rng.sample([-20, -10, -3, -2, -1, 1, 2, 3, 10, 20], len(LETTERS) - 1)
            choices = [one + other, *(one + other + step for step in wrong)]
            rng.shuffle(choices)
            self._questions.append((one, other, choices))
        self._right = 0
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe(None)

    def step(
        self, action: ExamAction, timeout_s: float | None = None, **options: Any
    ) -> ExamObservation:
        """Mark an answer."""
        if not self._questions:
            raise RuntimeError("there is no exam: call reset() before step()")
        if self._state.step_count >= QUESTIONS:
            return self._observe(0.0)
        one, other, choices = self._questions[self._state.step_count]
        self._state.step_count += 1
        right = choices[LETTERS.index(action.answer)] == one + other
        self._right += right
        return self._observe(1 / QUESTIONS if right else 0.0)

    def _observe(self, reward: float | None) -> ExamObservation:
        number = self._state.step_count
        if number >= QUESTIONS:
            return ExamObservation(right_so_far=self._right, reward=reward, done=True)
        one, other, choices = self._questions[number]
        return ExamObservation(
            question=f"Question {number + 1}: what is {one} + {other}?",
            choices=dict(zip(LETTERS, choices, strict=True)),
            right_so_far=self._right,
            reward=reward,
            done=False,
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
