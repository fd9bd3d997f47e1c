"""Three tries at a telegram."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

from ..models import MorseAction, MorseObservation, MorseState
from ..signals import compose, key

TRIES, COST = 3, 0.3
INSTRUCTION = (
    "Decode the telegram. A dot lasts one unit, a dash three; the gap is one unit within a "
    "letter, three between letters, seven between "
    "words. The unit is not known, and every time may be up to 15 percent off. You have three "
    "tries; each wrong one costs 0.3."
)


class MorseEarEnvironment(Environment[MorseAction, MorseObservation, MorseState]):
    """Hear a telegram."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = MorseState()
        self._text, self._tape, self._wrong, self._done = "", [], 0, True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, level: int = 1, **kwargs: Any
    ) -> MorseObservation:
        """A new telegram of as many words as the level says."""
        if level not in (1, 2, 3):
            raise ValueError("level must be 1, 2 or 3")
        rng = random.Random() if seed is None else random.Random(f"morse {level} {seed}")
        self._text = compose(rng, level)
        self._tape = key(rng, self._text)
        self._wrong, self._done = 0, False
        self._state = MorseState(episode_id=episode_id or str(uuid.uuid4()), level=level)
        return self._seen("", None)

    def step(
        self, action: MorseAction, timeout_s: float | None = None, **kwargs: Any
    ) -> MorseObservation:
        """Take a try."""
        if self._done:
            return MorseObservation(done=True, reward=0.0, note="the telegram is closed")
        self._state.step_count += 1
        guess = " ".join(action.text.upper().split())
        if guess == self._text:
            self._done = True
            return self._seen("right", 1.0 - COST * self._wrong)
        self._wrong += 1
        self._done = self._wrong == TRIES
        return self._seen(self._compare(guess), 0.0)

    def _compare(self, guess: str) -> str:
        if len(guess) != len(self._text):
            return "the length is wrong"
        pairs = enumerate(zip(guess, self._text, strict=True), 1)
        wrong = [f"{place} ({heard})" for place, (heard, sent) in pairs if heard != sent]
        return "wrong at " + ", ".join(wrong)

    @property
    def state(self) -> MorseState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _seen(self, note: str, reward: float | None) -> MorseObservation:
        return MorseObservation(
            tape=list(self._tape),
            tries_left=TRIES - self._wrong,
            instruction=INSTRUCTION,
            note=note,
            reward=reward,
            done=self._done,
        )
