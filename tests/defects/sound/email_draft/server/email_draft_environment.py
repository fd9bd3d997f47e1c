"""One mail and one reply."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

from ..grading import problems, word_limit
from ..models import EmailDraftAction, EmailDraftObservation
from ..orders import COUNTS, draw_order, mail_of


class EmailDraftEnvironment(Environment[EmailDraftAction, EmailDraftObservation, State]):
    """Answer the questions of a customer in a short mail."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._customer = ""
        self._file: dict[str, str] = {}
        self._asked: list[str] = []
        self._done = True
        self._state = State()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int | None = None,
        **kwargs: Any,
    ) -> EmailDraftObservation:
        """Hand over a mail and its file.

        Args:
            seed: decides the order and the questions.
            episode_id: an id for the episode; by default a new one.
            level: 1, 2 or 3; 1 by default.
            **kwargs: ignored.
        """
        level = 1 if level is None else level
        if level not in COUNTS:
            raise ValueError(f"level must be one of {sorted(COUNTS)}, not {level!r}")
        self._customer, self._file, self._asked = draw_order(random.Random(seed), level)
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        return self._observe(None, [])

    def step(
        self, action: EmailDraftAction, timeout_s: float | None = None, **kwargs: Any
    ) -> EmailDraftObservation:
        """Send the reply; this ends the episode."""
        if self._done:
            return self._observe(0.0, ["there is no mail to answer"])
        self._state.step_count += 1
        self._done = True
        values = [self._file[fact] for fact in self._asked]
        found = problems(action.draft, self._customer, values)
        return self._observe(0.0 if found else 1.0, found)

    @property
    def state(self) -> State:
        return self._state.model_copy()

    def _observe(self, reward: float | None, found: list[str]) -> EmailDraftObservation:
        return EmailDraftObservation(
            mail=mail_of(self._customer, self._asked),
            customer=self._customer,
            file=dict(self._file),
            word_limit=word_limit(len(self._asked)),
            problems=found,
            done=self._done,
            reward=reward,
        )
