"""Find a shelf mark in an archive."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..catalogue import Record, catalogue
    from ..models import ArchiveAction, ArchiveObservation, ArchiveState
except ImportError:
    from catalogue import Record, catalogue
    from models import ArchiveAction, ArchiveObservation, ArchiveState

STEPS = 6
SHOWN = 10


class ArchiveSearchEnvironment(Environment[ArchiveAction, ArchiveObservation, ArchiveState]):
    """A reader asks for one folder."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = ArchiveState()
        self._records: list[Record] = []
        self._wanted: Record | None = None
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> ArchiveObservation:
        """Open the archive; the seed fixes catalogue and question."""
        rng = random.Random() if seed is None else random.Random(f"archive {seed}")
        self._records = catalogue(rng)
        self._wanted = wanted = self._pick(rng)
        self._done = False
        self._state = ArchiveState(episode_id=episode_id or str(uuid.uuid4()))
        question = (
            f"A reader wants the last {wanted.kind} that {wanted.name} left in {wanted.place}. "
            "What is its shelf mark?"
        )
        return ArchiveObservation(message=question, reward=None, done=False)

    def _pick(self, rng: random.Random) -> Record:
        """The latest card of a group of at least three."""
        groups: dict[tuple[str, str, str], list[Record]] = {}
        for record in self._records:
            groups.setdefault((record.kind, record.name, record.place), []).append(record)
        large = [group for group in groups.values() if 3 <= len(group) <= SHOWN]
        return max(rng.choice(large), key=lambda record: record.year)

    def step(
        self, action: ArchiveAction, timeout_s: float | None = None, **kwargs: Any
    ) -> ArchiveObservation:
        """Search or answer."""
        if self._done or self._wanted is None:
            return ArchiveObservation(message="The archive is closed.", reward=0.0, done=True)
        self._state.step_count += 1
        self._done = self._state.step_count >= STEPS
        head, _, rest = action.message.partition(":")
        verb, rest = head.strip().lower(), rest.strip().lower()
        reward = 0.0
        if verb == "answer":
            self._done = True
            right = rest == self._wanted.mark.lower()
            reward = 1.0 if right else 0.0
            reply = "That is the folder." if right else "That is not the folder."
        elif verb == "search":
            self._state.searches += 1
            reply = self._search(set(rest.replace(",", " ").split()))
        else:
            reply = "Please write `search: words` or `answer: shelf mark`."
        return ArchiveObservation(message=reply, reward=reward, done=self._done)

    def _search(self, words: set[str]) -> str:
        found = [record for record in self._records if words and words <= record.words()]
        if not found:
            return "No cards."
        lines = [str(record) for record in found[:SHOWN]]
        return "\n".join([f"{len(found)} cards, {len(lines)} shown:", *lines])

    @property
    def state(self) -> ArchiveState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)
