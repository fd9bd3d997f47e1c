"""Put tasks on days: the action is a dict of lists, and one plan is the whole episode."""

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, Field

DAYS = ("mon", "tue", "wed")
TASKS = ("mow", "cook", "mend", "wash", "paint", "write")


class Wish(BaseModel):
    """A task and the day it is wanted for."""

    task: str
    day: str


class PlanAction(Action):
    """The whole plan."""

    days: dict[str, list[str]] = Field(description="for each of `mon`, `tue`, `wed` its tasks")


class PlanObservation(Observation):
    """Who wants what."""

    wishes: list[Wish] = Field(default_factory=list)
    feedback: str = ""


class PlanEnvironment(Environment[PlanAction, PlanObservation, State]):
    """Right entries pay, wrong and doubled ones cost as much; the return is never negative."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._wanted: set[tuple[str, str]] = set()
        self._over = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> PlanObservation:
        """Draw the wishes."""
        rng = random.Random(seed)
        self._wanted = {(rng.choice(DAYS), task) for task in rng.sample(TASKS, 4)}
        self._over = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe("Make a plan.", None)

    def step(
        self, action: PlanAction, timeout_s: float | None = None, **options: Any
    ) -> PlanObservation:
        """Grade a plan."""
        if not self._wanted:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._over:
            return self._observe("The plan is made: call reset().", 0.0)
        self._state.step_count += 1
        self._over = True
        given = [(day, task) for day, tasks in action.days.items() for task in tasks]
        right = len(self._wanted & set(given))
        wrong = len(given) - right
        score = max(0, right - wrong) / len(self._wanted)
        return self._observe(f"{right} right, {wrong} wrong.", score)

    def _observe(self, feedback: str, reward: float | None) -> PlanObservation:
        wishes = [Wish(task=task, day=day) for day, task in sorted(self._wanted)]
        return PlanObservation(wishes=wishes, feedback=feedback, reward=reward, done=self._over)

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
