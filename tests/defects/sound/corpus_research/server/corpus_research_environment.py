"""Answer a question with a search engine."""

from __future__ import annotations

import random
import re
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..corpus import Library, search, words, write
    from ..models import ResearchAction, ResearchObservation, ResearchState
except ImportError:
    from corpus import Library, search, words, write
    from models import ResearchAction, ResearchObservation, ResearchState

STEPS = 12


class CorpusResearchEnvironment(Environment[ResearchAction, ResearchObservation, ResearchState]):
    """Search, open, answer."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = ResearchState()
        self._library = Library((), "", "")
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> ResearchObservation:
        """Write a corpus and ask a question."""
        rng = random.Random() if seed is None else random.Random(f"corpus {seed}")
        self._library = write(rng)
        self._done = False
        self._state = ResearchState(episode_id=episode_id or str(uuid.uuid4()))
        return self._show("Ready.", None)

    def step(
        self, action: ResearchAction, timeout_s: float | None = None, **kwargs: Any
    ) -> ResearchObservation:
        """Carry out a command."""
        if self._done:
            return ResearchObservation(page="The research is over.", done=True, reward=0.0)
        self._state.step_count += 1
        verb, _, rest = action.command.partition(":")
        verb, rest, reward = verb.strip().lower(), rest.strip(), 0.0
        if verb == "search":
            hits = search(self._library, rest)
            page = (
                "\n".join(f"[{n}] {self._library.documents[n].title}" for n in hits)
                or "Nothing found."
            )
        elif verb == "open":
            page = self._open(rest)
        elif verb == "answer":
            right = words(rest) == words(self._library.answer)
            page = "Right." if right else "Wrong."
            reward = float(right)
            self._done = True
        else:
            page = "Unknown command."
        self._done = self._done or self._state.step_count >= STEPS
        return self._show(page, reward)

    def _open(self, number: str) -> str:
        if not re.fullmatch(r"[0-9]{1,3}", number) or int(number) >= len(self._library.documents):
            return "No such document."
        self._state.opened += 1
        document = self._library.documents[int(number)]
        return f"{document.title}\n\n{document.text}"

    @property
    def state(self) -> ResearchState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _show(self, page: str, reward: float | None) -> ResearchObservation:
        return ResearchObservation(
            question=self._library.question,
            page=page,
            steps_left=STEPS - self._state.step_count,
            reward=reward,
            done=self._done,
        )
