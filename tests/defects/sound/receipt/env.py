"""Add up one receipt: there is a single task, and reset() takes nothing at all."""

import datetime
import uuid

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State

_PRICES = (320, 145, 780, 95, 1260)
"""Prices in cents."""


class ReceiptAction(Action):
    """The sum of the receipt."""

    cents: int


class ReceiptObservation(Observation):
    """The receipt and what was said about the last answer."""

    prices: tuple[int, ...] = ()
    feedback: str = ""


class ReceiptState(State):
    """The public state."""

    read_at: str = ""


class ReceiptEnvironment(Environment[ReceiptAction, ReceiptObservation, ReceiptState]):
    """Three answers are allowed; the right one ends the episode."""

    def __init__(self) -> None:
        super().__init__()
        self._state: ReceiptState | None = None
        self._done = False

    def reset(self) -> ReceiptObservation:
        """Show the receipt."""
        self._state = ReceiptState(episode_id=uuid.uuid4().hex)
        self._done = False
        return ReceiptObservation(prices=_PRICES)

    def step(self, action: ReceiptAction) -> ReceiptObservation:
        """Judge a sum."""
        if self._state is None:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._done:
            return ReceiptObservation(prices=_PRICES, reward=0.0, done=True)
        self._state.step_count += 1
        right = action.cents == sum(_PRICES)
        self._done = right or self._state.step_count >= 3
        return ReceiptObservation(
            prices=_PRICES,
            feedback="right" if right else "wrong",
            reward=1.0 if right else 0.0,
            done=self._done,
        )

    @property
    def state(self) -> ReceiptState:
        """A copy of the public state with the time; there is none before the first episode."""
        if self._state is None:
            raise LookupError("there is no episode: call reset() first")
        now = datetime.datetime.now(datetime.UTC).isoformat()
        return self._state.model_copy(update={"read_at": now})
