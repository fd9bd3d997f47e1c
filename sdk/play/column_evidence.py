"""What each reward column read when it was evaluated: its evidence.

A measure depends on its `Transition` only. After a step was scored, each column is evaluated again
on a view of the same step that records which facts are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hallmark_rl.sdk.environment.base import VerifiedEnvironment
from hallmark_rl.sdk.environment.reward_column import Column
from hallmark_rl.sdk.environment.transition import Transition
from hallmark_rl.sdk.play.plain_values import plain

Evidence = dict[str, dict[str, Any]]
"""By the name of a column: what was read, and its value."""


class EvidenceRecorder:
    """Records the evidence of the last step of one instance.

    Args:
        env: an environment that nothing else uses: its `columns.evaluate` is replaced.

    Attributes:
        last: the evidence of the last step that was scored; empty for a column that asks a
            language model, which would be paid for twice.
    """

    def __init__(self, env: VerifiedEnvironment[Any, Any, Any, Any]) -> None:
        self.last: Evidence = {}
        original, columns = env.columns.evaluate, env.columns.columns

        def evaluate(step: Transition) -> Any:
            self.last = {}
            scores = original(step)
            self.last = {
                column.name: _evidence(column, step)
                for column in columns
                if column.name in scores.columns and not column.uses_llm
            }
            return scores

        object.__setattr__(env.columns, "evaluate", evaluate)


def _evidence(column: Column, step: Transition) -> dict[str, Any]:
    watched = _WatchedStep.of(step)
    try:
        column.forward(None, watched)
    except (Exception, SystemExit) as error:
        watched.found["(failed)"] = type(error).__name__
    return {str(name): plain(value, max_items=50) for name, value in watched.found.items()}


class _WatchedStep(Transition):
    """A step that records what is read from it."""

    __slots__ = ("found",)
    found: dict[str, Any]

    @classmethod
    def of(cls, step: Transition) -> _WatchedStep:
        view, fresh = cls.__new__(cls), step.fresh_view()
        for name in Transition.__slots__:
            setattr(view, name, getattr(fresh, name))
        view.found = {}
        return view

    @property
    def facts(self) -> Mapping[str, Any]:
        return _WatchedFacts(super().facts, "", self.found)

    @property
    def facts_before(self) -> Mapping[str, Any]:
        return _WatchedFacts(super().facts_before, " before the step", self.found)

    @property
    def action(self) -> Any:
        self.found.setdefault("the action", "(read)")
        return super().action

    @property
    def observation(self) -> Any:
        self.found.setdefault("the observation", "(read)")
        return super().observation


class _WatchedFacts(Mapping[str, Any]):
    """Facts that record which of them are read."""

    def __init__(self, facts: Mapping[str, Any], suffix: str, found: dict[str, Any]) -> None:
        self._facts, self._suffix, self._found = facts, suffix, found

    def __getitem__(self, name: str) -> Any:
        value = self._facts[name]
        self._found[f"{name}{self._suffix}"] = value
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)
