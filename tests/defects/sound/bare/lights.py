"""Switch all lights off. No proof, no manifest, and nothing but reset, step and state."""

import random
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class LightsAction(Action):
    """A lamp by number; its neighbours switch, too."""

    lamp: int


class LightsObservation(Observation):
    """Which lamps burn."""

    lamps: list[bool] = Field(default_factory=list)
    note: str = ""


class LightsEnv(Environment):
    """A state with fields of its own, and keyword arguments only."""

    def __init__(self):
        self.lamps = []
        self.current = State(step_count=0)

    def reset(self, **kwargs):
        rng = random.Random(kwargs.get("seed"))
        self.lamps = [False] * 5
        while not any(self.lamps):
            for lamp in range(5):
                if rng.random() < 0.5:
                    self._switch(lamp)
        self.current = State(
            episode_id=kwargs.get("episode_id") or uuid4().hex,
            step_count=0,
            switched=[],
        )
        return LightsObservation(lamps=self.lamps[:])

    def step(self, action, **kwargs):
        if not self.lamps:
            raise RuntimeError("call reset first")
        if not any(self.lamps) or self.current.step_count >= 30:
            return LightsObservation(lamps=self.lamps[:], note="over", reward=0.0, done=True)
        self.current.step_count += 1
        if not 0 <= action.lamp < 5:
            note = f"there is no lamp {action.lamp % 100}"
        else:
            self._switch(action.lamp)
            self.current.switched = [*self.current.switched, action.lamp]
            note = ""
        dark = not any(self.lamps)
        return LightsObservation(
            lamps=self.lamps[:],
            note=note,
            reward=1.0 if dark else 0.0,
            done=dark or self.current.step_count >= 30,
        )

    def _switch(self, lamp):
        for place in (lamp - 1, lamp, lamp + 1):
            if 0 <= place < 5:
                self.lamps[place] = not self.lamps[place]

    @property
    def state(self):
        return self.current.model_copy(deep=True)
