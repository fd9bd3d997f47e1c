"""Pick all books of one kind from a list; there is no proof.py."""

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

KINDS = {
    "travel": ("By rail to Lapland", "The coast on foot", "Six weeks in Oman", "Deserts by bus"),
    "cooking": ("Bread without haste", "Soups for winter", "The little oven", "Salted and smoked"),
    "gardens": ("Roses in clay", "The walled plot", "Hedges and ponds", "A year of beans"),
    "music": ("The second violin", "Drums at dusk", "Songs of the ferry", "Tuning by ear"),
    "stars": ("Clear nights", "The amateur's telescope", "Comets I have met", "A map of Orion"),
    "history": ("The salt tax", "Kings of the marsh", "A century of canals", "The last siege"),
}


class ReadingAction(Action):
    """The books that were picked."""

    picks: list[str] = Field(max_length=40, description="titles of the list, in any order")


class ReadingObservation(Observation):
    """The list and the request."""

    request: str = ""
    titles: list[str] = Field(default_factory=list)


class ReadingEnvironment(Environment[ReadingAction, ReadingObservation, State]):
    """Pays the share of right titles among all that are right or picked."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._wanted: list[str] = []
        self._titles: list[str] = []
        self._request = ""
        self._done = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> ReadingObservation:
        """Draw some books of each kind and ask for one kind."""
        rng = random.Random(seed)
        kind = rng.choice(sorted(KINDS))
        books = {name: rng.sample(KINDS[name], rng.randint(2, 4)) for name in sorted(KINDS)}
        self._titles = [title for titles in books.values() for title in titles]
        rng.shuffle(self._titles)
        self._wanted = sorted(books[kind])
        self._request = f"Pick every book about {kind}."
        self._done = False
        self._state = State(episode_id=episode_id or uuid4().hex)
        return self._observe(None)

    def step(
        self, action: ReadingAction, timeout_s: float | None = None, **options: Any
    ) -> ReadingObservation:
        """Grade the picks."""
        if not self._titles:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._done:
            return self._observe(0.0)
        self._state.step_count += 1
        self._done = True
        picked, wanted = set(action.picks), set(self._wanted)
        return self._observe(len(picked & wanted) / len(picked | wanted))

    def _observe(self, reward: float | None) -> ReadingObservation:
        return ReadingObservation(
            request=self._request, titles=list(self._titles), reward=reward, done=self._done
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
