"""Find the short pattern behind the words."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import GolfAction, GolfObservation, GolfState
    from ..words import RULES, Hole, compiled, draw, separates
except ImportError:
    from models import GolfAction, GolfObservation, GolfState
    from words import RULES, Hole, compiled, draw, separates

TRIES = 6


class RegexGolfEnvironment(Environment[GolfAction, GolfObservation, GolfState]):
    """One hole per episode."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = GolfState()
        self._hole: Hole | None = None
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        split: str | None = None,
        **kwargs: Any,
    ) -> GolfObservation:
        """Tee off on a hole of the split."""
        split = "train" if split is None else split
        if split not in tuple(RULES):
            raise ValueError(f"split must be one of {', '.join(RULES)}")
        rng = random.Random() if seed is None else random.Random(f"golf {split} {seed}")
        self._hole = draw(rng, split)
        self._done = False
        self._state = GolfState(episode_id=episode_id or str(uuid.uuid4()), split=split)
        return self._observation("", None)

    def step(
        self, action: GolfAction, timeout_s: float | None = None, **kwargs: Any
    ) -> GolfObservation:
        """Try or submit."""
        hole = self._hole
        if self._done or hole is None:
            return GolfObservation(done=True, reward=0.0, feedback="the hole is over")
        self._state.step_count += 1
        pattern, reward = compiled(action.pattern), 0.0
        if action.submit:
            self._done = True
            feedback = "submitted"
            if pattern and separates(pattern, hole.hidden_winners, hole.hidden_losers):
                reward = 1.0 if len(action.pattern) <= len(hole.rule) else 0.75
        elif pattern is None:
            feedback = "pattern is not allowed"
        else:
            hits = sum(1 for word in hole.winners if pattern.search(word))
            slips = sum(1 for word in hole.losers if pattern.search(word))
            feedback = f"matches {hits} of {len(hole.winners)} winners and {slips} losers"
        if self._state.step_count >= TRIES:
            self._done = True
        return self._observation(feedback, reward)

    @property
    def state(self) -> GolfState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(self, feedback: str, reward: float | None) -> GolfObservation:
        hole = self._hole
        assert hole is not None
        return GolfObservation(
            winners=list(hole.winners),
            losers=list(hole.losers),
            par=len(hole.rule),
            tries_left=TRIES - self._state.step_count,
            feedback=feedback,
            reward=reward,
            done=self._done,
        )
