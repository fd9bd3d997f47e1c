"""One ticket, one answer."""

from __future__ import annotations

import random
import re
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..catchments import CLASSES, TEST_FROM, TICKETS, Ticket, question, ticket
    from ..models import HydrologyDeskAction, HydrologyDeskObservation
except ImportError:  # started inside the folder
    from catchments import CLASSES, TEST_FROM, TICKETS, Ticket, question, ticket
    from models import HydrologyDeskAction, HydrologyDeskObservation

SPLITS = {"train": range(TEST_FROM), "test": range(TEST_FROM, TICKETS)}
TOLERANCE = 0.02
_FLOW = re.compile(r"flow\s*=\s*(\d{1,6}(?:\.\d{1,6})?)")
_ALERT = re.compile(r"alert\s*=\s*([a-z]+)")


class HydrologyDeskEnvironment(Environment[HydrologyDeskAction, HydrologyDeskObservation, State]):
    """Compute a peak flow and say which alert is due."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State(step_count=0)
        self._ticket: Ticket | None = None
        self._number = 0
        self._level = 1
        self._done = False

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int | None = None,
        split: str | None = None,
        **kwargs: Any,
    ) -> HydrologyDeskObservation:
        """Draw a ticket of the split."""
        self._level = level if level in (1, 2) else 1
        numbers = SPLITS.get(split or "train", SPLITS["train"])
        seed = random.randrange(2**32) if seed is None else seed
        self._number = random.Random(f"hydrology desk {self._level} {seed}").choice(numbers)
        self._ticket = ticket(self._number)
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        return self._observe(0.0, "")

    def step(
        self, action: HydrologyDeskAction, timeout_s: float | None = None, **kwargs: Any
    ) -> HydrologyDeskObservation:
        """Mark the answer."""
        if self._ticket is None or self._done:
            return HydrologyDeskObservation(done=True, reward=0.0, note="no ticket: reset first")
        self._state.step_count += 1
        self._done = True
        flow, alert = read_answer(action.text)
        reward = 0.0
        if alert == self._ticket.alert:
            reward += 0.6
        if flow is not None and abs(flow - self._ticket.flow) <= TOLERANCE * self._ticket.flow:
            reward += 0.4
        return self._observe(reward, "filed")

    @property
    def state(self) -> State:
        """Episode id and step count."""
        return self._state.model_copy()

    def _observe(self, reward: float, note: str) -> HydrologyDeskObservation:
        assert self._ticket is not None
        return HydrologyDeskObservation(
            ticket=self._number,
            level=self._level,
            question=question(self._ticket, self._level),
            note=note,
            reward=reward,
            done=self._done,
        )


def read_answer(text: str) -> tuple[float | None, str]:
    """Flow and alert of an answer; an answer that gives one of them twice does not give it."""
    flows, alerts = _FLOW.findall(text.lower()), _ALERT.findall(text.lower())
    flow = float(flows[0]) if len(flows) == 1 else None
    alert = alerts[0] if len(alerts) == 1 and alerts[0] in CLASSES else ""
    return flow, alert
