"""Sound, of PettingZoo: two runners go on if they press the button that is lit."""

import numpy
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import ParallelEnv

GOAL = 8


class Race(ParallelEnv):
    metadata = {"name": "race"}  # noqa: RUF012

    def __init__(self):
        self.possible_agents = ["red", "blue"]
        self.agents = []
        self._observed = spaces.Box(0.0, 40.0, (2,), numpy.float32)
        self._acted = {agent: spaces.Discrete(2) for agent in self.possible_agents}
        self._random, _ = seeding.np_random(None)

    def observation_space(self, agent):
        return self._observed

    def action_space(self, agent):
        return self._acted[agent]

    def reset(self, seed=None, options=None):
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.agents = list(self.possible_agents)
        self._places = {agent: int(self._random.integers(0, 4)) for agent in self.agents}
        self._light = int(self._random.integers(0, 2))
        self._steps = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions):
        if set(actions) != set(self.agents) or not self.agents:
            raise ValueError(f"actions are needed for {self.agents}")
        acting = list(self.agents)
        self._steps += 1
        rewards = {}
        for agent in acting:
            if not self._acted[agent].contains(actions[agent]):
                raise ValueError(f"{actions[agent]!r} is no action")
            if actions[agent] == self._light:
                self._places[agent] += 1
            rewards[agent] = 1.0 if self._places[agent] >= GOAL else -0.05
        self._light = int(self._random.integers(0, 2))
        terminated = {agent: self._places[agent] >= GOAL for agent in acting}
        truncated = {agent: self._steps >= 30 and not terminated[agent] for agent in acting}
        observations = self._observations()
        self.agents = [a for a in acting if not (terminated[a] or truncated[a])]
        return observations, rewards, terminated, truncated, {agent: {} for agent in acting}

    def _observations(self):
        return {
            agent: numpy.array([self._places[agent], self._light], dtype=numpy.float32)
            for agent in self.agents
        }

    def close(self):
        pass


def parallel_env():
    return Race()
