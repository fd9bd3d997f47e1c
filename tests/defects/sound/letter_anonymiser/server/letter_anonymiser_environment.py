"""One letter, one answer."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

from ..letters import LETTERS, PEOPLE, compose, judge
from ..models import LetterAction, LetterObservation

TASK = "Return the letter with a placeholder such as [NAME] in place of each identifier."


class LetterEnvironment(Environment[LetterAction, LetterObservation, State]):
    """Anonymise a medical letter."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State(episode_id=None, step_count=0)
        self._pieces: list[tuple[str, bool]] = []
        self._open = False

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        split: str = "train",
        **kwargs: Any,
    ) -> LetterObservation:
        """Take a letter. Unknown options are ignored."""
        if level not in LETTERS or split not in PEOPLE:
            raise ValueError(f"level must be one of {list(LETTERS)}, split one of {list(PEOPLE)}")
        rng = random.Random() if seed is None else random.Random(f"letter {seed} {level} {split}")
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        self._pieces = compose(rng, level, split)
        self._open = True
        return self._observation()

    def step(
        self, action: LetterAction, timeout_s: float | None = None, **kwargs: Any
    ) -> LetterObservation:
        """Judge the answer; the episode is over after it."""
        seen = self._observation()
        seen.done, seen.reward = True, 0.0
        if not self._open:
            return seen
        self._open = False
        self._state.step_count += 1
        seen.intact, seen.replaced = judge(self._pieces, action.text)
        seen.reward = seen.replaced / seen.identifiers
        return seen

    def _observation(self) -> LetterObservation:
        return LetterObservation(
            task=TASK,
            letter="".join(text for text, _ in self._pieces),
            identifiers=sum(hidden for _, hidden in self._pieces),
        )

    @property
    def state(self) -> State:
        """The id and the number of steps of the episode."""
        return self._state.model_copy()

    def pieces(self) -> list[tuple[str, bool]]:
        """The letter in pieces; for proof.py, no client can call it."""
        return list(self._pieces)
