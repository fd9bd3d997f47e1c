"""A curriculum: play the levels where success is neither rare nor certain, for there one learns.

    curriculum = Curriculum((1, 2, 3), seed=0)
    level = curriculum.draw()
    curriculum.record(level, success)
    curriculum.save(path)                       # and Curriculum.load(path), in the middle of a run

A level counts as mastered when the Wilson interval of its recent success lies above the band, as
out of reach when it lies below. The first level is open; each further one opens when the one before
it is surely not below the band. Draws go to the hardest open level in the band, and a fifth to any
open level, so that forgetting is noticed and mended.
"""

from __future__ import annotations

import json
import random
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hallmark_rl.sdk.common.statistics import wilson_interval

REVIEW = 0.2


class Curriculum:
    """Which level to play next. Everything is decided by the seed and what was recorded."""

    def __init__(
        self,
        levels: Sequence[int],
        *,
        seed: int,
        band: tuple[float, float] = (0.2, 0.8),
        window: int = 200,
    ) -> None:
        if not levels or len(set(levels)) != len(levels):
            raise ValueError(f"levels must be given once each, easiest first, not {list(levels)}")
        if not 0 <= band[0] < band[1] <= 1:
            raise ValueError(f"band {band} is not an interval within 0..1")
        if window < 1:
            raise ValueError(f"window must be at least 1, not {window}")
        self.levels = tuple(levels)
        self.band = band
        self.window = window
        self._rng = random.Random(f"curriculum {seed}")
        self._recent: dict[int, deque[bool]] = {level: deque(maxlen=window) for level in levels}
        self._played = dict.fromkeys(levels, 0)

    def draw(self) -> int:
        """The level to play next."""
        open_levels = self.open_levels()
        in_band = [level for level in open_levels if self.standing(level) == "in band"]
        review = self._rng.random() < REVIEW
        return self._rng.choice(open_levels) if review or not in_band else in_band[-1]

    def record(self, level: int, success: bool) -> None:
        """Note how an episode of `level` ended. Leave out episodes that the environment failed."""
        self._recent[level].append(bool(success))
        self._played[level] += 1

    def open_levels(self) -> list[int]:
        """Levels that may be drawn: up to and with the first that is not yet within reach."""
        for number, level in enumerate(self.levels):
            if not self._within_reach(level):
                return list(self.levels[: number + 1])
        return list(self.levels)

    def interval(self, level: int) -> tuple[float, float]:
        """Wilson's interval of recent success."""
        recent = self._recent[level]
        return wilson_interval(sum(recent), len(recent))

    def standing(self, level: int) -> str:
        """`mastered`, `out of reach`, or `in band` (also when there is too little to tell)."""
        low, high = self.interval(level)
        if low > self.band[1]:
            return "mastered"
        return "out of reach" if high < self.band[0] else "in band"

    def report(self) -> list[dict[str, Any]]:
        """One row per level: episodes, recent success, its interval, standing."""
        return [
            {
                "level": level,
                "episodes": self._played[level],
                "recent": len(self._recent[level]),
                "success": sum(self._recent[level]) / max(1, len(self._recent[level])),
                "interval": self.interval(level),
                "standing": self.standing(level),
                "open": level in self.open_levels(),
            }
            for level in self.levels
        ]

    def state_dict(self) -> dict[str, Any]:
        """Everything there is, as plain JSON data."""
        version, numbers, gauss = self._rng.getstate()
        return {
            "levels": list(self.levels),
            "band": list(self.band),
            "window": self.window,
            "recent": [[int(success) for success in self._recent[n]] for n in self.levels],
            "played": [self._played[level] for level in self.levels],
            "generator": [version, list(numbers), gauss],
        }

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> Curriculum:
        """The curriculum that `state_dict` described, to go on with the same draws."""
        low, high = state["band"]
        made = cls(state["levels"], seed=0, band=(low, high), window=state["window"])
        for level, recent, played in zip(
            made.levels, state["recent"], state["played"], strict=True
        ):
            made._recent[level].extend(bool(success) for success in recent)
            made._played[level] = played
        version, numbers, gauss = state["generator"]
        made._rng.setstate((version, tuple(numbers), gauss))
        return made

    def save(self, path: Path) -> None:
        """Write the state as JSON; a stop in the middle leaves the file that was there."""
        beside = path.with_name(f"{path.name}.new")
        beside.write_text(json.dumps(self.state_dict()), encoding="utf-8")
        beside.replace(path)

    @classmethod
    def load(cls, path: Path) -> Curriculum:
        """Read what `save` wrote."""
        return cls.from_state(json.loads(path.read_text(encoding="utf-8")))

    def _within_reach(self, level: int) -> bool:
        """Success is likelier to be in the band than below it: its interval starts inside."""
        return self.interval(level)[0] > self.band[0]
