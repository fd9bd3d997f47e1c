"""Answer the questions of visitors from the catalogue."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..catalogue import QUESTIONS, search, show
    from ..models import MuseumGuideAction, MuseumGuideObservation, MuseumGuideState
except ImportError:
    from catalogue import QUESTIONS, search, show
    from models import MuseumGuideAction, MuseumGuideObservation, MuseumGuideState

TURNS = 8


def plain(text: str) -> str:
    """The text in lower case, without punctuation and extra spaces."""
    return " ".join("".join(c if c.isalnum() else " " for c in text.lower()).split())


class MuseumGuideEnvironment(
    Environment[MuseumGuideAction, MuseumGuideObservation, MuseumGuideState]
):
    """One visitor with one question."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = MuseumGuideState()
        self._question = ""
        self._truth = ""
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        split: str | None = None,
        **kwargs: Any,
    ) -> MuseumGuideObservation:
        """Meet a visitor."""
        split = "train" if split is None else split
        if split not in QUESTIONS:
            raise ValueError(f"split must be one of {', '.join(QUESTIONS)}, not {split!r}")
        rng = random.Random() if seed is None else random.Random(f"visitor {split} {seed}")
        self._question, self._truth = rng.choice(QUESTIONS[split])
        self._done = False
        self._state = MuseumGuideState(episode_id=episode_id or str(uuid.uuid4()), split=split)
        return self._observation("", None)

    def step(
        self, action: MuseumGuideAction, timeout_s: float | None = None, **kwargs: Any
    ) -> MuseumGuideObservation:
        """Search, show or answer."""
        if self._done:
            return self._observation("the visitor has left", 0.0)
        self._state.step_count += 1
        verb, _, rest = action.message.strip().partition(" ")
        verb, reward = verb.lower(), 0.0
        if verb == "search":
            result = search(rest)
        elif verb == "show":
            result = show(rest)
        elif verb == "answer":
            reward = float(plain(rest) == plain(self._truth))
            self._done = True
            result = "the visitor thanks you" if reward else "the visitor frowns"
        else:
            result = "say search WORD, show NUMBER or answer TEXT"
        self._done = self._done or self._state.step_count >= TURNS
        return self._observation(result, reward)

    @property
    def state(self) -> MuseumGuideState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(self, result: str, reward: float | None) -> MuseumGuideObservation:
        return MuseumGuideObservation(
            question=self._question,
            result=result,
            turns_left=TURNS - self._state.step_count,
            reward=reward,
            done=self._done,
        )
