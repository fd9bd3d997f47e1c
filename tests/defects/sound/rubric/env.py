"""Rewrite a sentence: the reward is OpenEnv's own weighted sum of rubrics."""

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from openenv.core.rubrics import Rubric, WeightedSum
from pydantic import Field

ANIMALS = ("otter", "heron", "badger", "salmon", "weasel", "falcon", "lizard", "walrus")
VERBS = ("builds", "paints", "mends", "buries", "weighs", "sells", "hides", "washes")
THINGS = ("a ladder", "a kettle", "a violin", "a bridge", "a basket", "a lantern", "a wagon")


class RewriteAction(Action):
    """The sentence in the passive voice."""

    text: str = Field(max_length=400, description="thing / verb / The animal")


class RewriteObservation(Observation):
    """The sentence to rewrite."""

    sentence: str = ""
    example: str = "The cat carries a box. -> a box / carries / The cat"


class Exact(Rubric):
    """All three parts in order."""

    def forward(self, action: Any, observation: Any) -> float:
        """1 when the reply is the answer."""
        return float(action.text.strip() == " / ".join(observation.metadata["parts"]))


class First(Rubric):
    """The right part comes first, and the reply has three parts."""

    def forward(self, action: Any, observation: Any) -> float:
        """1 when the thing is in front."""
        parts = [part.strip() for part in action.text.split("/")]
        return float(len(parts) == 3 and parts[0] == observation.metadata["parts"][0])


class RewriteEnvironment(Environment[RewriteAction, RewriteObservation, State]):
    """One sentence, one reply."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__(rubric=WeightedSum([Exact(), First()], weights=[0.8, 0.2]))
        self._parts: tuple[str, str, str] | None = None
        self._done = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> RewriteObservation:
        """Draw a sentence."""
        rng = random.Random(seed)
        animal, verb, thing = rng.choice(ANIMALS), rng.choice(VERBS), rng.choice(THINGS)
        self._parts = (thing, verb, f"The {animal}")
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        self._reset_rubric()
        return self._observe()

    def step(
        self, action: RewriteAction, timeout_s: float | None = None, **options: Any
    ) -> RewriteObservation:
        """Grade a reply with the rubric."""
        if self._parts is None:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._done:
            return self._observe(0.0)
        self._state.step_count += 1
        self._done = True
        graded = RewriteObservation(metadata={"parts": list(self._parts)})
        return self._observe(self._apply_rubric(action, graded))

    def _observe(self, reward: float | None = None) -> RewriteObservation:
        thing, verb, animal = self._parts or ("", "", "")
        return RewriteObservation(
            sentence=f"{animal} {verb} {thing}.", reward=reward, done=self._done
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
