"""The episode: one season of trade."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

from ..market import LEVELS, Voyage, new_voyage
from ..models import TradeAction, TradeObservation

MAX_STEPS = 60


class SpiceTradingEnvironment(Environment[TradeAction, TradeObservation, State]):
    """Earn as much as the best two-port trade."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._voyage: Voyage | None = None
        self._done = True
        self._state = State()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        **kwargs: Any,
    ) -> TradeObservation:
        """Begin a season; further arguments are ignored."""
        if level not in LEVELS:
            raise ValueError(f"level must be one of {sorted(LEVELS)}")
        self._voyage = new_voyage(random.Random(seed), level)
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        return self._look()

    def step(
        self, action: TradeAction, timeout_s: float | None = None, **kwargs: Any
    ) -> TradeObservation:
        """Trade, sail or wait."""
        voyage = self._voyage
        if voyage is None or self._done:
            return TradeObservation(done=True, reward=0.0, note="no season: call reset()")
        self._state.step_count += 1
        note = ""
        if action.act == "buy":
            note = voyage.buy(action.spice, action.sacks)
        elif action.act == "sell":
            note = voyage.sell(action.spice, action.sacks)
        elif action.act == "sail":
            note = voyage.sail(action.port)
        elif action.act == "wait":
            voyage.days_left -= 1
        # On the last day the boat may still unload: the season ends with the next day that passes.
        late = voyage.days_left < 0
        self._done = late or action.act == "end" or self._state.step_count >= MAX_STEPS
        reward = min(1.0, max(0.0, voyage.profit / voyage.target)) if self._done else 0.0
        return self._look(note, reward)

    def _look(self, note: str = "", reward: float = 0.0) -> TradeObservation:
        voyage = self._voyage
        assert voyage is not None
        return TradeObservation(
            port=voyage.port,
            home=voyage.home,
            days_left=max(0, voyage.days_left),
            coins=voyage.coins,
            hold=dict(voyage.hold),
            room=voyage.room,
            barrels=voyage.hired,
            prices={port: dict(prices) for port, prices in voyage.prices.items()},
            target=voyage.target,
            profit=voyage.profit,
            note=note,
            reward=reward,
            done=self._done,
        )

    @property
    def state(self) -> State:
        """The id of the episode and the number of steps."""
        return self._state.model_copy()
