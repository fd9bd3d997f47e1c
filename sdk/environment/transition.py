"""`Transition`: one step of an episode, as a reward column reads it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from hallmark_rl.sdk.common.plain_copy import copy_plain, is_plain

Facts = Mapping[str, Any]


class Transition:
    """One step, as a reward column reads it.

    Attributes:
        action: the action that was played.
        observation: the observation after it.
        facts: what the environment's `facts()` returned after the step.
        facts_before: what it returned before the step.
        previous_columns: the values of the columns at the previous step; empty at the first.
        step: the number of the step, starting at 1.
        max_steps: the declared step limit.
        done: whether the step ends the episode.

    `action`, `observation`, `facts` and `facts_before` are copies, made when they are first read.
    """

    __slots__ = (
        "_copies",
        "_immutable_copies",
        "_originals",
        "done",
        "max_steps",
        "previous_columns",
        "step",
    )

    def __init__(
        self,
        action: Any,
        observation: Any,
        facts: Facts | None = None,
        facts_before: Facts | None = None,
        *,
        previous_columns: Mapping[str, float] | None = None,
        step: int = 1,
        max_steps: int = 1,
        done: bool = True,
    ) -> None:
        self._originals = (action, observation, facts or {}, facts_before or {})
        self._copies: dict[int, Any] = {}
        self._immutable_copies: dict[int, Any] = {}  # shared by all views of the step
        self.previous_columns: Mapping[str, float] = previous_columns or {}
        self.step = step
        self.max_steps = max_steps
        self.done = done

    @classmethod
    def from_rubric_call(cls, action: Any, observation: Any) -> Transition:
        """The transition of OpenEnv's `rubric(action, observation)`.

        That is `observation` itself if it is a `Transition`, else a new one without facts.
        """
        if isinstance(observation, cls):
            return observation
        return cls(action, observation, done=bool(observation.done))

    @property
    def action(self) -> Any:
        """The action that was played."""
        return self._copy(0)

    @property
    def observation(self) -> Any:
        """The observation after it."""
        return self._copy(1)

    @property
    def facts(self) -> Facts:
        """What `facts()` returned after the step."""
        return self._copy(2)  # type: ignore[no-any-return]

    @property
    def facts_before(self) -> Facts:
        """What `facts()` returned before the step."""
        return self._copy(3)  # type: ignore[no-any-return]

    def fresh_view(self) -> Transition:
        """The same step for another column, with mutable copies of its own."""
        view = Transition.__new__(Transition)
        view._originals = self._originals
        view._copies, view._immutable_copies = {}, self._immutable_copies
        view.previous_columns, view.done = self.previous_columns, self.done
        view.step, view.max_steps = self.step, self.max_steps
        return view

    def _copy(self, index: int) -> Any:
        """A copy of one of the originals, made once; dicts as read-only mappings."""
        value = self._copies.get(index, self._immutable_copies.get(index))
        if value is None:
            value = copy_plain(self._originals[index])
            cache = self._copies
            if isinstance(value, dict):
                cache = self._immutable_copies if is_plain(value) else cache
                value = MappingProxyType(value)
            cache[index] = value
        return value
