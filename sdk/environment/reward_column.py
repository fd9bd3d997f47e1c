"""`Column`: one part of a reward, with a name, a kind and a range that is checked."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from types import FunctionType, NoneType
from typing import Any, Literal, TypeVar, get_args

from hallmark_rl.sdk.environment.openenv_types import Rubric
from hallmark_rl.sdk.environment.transition import Transition
from hallmark_rl.sdk.verifiers.llm_judge import LLMMeasure

Kind = Literal["outcome", "process", "format", "safety", "cost"]
RubricType = TypeVar("RubricType", bound=Rubric)
TOLERANCE = 1e-9
"""How far a value may be from a bound of its range and still count as that bound."""
_UNCHANGEABLE = frozenset((str, int, float, bool, NoneType, FunctionType))


class ColumnError(Exception):
    """A column raised an exception or returned a value that is not a number in its range.

    `column` is the column's name.
    """

    def __init__(self, column: str, problem: str) -> None:
        super().__init__(f"reward column {column!r} {problem}")
        self.column = column


def copy_rubric(rubric: RubricType, memo: dict[int, Any]) -> RubricType:
    """A deep copy, for `__deepcopy__`. It shares what cannot change, which saves time."""
    twin = object.__new__(type(rubric))
    memo[id(rubric)] = twin
    for name, value in rubric.__dict__.items():
        shared = type(value) in _UNCHANGEABLE
        twin.__dict__[name] = value if shared else copy.deepcopy(value, memo)
    return twin


class Column(Rubric):
    """One part of a reward, as an OpenEnv rubric.

    Args:
        name: an identifier, unique in its reward.
        measure: returns the value of a `Transition`; or an `llm_judge`. It must depend on the
            transition only: `reset` cannot clear a state that a function keeps.
        kind: what the column measures; an `outcome` is evaluated at the end of the episode only.
        range: the lowest and the highest possible value.
        weight: the factor in the step reward (default 1); with 0 the column is only reported.
        gate: instead of a weight: while the value is below `gate`, the step reward is at most 0.
        lasting: a gate that was closed once stays closed until the end of the episode; the value of
            the column is then the lowest that it has had.

    Raises:
        ValueError: the declaration is wrong; the message says how.
    """

    def __init__(
        self,
        name: str,
        measure: Callable[[Transition], float] | LLMMeasure,
        *,
        kind: Kind,
        range: tuple[float, float] = (0.0, 1.0),
        weight: float | None = None,
        gate: float | None = None,
        lasting: bool = False,
    ) -> None:
        super().__init__()
        low, high = range
        if not name.isidentifier() or name.startswith("_"):
            raise ValueError(f"{name!r} cannot name a column: use another identifier")
        if kind not in get_args(Kind):
            raise ValueError(f"column {name!r}: kind {kind!r} is not one of {get_args(Kind)}")
        if not (math.isfinite(low) and math.isfinite(high) and low < high):
            raise ValueError(f"column {name!r}: range {range} is not a finite interval")
        if weight is not None and gate is not None:
            raise ValueError(f"column {name!r} has a weight and a gate: give it one of them")
        if weight is not None and not (math.isfinite(weight) and weight >= 0):
            raise ValueError(f"column {name!r}: weight {weight} is not a number of at least 0")
        if gate is not None and not low < gate <= high:
            raise ValueError(f"column {name!r}: gate {gate} is outside its range {range}")
        if lasting and gate is None:
            raise ValueError(f"column {name!r} has lasting=True, which only a gate can have")
        if kind == "cost" and high > 0:
            raise ValueError(f"cost column {name!r} could be positive: its range must end at 0")
        self.name = name
        self.kind: Kind = kind
        self.range = (float(low), float(high))
        self.weight = 0.0 if gate is not None else 1.0 if weight is None else float(weight)
        self.gate = gate
        self.lasting = lasting
        self.uses_llm = isinstance(measure, LLMMeasure)
        self._measure = measure.rate if isinstance(measure, LLMMeasure) else measure

    __deepcopy__ = copy_rubric

    def __call__(self, action: Any, observation: Any) -> float:
        """Evaluate the column, as OpenEnv's `Rubric.__call__` does; store it in `last_score`.

        Without hooks it is faster than OpenEnv's method, which also checks for a coroutine.

        Args:
            action: passed to hooks; the measure reads the action of the transition.
            observation: a `Transition`, or an observation.

        Returns:
            The value, within `range`.

        Raises:
            ColumnError: the measure raised an exception or returned a wrong value.
        """
        if self._forward_hooks or self._forward_pre_hooks:
            return float(super().__call__(action, observation))
        self.last_score = value = self.forward(action, observation)
        return value

    def due(self, done: bool) -> bool:
        """Whether the column is evaluated at a step; `done` if the step ends the episode."""
        return done or self.kind != "outcome"

    def forward(self, action: Any, observation: Any) -> float:
        """Called by OpenEnv: the value for a `Transition` or for an observation.

        Raises:
            ColumnError: the measure raised an exception or returned a wrong value.
        """
        step = Transition.from_rubric_call(action, observation)
        try:
            value = self._measure(step)
        except (Exception, SystemExit) as error:
            raise ColumnError(self.name, f"raised {type(error).__name__}") from error
        value = self.validated(value)
        if not self.lasting:
            return value
        return min(value, step.previous_columns.get(self.name, value))

    def validated(self, value: Any) -> float:
        """`value` as a float; raises `ColumnError` if it is not a finite number in the range."""
        if not isinstance(value, int | float) or not math.isfinite(value):
            raise ColumnError(self.name, f"returned {_short(value)}, which is not a finite number")
        low, high = self.range
        if not low - TOLERANCE <= value <= high + TOLERANCE:
            raise ColumnError(
                self.name, f"returned {value}, which is outside its range {low}..{high}"
            )
        return min(max(float(value), low), high)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
