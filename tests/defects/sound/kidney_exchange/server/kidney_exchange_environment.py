"""Match donors and patients in cycles."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..exchange import SIZES, Pool, is_cycle, make_pool, most
    from ..models import KidneyExchangeAction, KidneyExchangeObservation, KidneyExchangeState
except ImportError:
    from exchange import SIZES, Pool, is_cycle, make_pool, most
    from models import KidneyExchangeAction, KidneyExchangeObservation, KidneyExchangeState


class KidneyExchangeEnvironment(
    Environment[KidneyExchangeAction, KidneyExchangeObservation, KidneyExchangeState]
):
    """One pool, one proposal."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = KidneyExchangeState()
        self._pool: Pool = ()
        self._board = ""
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        size: str | None = None,
        **kwargs: Any,
    ) -> KidneyExchangeObservation:
        """Open a pool."""
        size = "small" if size is None else size
        if size not in SIZES:
            raise ValueError(f"size must be one of {', '.join(SIZES)}, not {size!r}")
        rng = random.Random() if seed is None else random.Random(f"exchange {size} {seed}")
        self._pool, self._board = make_pool(rng, SIZES[size])
        self._done = False
        self._state = KidneyExchangeState(episode_id=episode_id or str(uuid.uuid4()), size=size)
        return self._observation(0, "", None)

    def step(
        self, action: KidneyExchangeAction, timeout_s: float | None = None, **kwargs: Any
    ) -> KidneyExchangeObservation:
        """Judge the proposal."""
        if self._done:
            return self._observation(0, "the committee has gone home", 0.0)
        self._done = True
        self._state.step_count += 1
        used = [pair for cycle in action.cycles for pair in cycle]
        if not all(is_cycle(self._pool, cycle) for cycle in action.cycles):
            return self._observation(0, "not a possible cycle", 0.0)
        if len(set(used)) != len(used):
            return self._observation(0, "a pair occurs twice", 0.0)
        return self._observation(len(used), "accepted", len(used) / most(self._pool))

    @property
    def state(self) -> KidneyExchangeState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(
        self, transplants: int, verdict: str, reward: float | None
    ) -> KidneyExchangeObservation:
        return KidneyExchangeObservation(
            board=self._board,
            pairs=len(self._pool),
            transplants=transplants,
            verdict=verdict,
            reward=reward,
            done=self._done,
        )
