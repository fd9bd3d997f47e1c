"""Sound: walk along a corridor to a door whose place is drawn; walls drain a little."""

import gymnasium
import numpy
from gymnasium import spaces

LENGTH = 12


class Corridor(gymnasium.Env):
    metadata = {"render_modes": []}  # noqa: RUF012

    def __init__(self):
        self.action_space = spaces.Discrete(3)
        self.observation_space = spaces.Box(-1.0, 1.0, (4,), numpy.float32)
        self._over = True

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self._door = int(self.np_random.integers(0, LENGTH))
        self._place = int(self.np_random.integers(0, LENGTH))
        self._wind = float(self.np_random.uniform(-0.2, 0.2))
        self._steps = 0
        self._over = False
        return self._observation(), {}

    def step(self, action):
        if self._over:
            raise RuntimeError("the episode is over: call reset")
        if not self.action_space.contains(action):
            raise ValueError(f"{action!r} is no action")
        push = (-1, 0, 1)[int(action)]
        slip = int(self.np_random.random() < abs(self._wind))
        self._place = min(LENGTH - 1, max(0, self._place + push * (1 - slip)))
        self._steps += 1
        at_door = self._place == self._door and push == 0
        truncated = self._steps >= 60 and not at_door
        self._over = at_door or truncated
        reward = 1.0 if at_door else -0.01
        return self._observation(), reward, at_door, truncated, {}

    def _observation(self):
        return numpy.array(
            [
                2 * self._place / LENGTH - 1,
                2 * self._door / LENGTH - 1,
                self._wind,
                self._steps / 60,
            ],
            dtype=numpy.float32,
        )

    def close(self):
        pass
