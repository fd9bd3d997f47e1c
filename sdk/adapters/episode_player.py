"""Play one episode after another for an adapter: nothing that an environment does raises here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hallmark_rl.sdk.adapters.episode_totals import EpisodeTotals
from hallmark_rl.sdk.adapters.playable import Playable
from hallmark_rl.sdk.common.errors import ServersUnreachable, is_unparsable
from hallmark_rl.sdk.environment.observation_facts import read_observation

FAILED = "The environment failed; this episode is over and is not scored."


class EpisodePlayer:
    """One instance of an environment, and the episode that it plays.

    Attributes:
        totals: the rewards of the current episode.
        observation: the latest observation; None before the first.
        message: what was wrong with the last action; empty if nothing was.
    """

    def __init__(self, playable: Playable) -> None:
        self._playable, self._env = playable, playable.make()
        self.totals = EpisodeTotals.for_reward(playable.reward)
        self.observation: Any = None
        self.message = ""

    def reset(self, row: Mapping[str, Any]) -> None:
        """Begin the episode that a row of the dataset states.

        Raises:
            ValueError: the row states none, or one that `reset` refuses.
            ServersUnreachable: there is no server to play on.
        """
        arguments = self._playable.arguments_from(row)
        self.totals = EpisodeTotals.for_reward(self._playable.reward)
        self._call(lambda: self._env.reset(**arguments))
        if not self.totals.failed and read_observation(self.observation).blame == "caller":
            raise ValueError(f"{self._playable.name}: reset refused {arguments}: {self.message}")

    def step(self, action: Any) -> bool:
        """Play one action; nothing is played after the end of the episode.

        Returns:
            Whether it was an action. If not, nothing was played, and `message` says why.

        Raises:
            ServersUnreachable: there is no server to play on.
        """
        return self.totals.done or self._call(lambda: self._env.step(action))

    def _call(self, call: Callable[[], Any]) -> bool:
        try:
            self.observation = call()
        except ServersUnreachable:
            self.totals.fail()
            raise
        except Exception as error:
            if is_unparsable(error):
                self.message = str(error)
                return False
            self.totals.fail()
        else:
            facts = read_observation(self.observation)
            self.message = facts.message
            self.totals.add(facts)
        if self.totals.failed:
            self.message = FAILED
        return True
