"""A room of a clinic."""

from __future__ import annotations

import uuid
from random import Random
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..handbook import BESIDES, COMPLAINTS, GROUPS, TESTS, findings, handbook
    from ..models import TriageRoomAction, TriageRoomObservation, TriageRoomState
except ImportError:
    from handbook import BESIDES, COMPLAINTS, GROUPS, TESTS, findings, handbook
    from models import TriageRoomAction, TriageRoomObservation, TriageRoomState

ACTIONS = 8
FREE_TESTS = 2
COST = 0.1


class TriageRoomEnvironment(Environment[TriageRoomAction, TriageRoomObservation, TriageRoomState]):
    """Find out what a patient has, with few tests."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = TriageRoomState()
        self._disease = ""
        self._chart = ""
        self._results: dict[str, str] = {}
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> TriageRoomObservation:
        """Call the next patient."""
        rng = Random() if seed is None else Random(f"patient {seed}")
        group = rng.choice(sorted(GROUPS))
        self._disease = rng.choice(sorted(GROUPS[group]))
        complaint, besides = rng.choice(COMPLAINTS[group]), rng.choice(BESIDES)
        self._chart = f"{rng.randint(18, 85)} years old; {complaint}; {besides}"
        self._results = {}
        self._done = False
        self._state = TriageRoomState(episode_id=episode_id or str(uuid.uuid4()))
        return self._show("The patient sits down.", {}, None)

    def step(
        self, action: TriageRoomAction, timeout_s: float | None = None, **kwargs: Any
    ) -> TriageRoomObservation:
        """Order a test, or diagnose."""
        if self._done:
            return TriageRoomObservation(message="The patient has left.", done=True, reward=0.0)
        self._state.step_count += 1
        kind, name = action.kind.strip().lower(), action.name.strip().lower()
        parts: dict[str, float] = {}
        if kind == "order" and name in TESTS:
            self._state.tests += 1
            self._results[name] = findings(self._disease)[name]
            message = f"The {name} test is {self._results[name]}."
        elif kind == "diagnose":
            right = name == self._disease
            parts = {"diagnosis": float(right), "tests": 0.0}
            if right:
                parts["tests"] = COST * min(0, FREE_TESTS - self._state.tests)
            message = "The diagnosis is right." if right else "The diagnosis is wrong."
            self._done = True
        else:
            message = "The nurse does not understand."
        self._done = self._done or self._state.step_count >= ACTIONS
        return self._show(message, parts, sum(parts.values(), 0.0))

    @property
    def state(self) -> TriageRoomState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _show(
        self, message: str, parts: dict[str, float], reward: float | None
    ) -> TriageRoomObservation:
        return TriageRoomObservation(
            chart=self._chart,
            handbook=handbook(),
            results=dict(self._results),
            message=message,
            reward_parts=parts,
            done=self._done,
            reward=reward,
        )
