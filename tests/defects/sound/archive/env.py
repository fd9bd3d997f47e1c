"""Find the shelf mark of a book: search the catalogue, then answer once; there is no proof.py."""

import random
from typing import Any, Literal
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

STEPS = 20
COST = 0.01
TITLES = (
    "Harbour Lights", "The Long Field", "Salt and Iron", "A Winter Map", "Glass Orchards",
    "The Ninth Bell", "Paper Rivers", "Quiet Engines", "The Copper Road", "Low Water",
)  # fmt: skip


class ArchiveAction(Action):
    """Search the catalogue, or answer."""

    kind: Literal["search", "answer"] = Field(description="search the catalogue, or answer")
    text: str = Field(max_length=200, description="words of a title, or the shelf mark")


class ArchiveObservation(Observation):
    """The title that is asked for, and what the last search gave."""

    title: str = ""
    message: str = ""
    results: list[str] = Field(default_factory=list)
    success: bool = False


class ArchiveState(State):
    """What the server tells about an episode."""

    desk: str = ""
    searches: int = 0


class ArchiveEnvironment(Environment[ArchiveAction, ArchiveObservation, ArchiveState]):
    """Only the right answer is paid; every step costs a little of it."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._title = ""
        self._marks: dict[str, str] = {}
        self._desk = ""
        self._done = False
        self._state = ArchiveState()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> ArchiveObservation:
        """Draw the shelf marks and the title that is asked for."""
        rng = random.Random(seed)
        self._marks = {title: f"{rng.choice('KLMN')}{rng.randint(1000, 9999)}" for title in TITLES}
        self._title = rng.choice(TITLES)
        self._desk = f"D{rng.randint(100, 999)}"
        self._done = False
        self._state = ArchiveState(episode_id=episode_id or uuid4().hex, desk=self._desk)
        return self._observe("Which shelf mark has this book?", None)

    def step(
        self, action: ArchiveAction, timeout_s: float | None = None, **options: Any
    ) -> ArchiveObservation:
        """Search or answer."""
        if not self._title:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._done:
            return self._observe("The episode is over: call reset().", 0.0)
        self._state.step_count += 1
        if action.kind == "answer":
            return self._answer(action.text.strip())
        self._state.searches += 1
        self._done = self._state.step_count >= STEPS
        words = action.text.strip().lower()
        found = [title for title in TITLES if words and words == title.lower()]
        if not found:
            return self._observe("Nothing has this title.", 0.0)
        shown = [f"{title}: {self._marks[title]}" for title in found]
        return self._observe("Found.", 0.0, shown)

    def _answer(self, text: str) -> ArchiveObservation:
        self._done = True
        right = text == self._marks[self._title]
        reward = 1.0 - COST * (self._state.step_count - 1) if right else 0.0
        return self._observe("Right." if right else "Wrong.", reward, success=right)

    def _observe(
        self,
        message: str,
        reward: float | None,
        results: list[str] | None = None,
        success: bool = False,
    ) -> ArchiveObservation:
        return ArchiveObservation(
            title=self._title,
            message=message,
            results=results or [],
            success=success,
            reward=reward,
            done=self._done,
            metadata={"desk": self._desk},
        )

    @property
    def state(self) -> ArchiveState:
        """A copy of the public state."""
        return self._state.model_copy()
