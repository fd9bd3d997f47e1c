"""A night on the pager."""

from __future__ import annotations

import random
import uuid
from dataclasses import dataclass, field
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import IncidentView, PagerAction, PagerObservation, PagerState
except ImportError:
    from models import IncidentView, PagerAction, PagerObservation, PagerState

STEPS = 30
INCIDENTS = 4
LADDER = ("primary", "secondary", "manager")
WINDOW = {1: 10, 2: 14, 3: 14}


@dataclass
class Incident:
    """An incident and how it has been handled."""

    id: str
    severity: int
    arrival: int
    answers: dict[str, bool]
    status: str = "open"
    answered: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)

    @property
    def due(self) -> int:
        """The last step at which it may be resolved."""
        return self.arrival + WINDOW[self.severity]

    def may_page(self, role: str) -> bool:
        """Whether the rules allow to page a role now."""
        if role in self.answered or role in self.silent:
            return False
        if role == "manager" and self.severity == 1 and self.answered:
            return True
        return not self.answered and LADDER.index(role) == len(self.silent)

    def ready(self) -> bool:
        """Whether it may be resolved."""
        return bool(self.answered) and (self.severity > 1 or "manager" in self.answered)


class PagerEnvironment(Environment[PagerAction, PagerObservation, PagerState]):
    """Page the right people in the right order."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = PagerState()
        self._incidents: list[Incident] = []
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> PagerObservation:
        """Start the night.

        Args:
            seed: fixes the incidents and who answers; None for a random night.
            episode_id: id of the episode.
            **kwargs: ignored.
        """
        rng = random.Random() if seed is None else random.Random(f"night {seed}")
        self._incidents, arrival = [], 0
        for number in range(INCIDENTS):
            answers = {
                "primary": rng.random() < 0.5,
                "secondary": rng.random() < 0.7,
                "manager": True,
            }
            name = f"INC-{rng.randint(100, 999)}{number}"
            self._incidents.append(Incident(name, rng.randint(1, 3), arrival, answers))
            arrival += rng.randint(2, 4)
        self._done = False
        self._state = PagerState(episode_id=episode_id or str(uuid.uuid4()))
        return self._observation("", None)

    def step(
        self, action: PagerAction, timeout_s: float | None = None, **kwargs: Any
    ) -> PagerObservation:
        """Call a tool; every call takes a step of the clock."""
        if self._done:
            return self._observation("the night is over", 0.0)
        tool, reward = action.tool.strip().lower(), 0.0
        incident = next((i for i in self._seen() if i.id == action.incident.strip()), None)
        self._state.step_count += 1
        if tool == "wait":
            message = "waited"
        elif tool not in ("page", "resolve"):
            message = "there is no such tool"
        elif incident is None:
            message = "there is no such incident"
        elif tool == "page":
            message = self._page(incident, action.role.strip().lower())
        else:
            message, reward = self._resolve(incident)
        for other in self._incidents:
            if other.status == "open" and self._state.step_count >= other.due:
                other.status = "late"
        over = all(i.status != "open" for i in self._incidents)
        self._done = over or self._state.step_count >= STEPS
        return self._observation(message, reward)

    @property
    def state(self) -> PagerState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _seen(self) -> list[Incident]:
        return [i for i in self._incidents if i.arrival <= self._state.step_count]

    def _page(self, incident: Incident, role: str) -> str:
        if role not in LADDER:
            return "there is no such role"
        if incident.status != "open":
            return "the incident is closed"
        if not incident.may_page(role):
            incident.status = "broken"
            return "this breaks the escalation rules"
        answers = incident.answers[role]
        (incident.answered if answers else incident.silent).append(role)
        return f"{role} answers" if answers else f"{role} does not answer"

    def _resolve(self, incident: Incident) -> tuple[str, float]:
        if incident.status != "open":
            return "the incident is closed", 0.0
        if not incident.ready():
            return "nobody has it in hand yet", 0.0
        incident.status = "resolved"
        self._state.resolved = sum(i.status == "resolved" for i in self._incidents)
        return "resolved", 1 / INCIDENTS

    def _observation(self, message: str, reward: float | None) -> PagerObservation:
        views = [
            IncidentView(
                id=i.id,
                severity=i.severity,
                due=i.due,
                status=i.status,
                answered=list(i.answered),
                silent=list(i.silent),
            )
            for i in self._seen()
        ]
        return PagerObservation(
            clock=self._state.step_count,
            incidents=views,
            message=message,
            reward=reward,
            done=self._done,
        )
