"""An episode of a parallel PettingZoo environment, for environments made by `hallmark wrap`."""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from typing import Any

from hallmark_rl.sdk.adapters.gym_values import action_in, gym_seed, mask_in, plain
from hallmark_rl.sdk.common.errors import ActionError

_PARTS = ("observations", "rewards", "terminations", "truncations", "infos")


class ParallelPlay:
    """An environment in one episode. It is closed when nothing refers to this object any more.

    Attributes:
        observations, infos: what was returned last, by agent.
        rewards: of the last step, by agent; an agent that did not play has none.
        total: sum of all rewards of the agents that are paid.
        terminated, truncated: of the last step, by agent.
        done: whether no agent plays any more.
    """

    def __init__(self, env: Any, seed: int, *, paid: Sequence[str], max_steps: int) -> None:
        """Begin an episode.

        Args:
            env: a parallel environment.
            seed: any whole number; see `gym_seed`.
            paid: the agents whose rewards are added up.
            max_steps: steps after which every agent is truncated.
        """
        self._env, self._paid, self._left = env, paid, max_steps
        weakref.finalize(self, env.close)
        self.observations, self.infos = env.reset(seed=gym_seed(seed))
        self.rewards: dict[str, float] = {}
        self.total = 0.0
        self.terminated: dict[str, bool] = {}
        self.truncated: dict[str, bool] = {}
        self.done = False

    @property
    def agents(self) -> list[str]:
        """The agents that play the next step."""
        return [] if self.done else list(self._env.agents)

    @property
    def reward(self) -> float:
        """What the last step paid: the sum of the rewards of the agents that are paid."""
        return sum(self.rewards.get(agent, 0.0) for agent in self._paid)

    def play(self, actions: Any) -> None:
        """Play one step.

        Args:
            actions: a model with a field for each agent; that of an agent which does not play is
                left out.

        Raises:
            ActionError: an action is not in the space of its agent.
            ValueError: the environment does not return five dicts by agent.
        """
        acting = {agent: self._action_of(agent, getattr(actions, agent)) for agent in self.agents}
        returned = self._env.step(acting)
        if not (isinstance(returned, tuple) and len(returned) == len(_PARTS)):
            raise ValueError(f"step() did not return {', '.join(_PARTS)}")
        for name, part in zip(_PARTS, returned, strict=True):
            if not isinstance(part, Mapping):
                raise ValueError(f"step() returned {name} that are no dict by agent")
        self.observations, rewards, ended, truncated, self.infos = returned
        unknown = sorted(map(str, set(rewards) - set(acting)))
        if unknown:
            raise ValueError(f"step() returned rewards of {unknown[0]}, which did not play")
        self.rewards = {agent: float(reward) for agent, reward in rewards.items()}
        self.total += self.reward
        self._left -= 1
        self.terminated = {agent: bool(ended.get(agent)) for agent in acting}
        self.truncated = {
            agent: bool(truncated.get(agent)) or (self._left <= 0 and not self.terminated[agent])
            for agent in acting
        }
        over = all(self.terminated[agent] or self.truncated[agent] for agent in acting)
        self.done = over or not self._env.agents

    def shown(self) -> dict[str, Any]:
        """The last observations as plain data, by agent."""
        return {str(agent): plain(seen) for agent, seen in self.observations.items()}

    def masks(self) -> dict[str, Any]:
        """The masks of the next actions, by agent that has one."""
        found = {
            agent: mask_in(seen, self.infos.get(agent)) for agent, seen in self.observations.items()
        }
        return {str(agent): plain(mask) for agent, mask in found.items() if mask is not None}

    def _action_of(self, agent: str, value: Any) -> Any:
        try:
            return action_in(self._env.action_space(agent), value)
        except ActionError as error:
            raise ActionError(f"of {agent}: {error}") from None
