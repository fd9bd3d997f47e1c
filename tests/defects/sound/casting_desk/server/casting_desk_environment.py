"""The talk between the casting desk and the director."""

import random
import re
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..models import CastingAction, CastingObservation, Voice
    from ..roster import SIZES, VOCABULARY, WORDS, draw_roster
except ImportError:
    from models import CastingAction, CastingObservation, Voice
    from roster import SIZES, VOCABULARY, WORDS, draw_roster

QUESTIONS = 8
MESSAGES = 16


class CastingEnvironment(Environment[CastingAction, CastingObservation, State]):
    """Find out which voice the director has in mind, then cast it."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._roster: list[Voice] = []
        self._wanted: Voice | None = None
        self._questions = 0
        self._answers: dict[str, bool] = {}
        self._unclear = 0
        self._done = False
        self._state = State()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int | None = None,
        **kwargs: Any,
    ) -> CastingObservation:
        """Draw a roster, and the voice that the director wants."""
        level = 1 if level is None else level
        if level not in SIZES:
            raise ValueError(f"level must be one of {sorted(SIZES)}")
        if seed is None:
            seed = random.SystemRandom().getrandbits(63)
        rng = random.Random(f"casting {level} {seed}")
        self._roster = draw_roster(rng, level)
        self._wanted = rng.choice(self._roster)
        self._questions = self._unclear = 0
        self._answers = {}
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        return self._seen("Good morning. I know exactly which voice I want. Ask me.")

    def step(
        self, action: CastingAction, timeout_s: float | None = None, **kwargs: Any
    ) -> CastingObservation:
        """Answer a question, or cast."""
        if self._wanted is None:
            raise RuntimeError("call reset() before step()")
        if self._done:
            return self._seen("We are done for today.", 0.0)
        self._state.step_count += 1
        message = action.message.strip()
        reward = 0.0
        if message.upper().startswith("CAST "):
            self._done = True
            right = message[5:].strip(" .!") == self._wanted.name
            reward = 1.0 if right else 0.0
            reply = "Wonderful, that is the voice!" if right else "No. That is not the voice."
        else:
            reply = self._answer(message)
        self._done = self._done or self._state.step_count >= MESSAGES
        return self._seen(reply, reward)

    def _answer(self, message: str) -> str:
        words = set(re.findall(r"[a-z]+", message.lower())) & set(WORDS)
        if len(words) != 1:
            return self._example()
        if self._questions >= QUESTIONS:
            return "No more questions, please. Cast somebody."
        self._questions += 1
        word = words.pop()
        self._answers[word] = word in self._wanted.words
        return "Yes." if self._answers[word] else "No."

    def _example(self) -> str:
        """How a question may sound; a different word every time."""
        voice = self._roster[0]
        word = voice.words[self._unclear % len(voice.words)]
        self._unclear += 1
        return f"I do not follow. One word of the sheet, please, such as: Is the voice {word}?"

    def _seen(self, reply: str, reward: float | None = None) -> CastingObservation:
        return CastingObservation(
            roster=self._roster,
            vocabulary=VOCABULARY,
            reply=reply,
            answers=dict(self._answers),
            questions_left=QUESTIONS - self._questions,
            reward=reward,
            done=self._done,
        )

    @property
    def state(self) -> State:
        """The id of the episode and the number of messages."""
        return self._state.model_copy()
