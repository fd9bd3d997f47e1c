"""The episode: one letter, one answer."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

from ..letters import SIZES, Letter, blacked_out, grade, new_letter, publish
from ..models import LetterObservation, RedactAction

LONGEST = 200


class RedactionDeskEnvironment(Environment[RedactAction, LetterObservation, State]):
    """Black out the personal data of a letter."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._letter: Letter | None = None
        self._state = State()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        form: str = "letter",
        **kwargs: Any,
    ) -> LetterObservation:
        """Begin with a new letter; further arguments are ignored."""
        if level not in SIZES:
            raise ValueError(f"level must be one of {sorted(SIZES)}")
        if form not in ("letter", "memo"):
            raise ValueError("form must be letter or memo")
        self._letter = new_letter(random.Random(seed), level, form)
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        return LetterObservation(letter=self._letter.text, reward=0.0, done=False)

    def step(
        self, action: RedactAction, timeout_s: float | None = None, **kwargs: Any
    ) -> LetterObservation:
        """Black out the passages, publish the letter and grade it."""
        letter, self._letter = self._letter, None
        if letter is None:
            return LetterObservation(done=True, reward=0.0, note="no letter: call reset()")
        self._state.step_count += 1
        passages = [passage for passage in action.passages if len(passage) <= LONGEST]
        return LetterObservation(
            letter=letter.text,
            published=publish(letter.text, blacked_out(letter.text, passages)),
            note="" if passages else "nothing was blacked out",
            reward=grade(letter, passages),
            done=True,
        )

    @property
    def state(self) -> State:
        """The id of the episode and the number of steps."""
        return self._state.model_copy()
