"""Rewards made of independent columns: `Column`, `Reward`, and the `Transition` that columns read.

    Reward(
        Column("solved", lambda t: float(t.facts["passed"] == t.facts["total"]), kind="outcome"),
        Column("format", lambda t: float(t.observation.error is None), kind="format", weight=0.0),
    )

Three different numbers follow from the columns:

- *Step reward*: the weighted sum of the columns that are evaluated at the step; with a closed gate
  at most 0. This is what a model is trained on.
- *Episode score*: at the end, the weighted mean of the outcome columns, each scaled to [0, 1].
- *Reported score*: the episode score on the scale that people read, such as `report=(0, 100)`.

An outcome column is evaluated at the end of an episode only, so that a state which is partly right
is not rewarded again at every step. A gate withholds the positive reward of its step or, if it is
`lasting`, of the rest of the episode. Every column reads its own copies of the action, the
observation and the facts. A value that is not a finite number in the declared range is reported as
a fault of the environment, with the name of the column; it never becomes a reward.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, get_args

from hallmark_rl.sdk.common.plain_copy import copy_plain, is_plain
from hallmark_rl.sdk.environment.openenv_types import Rubric
from hallmark_rl.sdk.verifiers.llm_judge import LLMMeasure

Kind = Literal["outcome", "process", "format", "safety", "cost"]
Facts = Mapping[str, Any]
_TOLERANCE = 1e-9


class ColumnError(Exception):
    """A column raised an exception or returned a value that is not a number in its range.

    `column` is the column's name.
    """

    def __init__(self, column: str, problem: str) -> None:
        super().__init__(f"reward column {column!r} {problem}")
        self.column = column


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
        if not low - _TOLERANCE <= value <= high + _TOLERANCE:
            raise ColumnError(
                self.name, f"returned {value}, which is outside its range {low}..{high}"
            )
        return min(max(float(value), low), high)


@dataclass(frozen=True, slots=True)
class Scores:
    """The column values and the reward of one step; at the end score and success too."""

    columns: Mapping[str, float]
    reward: float
    score: float | None = None
    success: bool | None = None


class Reward(Rubric):
    """A combination of columns; the module's docstring describes how they are combined.

    Args:
        *columns: at least one of kind `outcome`, with a positive weight and not an `llm_judge`.
        report: the lowest and the highest value of the reported score.

    Raises:
        ValueError: the declaration is wrong; the message says how.
    """

    def __init__(self, *columns: Column, report: tuple[float, float] = (0.0, 1.0)) -> None:
        super().__init__()
        names = [column.name for column in columns]
        if len(set(names)) != len(names):
            raise ValueError(f"two columns have the same name: {sorted(names)}")
        if not any(
            column.kind == "outcome" and column.weight > 0 and not column.uses_llm
            for column in columns
        ):
            raise ValueError(
                "a reward needs an outcome column that has a weight and is not an llm_judge"
            )
        if not (all(map(math.isfinite, report)) and report[0] < report[1]):
            raise ValueError(f"report {report} is not a finite interval")
        self.columns: Sequence[Column] = columns
        self.report = report
        for column in columns:
            if hasattr(self, column.name):  # OpenEnv finds the parts of a rubric as attributes
                raise ValueError(f"{column.name!r} cannot name a column: use another identifier")
            setattr(self, column.name, column)

    @property
    def step_range(self) -> tuple[float, float]:
        """The lowest and the highest step reward that the columns allow."""
        low = sum(min(0.0, column.weight * column.range[0]) for column in self.columns)
        high = sum(max(0.0, column.weight * column.range[1]) for column in self.columns)
        return low, high

    def evaluate(self, step: Transition) -> Scores:
        """Evaluate every column that is due, each on its own view of the step.

        Args:
            step: the step; outcome columns are due only if `step.done`.

        Returns:
            The value of each evaluated column by its name, and the step reward. If `step.done`, the
            score in [0, 1] and the success too; else they are None.

        Raises:
            ColumnError: a column failed; the message names it.
        """
        values: dict[str, float] = {}
        for column in self.columns:
            if not column.due(step.done):
                continue
            values[column.name] = column(None, step.fresh_view())
        if not step.done:
            return Scores(values, self.combine(values))
        return Scores(values, self.combine(values), self.score(values), self.success(values))

    def combine(self, values: Mapping[str, float]) -> float:
        """The step reward for these column values."""
        total = math.fsum(
            column.weight * values[column.name] for column in self.columns if column.name in values
        )
        return min(total, 0.0) if self._gate_closed(values) else total

    def score(self, values: Mapping[str, float]) -> float:
        """The episode score in [0, 1] for the values at the end; 0 if a gate is closed."""
        if self._gate_closed(values):
            return 0.0
        outcomes = [column for column in self.columns if column.kind == "outcome" and column.weight]
        weights = math.fsum(column.weight for column in outcomes)
        return (
            math.fsum(
                column.weight
                * (values[column.name] - column.range[0])
                / (column.range[1] - column.range[0])
                for column in outcomes
            )
            / weights
        )

    def success(self, values: Mapping[str, float]) -> bool:
        """Whether every outcome column has its maximum and no gate is closed."""
        return not self._gate_closed(values) and all(
            values[column.name] >= column.range[1] - _TOLERANCE
            for column in self.columns
            if column.kind == "outcome"
        )

    def _gate_closed(self, values: Mapping[str, float]) -> bool:
        return any(
            column.gate is not None and values.get(column.name, column.gate) < column.gate
            for column in self.columns
        )

    def reported(self, score: float) -> float:
        """An episode score in [0, 1] on the scale `report`."""
        low, high = self.report
        return low + score * (high - low)

    def forward(self, action: Any, observation: Any) -> float:
        """Called by OpenEnv: the step reward."""
        return self.evaluate(Transition.from_rubric_call(action, observation)).reward


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
