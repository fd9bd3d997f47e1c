"""Environments that fail at their first use only, for the tests of repeated findings."""

from __future__ import annotations

import os
from typing import Any

from tests.conformance.guess import Guess, GuessEnvironment, Reply


class ForgetfulEnvironment(GuessEnvironment):
    """A sound game that raises once.

    Args:
        marker: a file that records the first use; empty for none.
        once_per_process: whether the first step of every process raises.
    """

    used = False

    def __init__(self, marker: str = "", once_per_process: bool = False) -> None:
        super().__init__()
        self._marker = marker
        self._once_per_process = once_per_process

    def reset(self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any) -> Reply:
        kwargs.pop("hallmark_unknown_option", None)
        if seed == 2**31 and self._marker and not os.path.exists(self._marker):
            open(self._marker, "w").close()
            raise OSError("the cache was built: try again")
        return super().reset(seed, episode_id, **kwargs)

    def step(self, action: Guess, timeout_s: float | None = None, **kwargs: Any) -> Reply:
        if self._once_per_process and not ForgetfulEnvironment.used:
            ForgetfulEnvironment.used = True
            raise OSError("first use")
        return super().step(action, timeout_s, **kwargs)
