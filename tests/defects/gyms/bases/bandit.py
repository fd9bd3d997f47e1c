"""Sound: one choice; after it, steps do nothing until `reset`, whatever the action."""

import gymnasium
import numpy
from gymnasium import spaces


class Bandit(gymnasium.Env):
    metadata = {"render_modes": []}  # noqa: RUF012

    def __init__(self):
        self.action_space = spaces.Discrete(4)
        self.observation_space = spaces.Box(0.0, 3.0, (1,), numpy.float32)
        self._over = True

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self._best = int(self.np_random.integers(0, 4))
        self._over = False
        return self._observation(), {}

    def step(self, action):
        if self._over:
            return self._observation(), 0.0, True, False, {}
        if not self.action_space.contains(action):
            raise ValueError(f"{action!r} is no action")
        self._over = True
        return self._observation(), float(action == self._best), True, False, {}

    def _observation(self):
        return numpy.array([self._best], dtype=numpy.float32)

    def close(self):
        pass
