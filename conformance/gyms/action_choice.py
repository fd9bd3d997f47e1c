"""Choose the actions of a play: random, constant, listed, or outside of the space.

For `gym_player`, whose rules for imports hold here too.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterable, Mapping
from typing import Any

import numpy


class ActionChoice:
    """Chooses from copies of an environment's action spaces.

    Instances may share a space, which has one generator, and a property may make a new space at
    each access; copies that are seeded here depend on neither.

    Args:
        env: the environment, from `gym_making.make`.
        settings: `policy`, `policy_seed` and `odd` of a play; see `gym_player.play`.
    """

    def __init__(self, env: Any, settings: Mapping[str, Any]) -> None:
        self._env, self._settings = env, settings
        self._policy = settings.get("policy", "random")
        self._spaces: dict[Any, Any] = {}
        self._episode: Any = None

    def begin(self, episode: Any) -> None:
        """Begin an episode, named by its seed or place: each has random actions of its own.

        What a constant policy has to sample is the same in every episode.
        """
        self._episode = episode if self._policy == "random" else None
        self._spaces.clear()

    def actions(self, agents: Iterable[Any]) -> dict[Any, Any]:
        """An action of each agent."""
        return {agent: self._action(self._space(agent)) for agent in agents}

    def listed(self, value: Any) -> Any:
        """A listed action as the space of an environment with one agent has it."""
        space = self._space("")
        if hasattr(space, "n") and hasattr(space, "start"):
            return numpy.int64(value)
        return numpy.asarray(value, getattr(space, "dtype", None))

    def odd(self, agent: Any) -> Any:
        """The action outside of the space that the settings name, None if there is none."""
        space, which = self._space(agent), self._settings["odd"]
        if hasattr(space, "n") and hasattr(space, "start"):
            odd = [int(space.start) + int(space.n), int(space.start) - 1, 10**6]
            if which.startswith("outside") and int(which[-1]) < len(odd):
                return odd[int(which[-1])]
        elif hasattr(space, "low") and numpy.issubdtype(space.dtype, numpy.floating):
            bounded = numpy.isfinite(space.low).all() and numpy.isfinite(space.high).all()
            if which == "outside0":
                return numpy.full(space.shape, numpy.nan, space.dtype)
            if which == "far" and bounded:
                return (space.high + 10 * (space.high - space.low)).astype(space.dtype)
            if which == "clipped" and bounded:
                return space.high.copy()
        return None

    def _space(self, agent: Any) -> Any:
        if agent not in self._spaces:
            space = copy.deepcopy(self._env.spaces(agent)[1])
            name = f"{self._settings.get('policy_seed', 0)} {self._episode} {agent}"
            space.seed(random.Random(name).getrandbits(31))
            self._spaces[agent] = space
        return self._spaces[agent]

    def _action(self, space: Any) -> Any:
        action = space.sample()
        if self._policy == "random":
            return action
        if hasattr(space, "n") and hasattr(space, "start"):
            return type(action)(int(space.start) + self._policy % int(space.n))
        if isinstance(action, numpy.ndarray):
            return numpy.zeros_like(action)
        return action
