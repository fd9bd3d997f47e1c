"""Rewards as independent columns, and three numbers that must not be mixed up.

    Reward(
        Column("solved", lambda t: float(t.facts["passed"] == t.facts["total"]), kind="outcome"),
        Column("format", lambda t: float(t.observation.error is None), kind="format", weight=0.0),
    )

- *Step reward*: after each step, the weighted sum of the columns that are due, closed by gates.
- *Episode score*: at the end, the weighted mean of the outcome columns, each scaled to [0, 1].
- *Reporting scale*: what a person reads (`report=(0, 100)`), a linear map of the score, which is
  never trained on.

An outcome column is due only at the end of an episode, so being halfway right pays nothing for
being repeated. A gate shuts the pay of its own step, or, declared `lasting`, of the rest of the
episode. A column sees copies of the action, the observation and the facts; what it breaks is its
own. A value that is not a finite number inside the declared range is a
fault of the environment that names the column, never a reward.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, get_args

from hallmark_rl.sdk.common.plain_copy import is_plain, own
from hallmark_rl.sdk.environment.openenv_types import Rubric
from hallmark_rl.sdk.verifiers.llm_judge import Judged

Kind = Literal["outcome", "process", "format", "safety", "cost"]
Facts = Mapping[str, Any]
_TOLERANCE = 1e-9


class ColumnError(Exception):
    """A column failed, or gave something that is not a number in its range."""

    def __init__(self, column: str, problem: str) -> None:
        super().__init__(f"reward column {column!r} {problem}")
        self.column = column


class Transition:
    """What a column may look at: one step.

    What it holds are copies, made when they are first read: `facts` and `before` of what the
    environment's `facts()` said after and before the step, and private. `earlier` are the columns
    of the step before.
    """

    __slots__ = ("_originals", "_own", "_read_only", "done", "earlier", "max_steps", "step")

    def __init__(
        self,
        action: Any,
        observation: Any,
        facts: Facts | None = None,
        before: Facts | None = None,
        *,
        earlier: Mapping[str, float] | None = None,
        step: int = 1,
        max_steps: int = 1,
        done: bool = True,
    ) -> None:
        self._originals = (action, observation, facts or {}, before or {})
        self._own: dict[int, Any] = {}
        self._read_only: dict[int, Any] = {}  # copies that nobody can change, for all
        self.earlier: Mapping[str, float] = earlier or {}
        self.step = step
        self.max_steps = max_steps
        self.done = done

    @classmethod
    def of(cls, action: Any, observation: Any) -> Transition:
        """`observation` if it is a transition already, else one that knows no facts."""
        if isinstance(observation, cls):
            return observation
        return cls(action, observation, done=bool(observation.done))

    @property
    def action(self) -> Any:
        """The action that was played."""
        return self._copy(0)

    @property
    def observation(self) -> Any:
        """What the agent saw after it."""
        return self._copy(1)

    @property
    def facts(self) -> Facts:
        """What `facts()` said after the step."""
        return self._copy(2)  # type: ignore[no-any-return]

    @property
    def before(self) -> Facts:
        """What `facts()` said before the step."""
        return self._copy(3)  # type: ignore[no-any-return]

    def again(self) -> Transition:
        """The same step for another column, which shares nothing with this one that can change."""
        other = Transition.__new__(Transition)
        other._originals, other._own, other._read_only = self._originals, {}, self._read_only
        other.earlier, other.done = self.earlier, self.done
        other.step, other.max_steps = self.step, self.max_steps
        return other

    def _copy(self, which: int) -> Any:
        found = self._own.get(which, self._read_only.get(which))
        if found is None:
            found = own(self._originals[which])
            kept = self._own
            if isinstance(found, dict):
                kept = self._read_only if is_plain(found) else kept
                found = MappingProxyType(found)
            kept[which] = found
        return found


class Column(Rubric):
    """One reason to pay, as an OpenEnv rubric.

    Args:
        name: an identifier, unique in its reward.
        measure: the value of a `Transition`, from that alone: a function with a memory of its own
            would carry it from one episode into the next, for `reset` cannot know of it.
        kind: what the column speaks about; an `outcome` is due at the end of the episode only.
        range: the lowest and the highest value it may take.
        weight: its share in the step reward; 0 reports it without paying.
        gate: instead of a weight: below this value no column pays more than nothing in that step.
        lasting: a gate that was shut once stays shut until the end of the episode: the column keeps
            the least value it has had.
    """

    def __init__(
        self,
        name: str,
        measure: Callable[[Transition], float] | Judged,
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
            raise ValueError(
                f"column {name!r} has a weight and a gate: it is either paid or a gate"
            )
        if weight is not None and not (math.isfinite(weight) and weight >= 0):
            raise ValueError(f"column {name!r}: weight {weight} is not a number of at least 0")
        if gate is not None and not low < gate <= high:
            raise ValueError(f"column {name!r}: gate {gate} is outside its range {range}")
        if lasting and gate is None:
            raise ValueError(f"column {name!r} is lasting, which only a gate can be")
        if kind == "cost" and high > 0:
            raise ValueError(f"cost column {name!r} could pay: its range must end at 0")
        self.name = name
        self.kind: Kind = kind
        self.range = (float(low), float(high))
        self.weight = 0.0 if gate is not None else 1.0 if weight is None else float(weight)
        self.gate = gate
        self.lasting = lasting
        self.judged = isinstance(measure, Judged)
        self._measure = measure.rate if isinstance(measure, Judged) else measure

    def __call__(self, action: Any, observation: Any) -> float:
        """OpenEnv's call, for a column nobody listens to without its look for coroutines."""
        if self._forward_hooks or self._forward_pre_hooks:
            return float(super().__call__(action, observation))
        self.last_score = value = self.forward(action, observation)
        return value

    def due(self, done: bool) -> bool:
        """Whether the column is evaluated at a step that ends the episode, or does not."""
        return done or self.kind != "outcome"

    def forward(self, action: Any, observation: Any) -> float:
        """OpenEnv's entry: `observation` is a `Transition`, or an observation on its own."""
        step = Transition.of(action, observation)
        try:
            value = self._measure(step)
        except (Exception, SystemExit) as error:
            raise ColumnError(self.name, f"raised {type(error).__name__}") from error
        value = self.checked(value)
        return min(value, step.earlier.get(self.name, value)) if self.lasting else value

    def checked(self, value: Any) -> float:
        """`value` as a float, or a `ColumnError` if it is not a finite number in the range."""
        if not isinstance(value, int | float) or not math.isfinite(value):
            raise ColumnError(self.name, f"gave {_short(value)}, which is not a finite number")
        low, high = self.range
        if not low - _TOLERANCE <= value <= high + _TOLERANCE:
            raise ColumnError(self.name, f"gave {value}, which is outside its range {low}..{high}")
        return min(max(float(value), low), high)


@dataclass(frozen=True, slots=True)
class Scores:
    """The columns of one step and what they come to; `score` and `success` at the end only."""

    columns: Mapping[str, float]
    reward: float
    score: float | None = None
    success: bool | None = None


class Reward(Rubric):
    """A declared combination of columns; see the module's text."""

    def __init__(self, *columns: Column, report: tuple[float, float] = (0.0, 1.0)) -> None:
        super().__init__()
        names = [column.name for column in columns]
        if len(set(names)) != len(names):
            raise ValueError(f"two columns have the same name: {sorted(names)}")
        if not any(
            column.kind == "outcome" and column.weight > 0 and not column.judged
            for column in columns
        ):
            raise ValueError(
                "a reward needs an outcome column with a weight that is more than a judge's opinion"
            )
        if not (all(map(math.isfinite, report)) and report[0] < report[1]):
            raise ValueError(f"report {report} is not a finite interval")
        self.columns: Sequence[Column] = columns
        self.report = report
        for column in columns:
            if hasattr(self, column.name):  # a rubric finds its parts by their names
                raise ValueError(f"{column.name!r} cannot name a column: use another identifier")
            setattr(self, column.name, column)

    @property
    def step_range(self) -> tuple[float, float]:
        """Lowest and highest step reward that the declaration allows."""
        low = sum(min(0.0, column.weight * column.range[0]) for column in self.columns)
        high = sum(max(0.0, column.weight * column.range[1]) for column in self.columns)
        return low, high

    def evaluate(self, step: Transition) -> Scores:
        """Every due column, each on its own copy; a `ColumnError` names the one that failed."""
        values: dict[str, float] = {}
        for column in self.columns:
            if not column.due(step.done):
                continue
            own = step.again()
            values[column.name] = column(None, own)
        if not step.done:
            return Scores(values, self.combine(values))
        return Scores(values, self.combine(values), self.score(values), self.success(values))

    def combine(self, values: Mapping[str, float]) -> float:
        """The step reward that these column values come to."""
        total = math.fsum(
            column.weight * values[column.name] for column in self.columns if column.name in values
        )
        return min(total, 0.0) if self._shut(values) else total

    def score(self, values: Mapping[str, float]) -> float:
        """The episode score in [0, 1] from the values at the end; 0 behind a shut gate."""
        if self._shut(values):
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
        """Whether every outcome column is at its maximum (and no gate is shut)."""
        return not self._shut(values) and all(
            values[column.name] >= column.range[1] - _TOLERANCE
            for column in self.columns
            if column.kind == "outcome"
        )

    def _shut(self, values: Mapping[str, float]) -> bool:
        return any(
            column.gate is not None and values.get(column.name, column.gate) < column.gate
            for column in self.columns
        )

    def reported(self, score: float) -> float:
        """An episode score on the reporting scale."""
        low, high = self.report
        return low + score * (high - low)

    def forward(self, action: Any, observation: Any) -> float:
        """OpenEnv's entry: the step reward."""
        return self.evaluate(Transition.of(action, observation)).reward


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
