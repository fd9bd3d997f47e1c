"""Buy one snack, lose nothing."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

from ..machine import Machine, draw
from ..models import SnackAction, SnackObservation, SnackState

ACTIONS = 16


class SnackMachineEnvironment(Environment[SnackAction, SnackObservation, SnackState]):
    """One machine per episode."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = SnackState()
        self._machine: Machine | None = None
        self._money = 0
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> SnackObservation:
        """Walk up to a machine."""
        rng = random.Random() if seed is None else random.Random(f"snack {seed}")
        self._machine = draw(rng)
        self._money = sum(self._machine.purse)
        self._done = False
        self._state = SnackState(episode_id=episode_id or str(uuid.uuid4()))
        return self._seen("", None)

    def step(
        self, action: SnackAction, timeout_s: float | None = None, **kwargs: Any
    ) -> SnackObservation:
        """Do something."""
        machine = self._machine
        if self._done or machine is None:
            return SnackObservation(done=True, reward=0.0, note="you have walked away")
        self._state.step_count += 1
        if action.kind == "insert":
            note = machine.insert(action.coin)
        elif action.kind == "buy":
            note = machine.buy()
        else:
            note = machine.cancel()
        self._done = machine.sold or self._state.step_count >= ACTIONS
        kept = sum(machine.purse) >= self._money - machine.price
        return self._seen(note, float(machine.sold and kept))

    @property
    def state(self) -> SnackState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _seen(self, note: str, reward: float | None) -> SnackObservation:
        machine = self._machine
        assert machine is not None
        return SnackObservation(
            price=machine.price,
            purse=sorted(machine.purse, reverse=True),
            credit=machine.credit,
            tubes={str(coin): number for coin, number in machine.tubes.items()},
            actions_left=ACTIONS - self._state.step_count,
            note=note,
            reward=reward,
            done=self._done,
        )
