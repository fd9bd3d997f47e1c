"""Name a relative in a family that is described; other families are held out for testing."""

from __future__ import annotations

import random
from typing import Any, Literal
from uuid import uuid4

from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

SYLLABLES = ["an", "bel", "cor", "da", "el", "fin", "gar", "hil", "is", "jo", "ka", "lu"]
FAMILIES = {"train": range(40), "test": range(40, 60)}
SIZE = 10
Relation = Literal["parent", "grandparent", "great-grandparent"]
UP: dict[Relation, int] = {"parent": 1, "grandparent": 2, "great-grandparent": 3}


def family(number: int) -> dict[str, str]:
    """The parent of everybody but the eldest, who comes first; each line has four generations."""
    rng = random.Random(f"family {number}")
    names = [a + b for a in SYLLABLES for b in SYLLABLES if a != b]
    people = [name.capitalize() for name in rng.sample(names, SIZE)]
    return {person: people[(index - 1) // 2] for index, person in enumerate(people) if index}


class KinshipAction(Action):
    """An answer."""

    name: str = Field(description="The name that is asked for")


class KinshipObservation(Observation):
    """A family and a question about it."""

    family: list[str] = Field(default_factory=list, description="One relation in each line")
    question: str = Field(default="", description="What is asked")


class KinshipEnvironment(Environment[KinshipAction, KinshipObservation, State]):
    """1 for the right name."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._observation: KinshipObservation | None = None
        self._answer = ""
        self._state = State()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        split: Literal["train", "test"] = "train",
        **options: Any,
    ) -> KinshipObservation:
        """Draw a family of the split, and a question."""
        rng = random.Random(seed)
        parent_of = family(rng.choice(FAMILIES[split]))
        relation = rng.choice(list(UP))
        asked = [
            (person, eldest[UP[relation] - 1])
            for person in parent_of
            if len(eldest := self._ancestors(parent_of, person)) >= UP[relation]
        ]
        person, self._answer = rng.choice(asked)
        lines = [f"{parent} is the parent of {child}." for child, parent in parent_of.items()]
        self._observation = KinshipObservation(
            family=rng.sample(lines, len(lines)),
            question=f"Who is the {relation} of {person}?",
        )
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observation.model_copy(deep=True)

    @staticmethod
    def _ancestors(parent_of: dict[str, str], person: str) -> list[str]:
        found: list[str] = []
        while person in parent_of:
            person = parent_of[person]
            found.append(person)
        return found

    def step(
        self, action: KinshipAction, timeout_s: float | None = None, **options: Any
    ) -> KinshipObservation:
        """Compare the name with the answer."""
        if self._observation is None:
            raise RuntimeError("there is no question: call reset() before step()")
        if self._state.step_count:
            return self._end(0.0)
        self._state.step_count += 1
        return self._end(float(action.name.strip() == self._answer))

    def _end(self, reward: float) -> KinshipObservation:
        return KinshipObservation(reward=reward, done=True)

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()


app = create_fastapi_app(KinshipEnvironment, KinshipAction, KinshipObservation)
