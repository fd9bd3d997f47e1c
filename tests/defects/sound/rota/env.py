"""Give each tour a guide: a list of duties, one try; a guide leads at most so many tours."""

import random
from collections import Counter
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, Field

TOURS = {1: 4, 2: 6, 3: 8}
GUIDES = ("ada", "bo", "cy", "dee", "eli", "fay")
MAX_TOURS = 2


class Duty(BaseModel):
    """A tour and who leads it."""

    tour: int
    guide: str


class Guide(BaseModel):
    """A guide, and the tours that are in a language that the guide speaks."""

    name: str
    speaks: list[int]


class RotaAction(Action):
    """The whole rota."""

    duties: list[Duty] = Field(default_factory=list, max_length=20, description="who leads what")


class RotaObservation(Observation):
    """Who can lead what."""

    tours: list[int] = Field(default_factory=list)
    guides: list[Guide] = Field(default_factory=list)
    max_tours: int = Field(default=MAX_TOURS, description="tours that one guide can lead")
    feedback: str = ""


class RotaEnvironment(Environment[RotaAction, RotaObservation, State]):
    """Pays 1 if every tour has a guide who can lead it, else nothing."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._speaks: dict[str, list[int]] = {}
        self._tours: list[int] = []
        self._over = False
        self._state = State()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        **options: Any,
    ) -> RotaObservation:
        """Draw the tours and a way to lead them, and what else the guides speak."""
        rng = random.Random(seed)
        self._tours = rng.sample(range(10, 60), TOURS.get(level, TOURS[1]))
        places = [guide for guide in GUIDES for _ in range(MAX_TOURS)]
        leaders = rng.sample(places, len(self._tours))
        self._speaks = {guide: [] for guide in rng.sample(GUIDES, len(GUIDES))}
        for tour, leader in zip(self._tours, leaders, strict=True):
            self._speaks[leader].append(tour)
        for guide, tours in self._speaks.items():
            others = [tour for tour in self._tours if tour not in tours]
            tours += rng.sample(others, 2)
            self._speaks[guide] = rng.sample(tours, len(tours))
        self._over = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe("Make a rota.", None)

    def step(
        self, action: RotaAction, timeout_s: float | None = None, **options: Any
    ) -> RotaObservation:
        """Check a rota."""
        if not self._tours:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._over:
            return self._observe("The rota is made: call reset().", 0.0)
        self._state.step_count += 1
        self._over = True
        problem = self._problem(action.duties)
        return self._observe(problem or "It works.", 0.0 if problem else 1.0)

    def _problem(self, duties: list[Duty]) -> str:
        """What is wrong with a rota; empty if nothing is."""
        if sorted(duty.tour for duty in duties) != sorted(self._tours):
            return "Each tour needs one guide."
        if any(duty.tour not in self._speaks.get(duty.guide, ()) for duty in duties):
            return "A guide does not speak the language."
        led = Counter(duty.guide for duty in duties)
        return "A guide leads too many tours." if max(led.values()) > MAX_TOURS else ""

    def _observe(self, feedback: str, reward: float | None) -> RotaObservation:
        guides = [Guide(name=name, speaks=tours) for name, tours in self._speaks.items()]
        return RotaObservation(
            tours=self._tours, guides=guides, feedback=feedback, reward=reward, done=self._over
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
