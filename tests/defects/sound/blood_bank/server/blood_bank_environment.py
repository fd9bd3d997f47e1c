"""One order at the matching desk."""

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..matching import Order, draw_order, is_right
    from ..models import BloodBankAction, BloodBankObservation
except ImportError:
    from matching import Order, draw_order, is_right
    from models import BloodBankAction, BloodBankObservation

SPLITS = ("train", "test")
LEVELS = (1, 2, 3)


class BloodBankEnvironment(Environment[BloodBankAction, BloodBankObservation, State]):
    """An order comes in, one decision goes out."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State(episode_id=None, step_count=0)
        self._order: Order | None = None
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        split: str = "train",
        **kwargs: Any,
    ) -> BloodBankObservation:
        """Take the next order; further options are ignored."""
        level = level if level in LEVELS else 1
        split = split if split in SPLITS else "train"
        seed = random.SystemRandom().getrandbits(63) if seed is None else seed
        self._order = draw_order(random.Random(f"blood bank {split} {level} {seed}"), level)
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        self._done = False
        return self._observe("The ward is waiting: issue units, or refer the order.")

    def step(
        self, action: BloodBankAction, timeout_s: float | None = None, **kwargs: Any
    ) -> BloodBankObservation:
        """Judge the decision; the episode is over then."""
        if self._order is None or self._done:
            return BloodBankObservation(
                message="No order is open: reset first.", done=True, reward=0.0
            )
        self._state.step_count += 1
        self._done = True
        right = is_right(self._order, action.units, action.refer)
        return self._observe(
            "The decision stands." if right else "The decision was wrong.", float(right)
        )

    def _observe(self, message: str, reward: float | None = None) -> BloodBankObservation:
        assert self._order is not None
        return BloodBankObservation(
            patient=dict(self._order.patient),
            needed=self._order.needed,
            fridge=[dict(unit) for unit in self._order.fridge],
            message=message,
            done=self._done,
            reward=reward,
        )

    @property
    def state(self) -> State:
        """Episode id and step count."""
        return self._state
