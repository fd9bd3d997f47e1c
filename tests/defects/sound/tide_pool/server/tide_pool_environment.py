"""Estimate the anemones of a tide pool."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import TidePoolAction, TidePoolObservation, TidePoolState
    from ..pools import SIDE, SPLITS, counts, pools_of, total
except ImportError:
    from models import TidePoolAction, TidePoolObservation, TidePoolState
    from pools import SIDE, SPLITS, counts, pools_of, total

try:
    from ..models import Look
except ImportError:
    from models import Look

LOOKS = 18
STEPS = 20
TOLERANCE = 0.1


class TidePoolEnvironment(Environment[TidePoolAction, TidePoolObservation, TidePoolState]):
    """Survey a tide pool with few looks."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = TidePoolState()
        self._pool = 0
        self._looks: list[Look] = []
        self._left = 0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        split: str | None = None,
        index: int | None = None,
        **kwargs: Any,
    ) -> TidePoolObservation:
        """Walk to a pool.

        Args:
            seed: chooses the pool if there is no index; None for a random pool.
            episode_id: id of the episode; None for a random one.
            split: train or test; train by default.
            index: number of the pool within the split.
            **kwargs: ignored.

        Raises:
            ValueError: there is no such split or index.
        """
        split = "train" if split is None else split
        if split not in SPLITS:
            raise ValueError(f"split must be one of {', '.join(SPLITS)}, not {split!r}")
        pools = pools_of(split)
        if index is None:
            rng = random.Random() if seed is None else random.Random(f"walk {split} {seed}")
            index = rng.randrange(len(pools))
        if not 0 <= index < len(pools):
            raise ValueError(f"index must be from 0 to {len(pools) - 1}, not {index}")
        self._pool = pools[index]
        self._looks = []
        self._left = LOOKS
        self._done = False
        self._state = TidePoolState(episode_id=episode_id or str(uuid.uuid4()), split=split)
        return self._observation("", None)

    def step(
        self, action: TidePoolAction, timeout_s: float | None = None, **kwargs: Any
    ) -> TidePoolObservation:
        """Look at a quadrat, or report."""
        if self._done:
            return TidePoolObservation(done=True, reward=0.0, note="the survey is over")
        self._state.step_count += 1
        command, note, reward = action.command.strip().lower(), "", 0.0
        inside = 0 <= action.row < SIDE and 0 <= action.column < SIDE
        if command == "report":
            truth = total(self._pool)
            reward = float(abs(action.total - truth) <= TOLERANCE * truth)
            self._done = True
        elif command == "look" and inside and self._left:
            anemones = counts(self._pool)[action.row][action.column]
            self._looks.append(Look(row=action.row, column=action.column, anemones=anemones))
            self._left -= 1
        else:
            note = "refused"
            self._left = max(0, self._left - 1)
        self._done = self._done or self._state.step_count >= STEPS
        return self._observation(note, reward)

    @property
    def state(self) -> TidePoolState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(self, note: str, reward: float | None) -> TidePoolObservation:
        return TidePoolObservation(
            looks=[look.model_copy() for look in self._looks],
            looks_left=self._left,
            note=note,
            reward=reward,
            done=self._done,
        )
