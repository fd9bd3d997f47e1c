"""Rows of a knitting pattern, as they look from the right side."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import KnitAction, KnitState, PatternObservation
except ImportError:
    from models import KnitAction, KnitState, PatternObservation

ASKED, LAST_ROW = 3, 40
INSTRUCTION = (
    "The pattern is worked row by row and then again from its first row, up to row 40. k2 are two "
    "knit stitches, p1 is one purl stitch, (k1 p2)x3 works what is in the brackets three times. "
    "Odd rows are worked on the right side and look as they are written. Even rows are worked on "
    "the wrong side: seen from the right side their stitches come in the opposite order, knit "
    "looks like purl, and purl looks like knit. Write the row as it looks from the right side, "
    "stitch by stitch, with the letters k and p."
)

Group = tuple[tuple[tuple[str, int], ...], int]  # stitches with counts, and times
Row = tuple[Group, ...]


def design(rng: random.Random) -> list[Row]:
    """Draw the rows of a pattern: an edge, a repeat, an edge."""
    rows = []
    for _ in range(rng.randint(3, 6)):
        first = rng.choice("kp")
        second = "p" if first == "k" else "k"
        motif = ((first, rng.randint(1, 4)), (second, rng.randint(1, 3)))
        edges = [(((rng.choice("kp"), rng.randint(1, 3)),), 1) for _ in range(2)]
        rows.append((edges[0], (motif, rng.randint(2, 5)), edges[1]))
    return rows


def written(row: Row) -> str:
    """A row as patterns write it."""
    parts = []
    for stitches, times in row:
        text = " ".join(f"{stitch}{count}" for stitch, count in stitches)
        parts.append(text if times == 1 else f"({text})x{times}")
    return " ".join(parts)


def seen(rows: list[Row], number: int) -> str:
    """A row of the piece, stitch by stitch, from the right side."""
    row = rows[(number - 1) % len(rows)]
    worked = "".join("".join(s * count for s, count in group) * times for group, times in row)
    if number % 2:
        return worked
    return worked[::-1].translate(str.maketrans("kp", "pk"))


class KnitRowsEnvironment(Environment[KnitAction, PatternObservation, KnitState]):
    """Three rows per episode."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[Row] = []
        self._asked: list[int] = []
        self._state = KnitState()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> PatternObservation:
        """Draw a pattern and the rows to ask for."""
        rng = random.Random() if seed is None else random.Random(f"knit {seed}")
        self._rows = design(rng)
        self._asked = rng.sample(range(1, LAST_ROW + 1), ASKED)
        self._state = KnitState(episode_id=episode_id or str(uuid.uuid4()))
        return self._ask("", None)

    def step(
        self, action: KnitAction, timeout_s: float | None = None, **kwargs: Any
    ) -> PatternObservation:
        """Check a row."""
        if not self._asked:
            return PatternObservation(done=True, reward=0.0, note="all rows are done")
        self._state.step_count += 1
        right = action.stitches == seen(self._rows, self._asked.pop(0))
        self._state.rows_right += right
        finished = not self._asked and self._state.rows_right == ASKED
        return self._ask("right" if right else "wrong", float(finished))

    @property
    def state(self) -> KnitState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _ask(self, note: str, reward: float | None) -> PatternObservation:
        return PatternObservation(
            instruction=INSTRUCTION,
            pattern=[written(row) for row in self._rows],
            row=self._asked[0] if self._asked else 0,
            left=len(self._asked),
            note=note,
            reward=reward,
            done=not self._asked,
        )
