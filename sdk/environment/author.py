"""The part of an environment that its author writes, as the code that plays episodes uses it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Any, ClassVar, Protocol

from hallmark_rl.sdk.environment.episode import Setup
from hallmark_rl.sdk.environment.models import VerifiedAction, VerifiedObservation
from hallmark_rl.sdk.environment.rewards import Reward
from hallmark_rl.sdk.environment.transition import Facts
from hallmark_rl.sdk.tasks.task_set import TaskSet


class Author(Protocol):
    """The members of `VerifiedEnvironment` that `stepping` calls; see their docstrings there."""

    max_steps: ClassVar[int]
    options: ClassVar[Mapping[str, Any]]
    tasks: ClassVar[TaskSet[Any] | None]
    action_type: ClassVar[type[VerifiedAction]]
    observation_type: ClassVar[type[VerifiedObservation]]
    columns: Reward

    def begin(self, rng: random.Random, setup: Setup) -> tuple[Any, Any]:
        """Create a game and its first observation."""
        ...

    def advance(self, game: Any, action: Any) -> Any:
        """Play `action` and return the observation after it."""
        ...

    def facts(self, game: Any) -> Facts:
        """Private data for the reward columns."""
        ...

    def secrets(self, game: Any) -> Iterable[str]:
        """Texts that no message may contain before the end of the episode."""
        ...

    def attributes_frozen(self) -> AbstractContextManager[None]:
        """A context in which writing an attribute of the environment raises an error."""
        ...
