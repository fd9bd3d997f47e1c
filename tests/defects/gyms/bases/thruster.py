"""Sound: push a mass to the middle; the force is a bounded number."""

import gymnasium
import numpy
from gymnasium import spaces


class Thruster(gymnasium.Env):
    metadata = {"render_modes": []}  # noqa: RUF012

    def __init__(self):
        self.action_space = spaces.Box(-1.0, 1.0, (1,), numpy.float32)
        self.observation_space = spaces.Box(-5.0, 5.0, (2,), numpy.float64)
        self._over = True

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self._state = self.np_random.uniform(-2.0, 2.0, size=2)
        self._left = 50
        self._over = False
        return self._state.copy(), {}

    def step(self, action):
        if self._over:
            raise RuntimeError("the episode is over: call reset")
        if not numpy.isfinite(action).all():
            raise ValueError("the force is no number")
        force = numpy.clip(numpy.array(action, dtype=numpy.float64), -1.0, 1.0)
        place, speed = self._state
        speed = 0.9 * speed + 0.3 * force[0]
        self._state = numpy.clip(numpy.array([place + 0.2 * speed, speed]), -5.0, 5.0)
        self._left -= 1
        reward = -float(abs(self._state[0])) / 10
        truncated = self._left == 0
        self._over = truncated
        return self._state.copy(), reward, False, truncated, {}

    def close(self):
        pass
