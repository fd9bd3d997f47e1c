"""Plan a delivery round through all stops: three plans, of which the best one is paid."""

import itertools
import math
import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

STOPS = 6
TRIES = 3
Place = tuple[int, int]


class RoundAction(Action):
    """A plan."""

    order: list[int] = Field(max_length=20, description="the numbers of all stops, from stop 0 on")


class RoundObservation(Observation):
    """The map, and how long the last plan was."""

    stops: list[Place] = Field(default_factory=list)
    message: str = ""
    length: float = 0.0


def length(stops: list[Place], order: list[int]) -> float:
    """How far one drives."""
    return sum(math.dist(stops[one], stops[other]) for one, other in itertools.pairwise(order))


class RoundsEnvironment(Environment[RoundAction, RoundObservation, State]):
    """A step pays by how much its plan is better than those before."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._stops: list[Place] = []
        self._plan: list[int] = []
        self._best = 0.0
        self._done = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> RoundObservation:
        """Draw a map."""
        rng = random.Random(seed)
        self._stops = [(rng.randint(0, 99), rng.randint(0, 99)) for _ in range(STOPS)]
        plans = [[0, *rest] for rest in itertools.permutations(range(1, STOPS))]
        self._plan = min(plans, key=lambda plan: length(self._stops, plan))
        self._best, self._done = 0.0, False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._say("Start at stop 0 and visit all.", None)

    def step(
        self, action: RoundAction, timeout_s: float | None = None, **options: Any
    ) -> RoundObservation:
        """Drive a plan."""
        if not self._stops:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._done:
            return self._say("The day is over: call reset().", 0.0)
        self._state.step_count += 1
        self._done = self._state.step_count >= TRIES
        if sorted(action.order) != list(range(STOPS)) or action.order[0] != 0:
            return self._say("That is not a plan.", 0.0)
        driven, shortest = length(self._stops, action.order), length(self._stops, self._plan)
        score = min(1.0, shortest / driven)
        gain, self._best = max(0.0, score - self._best), max(score, self._best)
        self._done = self._done or driven <= shortest
        return self._say("Driven.", gain, driven)

    def _say(self, message: str, reward: float | None, driven: float = 0.0) -> RoundObservation:
        return RoundObservation(
            stops=list(self._stops),
            message=message,
            length=round(driven, 3),
            reward=reward,
            done=self._done,
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
