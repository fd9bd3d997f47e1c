"""Pay the workers of a week: look up the hours, pay each what is due, close the books."""

import random
from typing import Any, Literal
from uuid import uuid4

from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

NAMES = ("Ada", "Bela", "Cora", "Dev", "Eli", "Fern", "Gus", "Hana")
STEPS = 12
OVERPAID = -0.1


class PayrollAction(Action):
    """Look up the hours of a worker, pay one, or close the books."""

    kind: Literal["look", "pay", "close"] = Field(description="what to do")
    worker: str = Field(default="", max_length=20, description="a name on the list")
    cents: int = Field(default=0, ge=0, le=10_000_000, description="the amount, for pay")


class PayrollObservation(Observation):
    """The list, and what was looked up and paid."""

    workers: list[dict[str, Any]] = Field(default_factory=list)
    hours: dict[str, int] = Field(default_factory=dict)
    paid: dict[str, int] = Field(default_factory=dict)
    note: str = ""
    steps_left: int = STEPS


class PayrollEnvironment(Environment[PayrollAction, PayrollObservation, State]):
    """1 for books in which each worker has exactly hours times wage; overpaying costs 0.1."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._wages: dict[str, int] = {}
        self._hours: dict[str, int] = {}
        self._seen: dict[str, int] = {}
        self._paid: dict[str, int] = {}
        self._closed = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> PayrollObservation:
        """Two to four workers of a new week."""
        rng = random.Random(seed)
        names = rng.sample(NAMES, rng.randint(2, 4))
        self._wages = {name: rng.randrange(1200, 4800) for name in names}
        self._hours = {name: rng.randint(3, 60) for name in names}
        self._seen, self._paid, self._closed = {}, {}, False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._show(None, "a new week")

    def step(
        self, action: PayrollAction, timeout_s: float | None = None, **options: Any
    ) -> PayrollObservation:
        """Do one thing."""
        if not self._wages:
            raise RuntimeError("there is no week: call reset() before step()")
        if self._over():
            return self._show(0.0, "the week is over")
        self._state.step_count += 1
        if action.kind == "close":
            self._closed = True
            right = self._paid == {name: self._due(name) for name in self._wages}
            return self._show(1.0 if right else 0.0, "closed")
        if action.worker not in self._wages:
            return self._show(0.0, "nobody on the list has this name")
        if action.kind == "look":
            self._seen[action.worker] = self._hours[action.worker]
            return self._show(0.0, "looked up")
        if action.worker in self._paid:
            return self._show(0.0, "paid already")
        self._paid[action.worker] = action.cents
        too_much = action.cents > self._due(action.worker)
        return self._show(OVERPAID if too_much else 0.0, "paid")

    def _due(self, name: str) -> int:
        return self._wages[name] * self._hours[name]

    def _over(self) -> bool:
        return self._closed or self._state.step_count >= STEPS

    def _show(self, reward: float | None, note: str) -> PayrollObservation:
        return PayrollObservation(
            workers=[{"name": n, "cents_an_hour": wage} for n, wage in self._wages.items()],
            hours=dict(self._seen),
            paid=dict(self._paid),
            note=note,
            steps_left=STEPS - self._state.step_count,
            reward=reward,
            done=self._over(),
        )

    @property
    def state(self) -> State:
        """A copy of the episode's public state."""
        return self._state.model_copy(deep=True)


app = create_app(
    PayrollEnvironment, PayrollAction, PayrollObservation, env_name="payroll", max_concurrent_envs=4
)
