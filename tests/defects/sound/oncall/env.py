"""Read long logs, find the service that failed first: each look costs, only the report pays."""

import random
from datetime import UTC, datetime, timedelta
from typing import Any, Literal
from uuid import uuid4

from openenv.core.env_server import Environment, create_fastapi_app
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

SERVICES = ("auth", "billing", "cart", "search", "mailer", "stock")
LOOKS = 8
COST = 0.05


class OncallAction(Action):
    """Look at one service's log, or report the one that failed first."""

    kind: Literal["logs", "report"]
    service: str = Field(description="one of: " + ", ".join(SERVICES), max_length=40)
    note: str = Field("", description="free words for the humans", max_length=2000)


class OncallObservation(Observation):
    """A page of log lines, with the incident's own clock."""

    text: str = ""
    clock: str = ""
    looks_left: int = 0


class OncallEnv(Environment):
    """+1 for the culprit; looks cost; a wrong report or none earns nothing more."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._logs: dict[str, str] | None = None
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kw: Any
    ) -> OncallObservation:
        """Write an incident."""
        rng = random.Random(seed)
        self._culprit = rng.choice(SERVICES)
        self._began = datetime(2024, 3, 1, tzinfo=UTC) + timedelta(minutes=rng.randrange(500_000))
        first = rng.randrange(60, 600)
        self._logs = {}
        for name in SERVICES:
            fails = first if name == self._culprit else first + rng.randrange(20, 900)
            self._logs[name] = self._page(rng, name, fails)
        self._looks, self._over = 0, False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._see("Something is down. Which service failed first?", 0.0)

    def _page(self, rng: random.Random, name: str, fails: int) -> str:
        moments = sorted(rng.sample(range(0, 2000), 40))
        lines = [(s, f"INFO {name} served {rng.randrange(1000)} requests") for s in moments]
        lines += [(fails + n, f"ERROR {name} connection refused") for n in range(0, 60, 15)]
        return "\n".join(
            f"{(self._began + timedelta(seconds=s)).isoformat()} {text}"
            for s, text in sorted(lines)
        )

    def step(
        self, action: OncallAction, timeout_s: float | None = None, **kw: Any
    ) -> OncallObservation:
        """Look, or report."""
        if self._logs is None:
            raise RuntimeError("reset() first")
        if self._over:
            return self._see("The incident is closed.", 0.0)
        self._state.step_count += 1
        if action.kind == "report":
            self._over = True
            return self._see("Thank you.", 1.0 if action.service == self._culprit else 0.0)
        self._looks += 1
        self._over = self._looks >= LOOKS
        return self._see(self._logs.get(action.service, "There is no such service."), -COST)

    def _see(self, text: str, reward: float) -> OncallObservation:
        return OncallObservation(
            text=text,
            clock=(self._began + timedelta(hours=1, minutes=self._looks)).isoformat(),
            looks_left=LOOKS - self._looks,
            reward=reward,
            done=self._over,
        )

    @property
    def state(self) -> State:
        """A copy."""
        return self._state.model_copy()


app = create_fastapi_app(OncallEnv, OncallAction, OncallObservation)
