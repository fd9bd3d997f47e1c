"""A curriculum: choose the levels at which success is neither rare nor certain.

    curriculum = Curriculum((1, 2, 3), seed=0)
    level = curriculum.draw()
    curriculum.record(level, success)
    curriculum.save(path)                       # at any time; Curriculum.load(path) continues

A model can learn only from levels at which some episodes succeed and others fail. A level is
mastered when the Wilson interval of its recent success rate lies above the band, and out of reach
when it lies below the band. The first level is open; each further level opens when the interval of
the one before it starts inside or above the band. 80 % of the draws choose the hardest open level
in the band, and 20 % any open level, so that a level which the model forgets is noticed and played
again.
"""

from __future__ import annotations

import json
import random
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hallmark_rl.sdk.common.statistics import wilson_interval

REVIEW_SHARE = 0.2


class Curriculum:
    """Decides which level to play next, from the seed and the recorded episodes alone.

    Args:
        levels: the levels, easiest first.
        seed: seed of the random draws.
        band: the success rates between which a level is worth playing.
        window: how many recent episodes of a level count.

    Raises:
        ValueError: an argument is wrong.
    """

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
        """Draw the level to play next."""
        open_levels = self.open_levels()
        in_band = [level for level in open_levels if self.status(level) == "in band"]
        review = self._rng.random() < REVIEW_SHARE
        return self._rng.choice(open_levels) if review or not in_band else in_band[-1]

    def record(self, level: int, success: bool) -> None:
        """Record whether an episode succeeded; leave out episodes that the environment failed."""
        self._recent[level].append(bool(success))
        self._played[level] += 1

    def open_levels(self) -> list[int]:
        """The levels that may be drawn, easiest first.

        These are the levels up to the first whose interval does not start inside or above the band,
        and that level itself.
        """
        for number, level in enumerate(self.levels):
            if not self._within_reach(level):
                return list(self.levels[: number + 1])
        return list(self.levels)

    def interval(self, level: int) -> tuple[float, float]:
        """Wilson's 95 % interval of the recent success rate."""
        recent = self._recent[level]
        return wilson_interval(sum(recent), len(recent))

    def status(self, level: int) -> str:
        """`mastered`, `out of reach`, or `in band` (including too few episodes to decide)."""
        low, high = self.interval(level)
        if low > self.band[1]:
            return "mastered"
        return "out of reach" if high < self.band[0] else "in band"

    def report(self) -> list[dict[str, Any]]:
        """One row per level: number of episodes, recent success rate, its interval, status."""
        return [
            {
                "level": level,
                "episodes": self._played[level],
                "recent": len(self._recent[level]),
                "success": sum(self._recent[level]) / max(1, len(self._recent[level])),
                "interval": self.interval(level),
                "status": self.status(level),
                "open": level in self.open_levels(),
            }
            for level in self.levels
        ]

    def state_dict(self) -> dict[str, Any]:
        """The complete state as JSON data, for `from_state`."""
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
        """A curriculum that continues from a `state_dict`, with the same draws."""
        low, high = state["band"]
        curriculum = cls(state["levels"], seed=0, band=(low, high), window=state["window"])
        for level, recent, played in zip(
            curriculum.levels, state["recent"], state["played"], strict=True
        ):
            curriculum._recent[level].extend(bool(success) for success in recent)
            curriculum._played[level] = played
        version, numbers, gauss = state["generator"]
        curriculum._rng.setstate((version, tuple(numbers), gauss))
        return curriculum

    def save(self, path: Path) -> None:
        """Write the state as JSON, atomically: an interruption leaves the previous file intact."""
        temporary = path.with_name(f"{path.name}.new")
        temporary.write_text(json.dumps(self.state_dict()), encoding="utf-8")
        temporary.replace(path)

    @classmethod
    def load(cls, path: Path) -> Curriculum:
        """Read the curriculum that `save` wrote."""
        return cls.from_state(json.loads(path.read_text(encoding="utf-8")))

    def _within_reach(self, level: int) -> bool:
        """Whether the interval of the success rate starts inside or above the band."""
        return self.interval(level)[0] > self.band[0]
