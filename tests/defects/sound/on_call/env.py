"""An outage: one service has failed, and those that call it fail too. Name the one at fault."""

from __future__ import annotations

import random
from typing import Any, Literal
from uuid import uuid4

from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

SERVICES = ("mail", "taxes", "stock", "search", "ledger", "badges", "maps", "quotas", "users")
COUNT, LIMIT = 6, 10


class CallAction(Action):
    """Probe a service, or blame one."""

    kind: Literal["probe", "blame"] = Field(description="What to do")
    service: str = Field(description="The name of a service")


class CallObservation(Observation):
    """Who calls whom, and what the last action gave."""

    calls: list[str] = Field(default_factory=list, description="caller: the services it calls")
    report: str = Field(default="", description="What the last probe found")
    note: str = Field(default="", description="Why the last action did nothing; empty if it did")


class CallEnvironment(Environment[CallAction, CallObservation, State]):
    """1 for the right blame, 0 for a wrong one; both end the episode."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._calls: dict[str, list[str]] = {}
        self._fault = ""
        self._done = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> CallObservation:
        """Draw the services, who calls whom, and the one that has failed."""
        rng = random.Random(seed)
        names = rng.sample(SERVICES, COUNT)
        self._calls = {
            name: rng.sample(names[place + 1 :], min(2, COUNT - place - 1))
            for place, name in enumerate(names)
        }
        self._fault = rng.choice(sorted(names))
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._see(reward=None)

    def step(
        self, action: CallAction, timeout_s: float | None = None, **options: Any
    ) -> CallObservation:
        """Do what the action says."""
        if not self._calls:
            raise RuntimeError("there is no outage: call reset() before step()")
        if self._done:
            return self._see(note="the outage is over")
        self._state.step_count += 1
        self._done = self._state.step_count >= LIMIT
        if action.service not in self._calls:
            return self._see(note="nobody here runs a service of this name")
        if action.kind == "blame":
            self._done = True
            return self._see(reward=float(action.service == self._fault))
        is_up = action.service != self._fault and not self._reaches(action.service)
        return self._see(report=f"{action.service} is {'up' if is_up else 'down'}")

    def _reaches(self, name: str) -> bool:
        """Whether a service calls the one at fault, through others too."""
        called = self._calls[name]
        return self._fault in called or any(map(self._reaches, called))

    def _see(self, report: str = "", note: str = "", reward: float | None = 0.0) -> CallObservation:
        lines = [f"{name}: {', '.join(called) or 'none'}" for name, called in self._calls.items()]
        return CallObservation(
            calls=sorted(lines), report=report, note=note, reward=reward, done=self._done
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()


app = create_fastapi_app(CallEnvironment, CallAction, CallObservation)
