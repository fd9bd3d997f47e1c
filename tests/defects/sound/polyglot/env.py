"""Name a thing in another language; spelling counts, capitals and accents typed apart do not."""

import random
import unicodedata
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

WORDS = {
    ("cheese", "French"): ("le fromage", "fromage"),
    ("cheese", "German"): ("der Käse", "Käse", "Kaese"),
    ("cheese", "Greek"): ("τυρί", "το τυρί"),
    ("snow", "French"): ("la neige", "neige"),
    ("snow", "German"): ("der Schnee", "Schnee"),
    ("snow", "Greek"): ("χιόνι", "το χιόνι"),
    ("street", "French"): ("la rue", "rue"),
    ("street", "German"): ("die Straße", "Straße", "Strasse"),
    ("street", "Greek"): ("δρόμος", "ο δρόμος", "οδός"),
    ("fish", "French"): ("le poisson", "poisson"),
    ("fish", "German"): ("der Fisch", "Fisch"),
    ("fish", "Japanese"): ("魚", "さかな", "sakana"),
    ("water", "French"): ("l'eau", "eau"),
    ("water", "German"): ("das Wasser", "Wasser"),
    ("water", "Japanese"): ("水", "みず", "mizu"),
}
TRIES = 2


class PolyglotAction(Action):
    """A translation."""

    answer: str = Field(max_length=100, description="one word, with or without its article")


class PolyglotObservation(Observation):
    """The word and what became of the last answer."""

    word: str = ""
    language: str = ""
    feedback: str = ""
    tries_left: int = 0


def plain(text: str) -> str:
    """The text without what does not matter: composition, case, outer space and a full stop."""
    return unicodedata.normalize("NFC", text).casefold().strip().rstrip(".!")


class PolyglotEnvironment(Environment[PolyglotAction, PolyglotObservation, State]):
    """Two tries; the second is worth half."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._task: tuple[str, str] | None = None
        self._accepted: set[str] = set()
        self._over = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> PolyglotObservation:
        """Choose a word."""
        self._task = random.Random(seed).choice(list(WORDS))
        self._accepted = {plain(word) for word in WORDS[self._task]}
        self._over = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._say("", None)

    def step(
        self, action: PolyglotAction, timeout_s: float | None = None, **options: Any
    ) -> PolyglotObservation:
        """Grade an answer."""
        if self._task is None:
            raise RuntimeError("there is no word: call reset() before step()")
        if self._over:
            return self._say("Call reset() for the next word.", 0.0)
        self._state.step_count += 1
        right = plain(action.answer) in self._accepted
        self._over = right or self._state.step_count >= TRIES
        if not right:
            return self._say("No.", 0.0)
        return self._say("Yes.", 1.0 if self._state.step_count == 1 else 0.5)

    def _say(self, feedback: str, reward: float | None) -> PolyglotObservation:
        word, language = self._task or ("", "")
        return PolyglotObservation(
            word=word,
            language=language,
            feedback=feedback,
            tries_left=TRIES - self._state.step_count,
            reward=reward,
            done=self._over,
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
