"""Reconcile two address books."""

from __future__ import annotations

import random
import re
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..books import SPLITS, make
    from ..models import MergeAction, MergeObservation, MergeState
except ImportError:
    from books import SPLITS, make
    from models import MergeAction, MergeObservation, MergeState

_PAIR = re.compile(r"(a[0-9]{1,3})\s*=\s*(b[0-9]{1,3})")


class MergeEnvironment(Environment[MergeAction, MergeObservation, MergeState]):
    """Find who is in both books."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = MergeState()
        self._a: dict[str, str] = {}
        self._b: dict[str, str] = {}
        self._truth: set[tuple[str, str]] = set()
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        split: str = "train",
        **kwargs: Any,
    ) -> MergeObservation:
        """Open two books.

        Args:
            seed: fixes the books; None for random ones.
            episode_id: id of the episode.
            split: train or test.
            **kwargs: ignored.

        Raises:
            ValueError: there is no such split.
        """
        if split not in SPLITS:
            raise ValueError(f"split must be one of {SPLITS}, not {split!r}")
        rng = random.Random() if seed is None else random.Random(f"books {split} {seed}")
        self._a, self._b, self._truth = make(split, rng)
        self._done = False
        self._state = MergeState(episode_id=episode_id or str(uuid.uuid4()), split=split)
        return self._observation(None)

    def step(
        self, action: MergeAction, timeout_s: float | None = None, **kwargs: Any
    ) -> MergeObservation:
        """Grade the reconciliation."""
        if self._done:
            return self._observation(0.0, note="the books are closed")
        self._done = True
        self._state.step_count += 1
        pairs: set[tuple[str, str]] = set()
        for line in action.pairs.splitlines():
            match = _PAIR.fullmatch(line.strip().lower())
            if match:
                pairs.add((match[1], match[2]))
            elif line.strip():
                return self._observation(0.0, note="a line is not a pair")
        for side in (0, 1):
            if len({pair[side] for pair in pairs}) < len(pairs):
                return self._observation(0.0, note="an entry is in two pairs")
        right = len(pairs & self._truth)
        return self._observation(2 * right / (len(pairs) + len(self._truth)), right)

    @property
    def state(self) -> MergeState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(
        self, reward: float | None, right: int = 0, note: str = ""
    ) -> MergeObservation:
        return MergeObservation(
            book_a=dict(self._a),
            book_b=dict(self._b),
            right=right,
            note=note,
            reward=reward,
            done=self._done,
        )
