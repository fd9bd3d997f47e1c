"""The desk: rulings on the cues of one file, until it is closed."""

from __future__ import annotations

import random
import re
import uuid
from typing import Any

from openenv.core.env_server import Environment, State

from ..house_rules import CUES, RULES, VERDICTS, WORDS, draw_file, verdict
from ..models import Cue, SubtitleDeskAction, SubtitleDeskObservation

LINES_PER_CUE = 3
_LINE = re.compile(rf"([1-9][0-9]?) ({'|'.join(VERDICTS)})")


class SubtitleDeskEnvironment(Environment[SubtitleDeskAction, SubtitleDeskObservation, State]):
    """Rule on every cue of a file, in as many lines as it takes, then close the file."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State()
        self._rating = "PG"
        self._cues: list[tuple[str, float]] = []
        self._journal: list[tuple[int, str]] = []
        self._lines_left = 0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        rating: str = "PG",
        **kwargs: Any,
    ) -> SubtitleDeskObservation:
        """Put a file on the desk: `level` 1 to 3 sets its length, `rating` the rules."""
        if level not in CUES:
            raise ValueError(f"level must be one of {sorted(CUES)}, not {level!r}")
        if rating not in RULES:
            raise ValueError(f"rating must be one of {sorted(RULES)}, not {rating!r}")
        rng = random.Random() if seed is None else random.Random(f"{seed} {level} {rating}")
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        self._rating = rating
        self._cues = draw_file(rng, level, rating)
        self._journal = []
        self._lines_left = LINES_PER_CUE * len(self._cues)
        self._done = False
        return self._observe("A file lies on the desk.")

    def step(
        self, action: SubtitleDeskAction, timeout_s: float | None = None, **kwargs: Any
    ) -> SubtitleDeskObservation:
        """Read one line."""
        if self._done:
            return SubtitleDeskObservation(done=True, reward=0.0, note="No file: call reset().")
        self._state.step_count += 1
        self._lines_left -= 1
        note = self._read(" ".join(action.line.lower().split()))
        self._done = self._done or self._lines_left == 0
        return self._observe(note, reward=self._score() if self._done else 0.0)

    @property
    def state(self) -> State:
        """Episode id and step count."""
        return self._state

    def _read(self, line: str) -> str:
        if line == "close":
            self._done = True
            return "The file was closed."
        match = _LINE.fullmatch(line)
        if match is None or int(match[1]) > len(self._cues):
            return "That is no ruling."
        self._journal.append((int(match[1]), match[2]))
        return f"Cue {match[1]}: {match[2]}."

    def _score(self) -> float:
        """Right less wrong rulings, as a share of the cues."""
        right, ruled = set(), set()
        for number, ruling in dict(self._journal).items():
            ruled.add(number)
            if ruling == verdict(*self._cues[number - 1], self._rating):
                right.add(number)
        wrong = len(ruled) - len(right)
        return max(0.0, (len(right) - wrong) / len(self._cues))

    def _observe(self, note: str, reward: float = 0.0) -> SubtitleDeskObservation:
        return SubtitleDeskObservation(
            rating=self._rating,
            rules=dict(RULES[self._rating]),
            words={kind: list(words) for kind, words in WORDS.items()},
            cues=[
                Cue(number=number, seconds=seconds, text=text)
                for number, (text, seconds) in enumerate(self._cues, start=1)
            ],
            rulings={str(number): ruling for number, ruling in self._journal},
            lines_left=self._lines_left,
            note=note,
            done=self._done,
            reward=reward,
        )
