"""Trade five currencies for eight days."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..markets import DAYS, SPLITS, START, best_growth, markets_of, rates
    from ..models import CurrencyDeskAction, CurrencyDeskObservation, CurrencyDeskState
except ImportError:
    from markets import DAYS, SPLITS, START, best_growth, markets_of, rates
    from models import CurrencyDeskAction, CurrencyDeskObservation, CurrencyDeskState

CAPITAL = 1000.0


class CurrencyDeskEnvironment(
    Environment[CurrencyDeskAction, CurrencyDeskObservation, CurrencyDeskState]
):
    """One exchange a day."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = CurrencyDeskState()
        self._market = 0
        self._holdings = dict.fromkeys(START, 0.0)
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        split: str | None = None,
        index: int | None = None,
        **kwargs: Any,
    ) -> CurrencyDeskObservation:
        """Open the desk in a market.

        Args:
            seed: chooses the market if there is no index; None for a random one.
            episode_id: id of the episode; None for a random one.
            split: train or test; train by default.
            index: number of the market within the split.
            **kwargs: ignored.

        Raises:
            ValueError: there is no such split or index.
        """
        split = "train" if split is None else split
        if split not in SPLITS:
            raise ValueError(f"split must be train or test, not {split!r}")
        markets = markets_of(split)
        if index is None:
            rng = random.Random() if seed is None else random.Random(f"desk {split} {seed}")
            index = rng.randrange(len(markets))
        if not 0 <= index < len(markets):
            raise ValueError(f"index must be from 0 to {len(markets) - 1}, not {index}")
        self._market = markets[index]
        self._holdings = {name: CAPITAL if name == "EUR" else 0.0 for name in START}
        self._state = CurrencyDeskState(episode_id=episode_id or str(uuid.uuid4()), split=split)
        self._done = False
        return self._observe("the desk opens", None)

    def step(
        self, action: CurrencyDeskAction, timeout_s: float | None = None, **kwargs: Any
    ) -> CurrencyDeskObservation:
        """Exchange, and wait for the next day."""
        if self._done:
            return self._observe("the desk is closed", 0.0)
        today = rates(self._market)[self._state.step_count]
        sell, buy = action.sell.strip().upper(), action.buy.strip().upper()
        if sell not in START or buy not in START:
            note = "no such currency, nothing was exchanged"
        elif sell == buy:
            note = "nothing was exchanged"
        else:
            amount = self._holdings[sell] * action.percent / 100
            self._holdings[sell] -= amount
            self._holdings[buy] += amount * today[sell] / today[buy]
            note = f"sold {amount:.2f} {sell}"
        self._state.step_count += 1
        self._done = self._state.step_count >= DAYS
        return self._observe(note, self._score() if self._done else 0.0)

    def _score(self) -> float:
        final = rates(self._market)[DAYS]
        value = sum(units * final[name] for name, units in self._holdings.items())
        share = (value / CAPITAL - 1) / (best_growth(self._market) - 1)
        return round(min(1.0, max(0.0, share)), 6)

    @property
    def state(self) -> CurrencyDeskState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observe(self, note: str, reward: float | None) -> CurrencyDeskObservation:
        day = self._state.step_count
        return CurrencyDeskObservation(
            day=day,
            holdings=dict(self._holdings),
            rates=dict(rates(self._market)[day]),
            bulletin={} if self._done else dict(rates(self._market)[day + 1]),
            note=note,
            reward=reward,
            done=self._done,
        )
