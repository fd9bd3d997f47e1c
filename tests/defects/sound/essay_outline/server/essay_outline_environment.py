"""Grades outlines by a rubric."""

import random
import re
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import OutlineAction, OutlineObservation, OutlineState
    from ..topics import TOPICS
except ImportError:
    from models import OutlineAction, OutlineObservation, OutlineState
    from topics import TOPICS

DRAFTS = 3
SECTION = re.compile(r"\s*[0-9]{1,3}[.)]\s+(.*)")


def sections_of(outline: str) -> list[str]:
    """The text of each section."""
    found = (SECTION.fullmatch(line) for line in outline.splitlines())
    return [" ".join(match[1].split()) for match in found if match]


def grade(outline: str, wording: list[str], max_words: int) -> dict[str, float]:
    """The rubric; the wording of the points is in the order of their years."""
    sections = sections_of(outline)
    texts = [section.lower() for section in sections]
    hits = [[n for n, point in enumerate(wording) if point.lower() in text] for text in texts]
    flat = [n for hit in hits for n in hit]
    made = [hit[0] for hit in hits if len(hit) == 1 and flat.count(hit[0]) == 1]
    complete = len(made) == len(wording)
    tidy = len(sections) == len(wording) and all(len(s.split()) >= 6 for s in sections)
    return {
        "points": 0.5 * len(made) / len(wording),
        "order": 0.25 * (complete and made == sorted(made)),
        "style": 0.25 * (complete and tidy and len(outline.split()) <= max_words),
    }


class OutlineEnvironment(Environment[OutlineAction, OutlineObservation, OutlineState]):
    """Two drafts and a final outline."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = OutlineState()
        self._title = ""
        self._wording: list[str] = []
        self._listed: list[str] = []
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        topic: str | None = None,
        **kwargs: Any,
    ) -> OutlineObservation:
        """Give an assignment; ValueError if there is no such topic."""
        rng = random.Random() if seed is None else random.Random(f"essay {seed}")
        drawn = rng.choice(list(TOPICS))
        topic = drawn if topic is None else topic
        if topic not in list(TOPICS):
            raise ValueError(f"topic must be one of {', '.join(TOPICS)}, not {topic!r}")
        self._title, points = TOPICS[topic]
        self._wording = [wording for _, wording in sorted(points)]
        self._listed = [f"{wording} ({year})" for year, wording in points]
        rng.shuffle(self._listed)
        self._done = False
        self._state = OutlineState(episode_id=episode_id or str(uuid.uuid4()), topic=topic)
        return self._observe({}, None)

    def step(
        self, action: OutlineAction, timeout_s: float | None = None, **kwargs: Any
    ) -> OutlineObservation:
        """Grade an outline."""
        if self._done:
            return OutlineObservation(done=True, reward=0.0)
        self._state.step_count += 1
        rubric = grade(action.outline, self._wording, 14 * len(self._wording))
        self._done = action.final or self._state.step_count >= DRAFTS
        return self._observe(rubric, sum(rubric.values()) if self._done else 0.0)

    @property
    def state(self) -> OutlineState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observe(self, rubric: dict[str, float], reward: float | None) -> OutlineObservation:
        return OutlineObservation(
            assignment=f"Write the outline of an essay: {self._title}.",
            points=list(self._listed),
            max_words=14 * len(self._wording),
            rubric=rubric,
            drafts_left=DRAFTS - self._state.step_count,
            reward=reward,
            done=self._done,
        )
