"""Guess the five-letter word in six attempts."""

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment

try:
    from .. import rules
    from ..models import Row, WordsAction, WordsObservation, WordsState
except ImportError:
    import rules
    from models import Row, WordsAction, WordsObservation, WordsState


class WordsEnvironment(Environment[WordsAction, WordsObservation, WordsState]):
    """A word game whose fastest solution pays most."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._secret = ""
        self._rows: list[Row] = []
        self._best = 0
        self._done = False
        self._state = WordsState()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> WordsObservation:
        """Draw a secret word."""
        rng = random.Random(seed)
        self._secret = rng.choice(rules.WORDS)
        self._rows = []
        self._best = 0
        self._done = False
        self._state = WordsState(episode_id=episode_id or uuid4().hex)
        return self._observe("Guess the word.", None, {})

    def step(
        self, action: WordsAction, timeout_s: float | None = None, **options: Any
    ) -> WordsObservation:
        """Play one guess."""
        if not self._secret:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._done:
            return self._observe("The episode is over: call reset().", 0.0, {})
        self._state.step_count += 1
        self._state.attempts_used += 1
        guess = action.word.strip().lower()
        columns = {"progress": 0.0, "outcome": 0.0}
        if guess not in rules.WORDS:
            message = "That is not in the word list; it costs an attempt."
        else:
            columns, self._best = rules.score(
                self._secret, guess, self._best, self._state.attempts_used
            )
            self._rows.append(Row(word=guess, marks=rules.marks(self._secret, guess)))
            self._state.solved = guess == self._secret
            message = "Solved." if self._state.solved else "Not yet."
        self._done = self._state.solved or self._state.attempts_used >= rules.MAX_ATTEMPTS
        return self._observe(message, sum(columns.values()), columns)

    def _observe(
        self, message: str, reward: float | None, columns: dict[str, float]
    ) -> WordsObservation:
        return WordsObservation(
            message=message,
            rows=[row.model_copy() for row in self._rows],
            attempts_left=max(0, rules.MAX_ATTEMPTS - self._state.attempts_used),
            columns=columns,
            reward=reward,
            done=self._done,
        )

    @property
    def state(self) -> WordsState:
        """A copy of the episode's public state."""
        return self._state.model_copy(deep=True)
