"""Open a safe with a code of four letters."""

from __future__ import annotations

import random
import uuid
from collections import Counter
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import CodeAction, CodeObservation, CodeState
except ImportError:
    from models import CodeAction, CodeObservation, CodeState

LETTERS = "ABCDEF"
LENGTH = 4
GUESSES = 12
LEVELS = ("repeats", "distinct")


def feedback(code: str, guess: str) -> tuple[int, int]:
    """How many letters are right in place, and how many are right but elsewhere."""
    exact = sum(a == b for a, b in zip(code, guess, strict=True))
    common = sum((Counter(code) & Counter(guess)).values())
    return exact, common - exact


class SafeCodeEnvironment(Environment[CodeAction, CodeObservation, CodeState]):
    """One safe."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = CodeState()
        self._code = ""
        self._history: list[str] = []
        self._left = 0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: str | None = None,
        **kwargs: Any,
    ) -> CodeObservation:
        """Lock the safe; level is repeats (the default) or distinct.

        Raises:
            ValueError: there is no such level.
        """
        level = "repeats" if level is None else level
        if level not in LEVELS:
            raise ValueError(f"level must be one of {', '.join(LEVELS)}, not {level!r}")
        rng = random.Random() if seed is None else random.Random(f"safe {level} {seed}")
        letters = (
            rng.choices(LETTERS, k=LENGTH) if level == "repeats" else rng.sample(LETTERS, LENGTH)
        )
        self._code = "".join(letters)
        self._history = []
        self._left = GUESSES
        self._done = False
        self._state = CodeState(episode_id=episode_id or str(uuid.uuid4()), level=level)
        return self._observation("the safe is locked", None)

    def step(
        self, action: CodeAction, timeout_s: float | None = None, **kwargs: Any
    ) -> CodeObservation:
        """Try a code."""
        if self._done:
            return self._observation("the safe no longer answers", 0.0)
        self._state.step_count += 1
        self._left -= 1
        guess, reward = "".join(action.guess.upper().split()), 0.0
        if len(guess) != LENGTH or any(letter not in LETTERS for letter in guess):
            note = "not a code"
        else:
            exact, misplaced = feedback(self._code, guess)
            self._history.append(f"{guess}: {exact}, {misplaced}")
            note = "click"
            if exact == LENGTH:
                self._done, reward, note = True, 1.0, "open"
        self._done = self._done or self._left == 0
        return self._observation(note, reward)

    @property
    def state(self) -> CodeState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(self, note: str, reward: float | None) -> CodeObservation:
        return CodeObservation(
            history=list(self._history),
            guesses_left=self._left,
            note=note,
            reward=reward,
            done=self._done,
        )
